/** What an event is about, as places on the table: for pointing at it, one event after another. */

import type { GameEvent } from "../../lib/types";
import { centre, type Spot } from "./geometry";
import type { Piece, Spots } from "./hand.svelte";

/** Which fields of an event name those who act and those they act on, and whether it is a blow. */
export interface Naming {
  actors: readonly string[];
  goals: readonly string[];
  struck: (event: GameEvent) => boolean;
}

const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
const placed = (value: unknown): Spot[] => {
  const at = (value as { at?: number[] | null } | null)?.at;
  return Array.isArray(at) && at.length === 2 ? [[at[0]!, at[1]!]] : [];
};

export function spots(event: GameEvent, pieces: ReadonlyMap<string, Piece>, naming: Naming): Spots {
  const where = (key: string): Spot[] => texts(event.data[key]).flatMap((id) => {
    const pose = pieces.get(id)?.pose;
    return pose ? [centre(pose)] : [];
  });
  const actors = naming.actors.flatMap(where);
  const goals = naming.goals.flatMap(where);
  const [from, to] = [placed(event.data["from"]), placed(event.data["to"])];
  const ways: [Spot, Spot][] = event.kind === "moved" && from[0] && to[0] ? [[from[0], to[0]]] : [];
  const shots: [Spot, Spot][] = naming.struck(event) && actors[0] ? goals.map((goal): [Spot, Spot] => [actors[0]!, goal]) : [];
  return { spots: [...actors, ...goals, ...to], ways, shots };
}
