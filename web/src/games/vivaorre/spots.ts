/** What an event is about, as places on the table: for pointing at it, one event after another. */

import { centre, type Spot } from "../../boards/table/geometry";
import type { Spots } from "../../boards/table/hand.svelte";
import type { GameEvent } from "../../lib/types";
import type { Counter } from "./types";

const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
const placed = (value: unknown): Spot[] => {
  const at = (value as { at?: number[] | null } | null)?.at;
  return Array.isArray(at) && at.length === 2 ? [[at[0]!, at[1]!]] : [];
};

export function spots(event: GameEvent, pieces: ReadonlyMap<string, Counter>): Spots {
  const where = (key: string): Spot[] => texts(event.data[key]).flatMap((id) => {
    const pose = pieces.get(id)?.pose;
    return pose ? [centre(pose)] : [];
  });
  const actors = [...where("unit"), ...where("units"), ...where("general")];
  const goals = [...where("target"), ...where("enemy")];
  const [from, to] = [placed(event.data["from"]), placed(event.data["to"])];
  const ways: [Spot, Spot][] = event.kind === "moved" && from[0] && to[0] ? [[from[0], to[0]]] : [];
  const struck = event.data["why"] === "fire" || event.data["why"] === "melee" || event.kind === "charge" || event.kind === "contact";
  const shots: [Spot, Spot][] = struck && actors[0] ? goals.map((goal): [Spot, Spot] => [actors[0]!, goal]) : [];
  return { spots: [...actors, ...goals, ...to], ways, shots };
}
