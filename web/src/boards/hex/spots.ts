/** What an event is about, as places on the map: for pointing at it, one event after another. */

import type { GameEvent } from "../../lib/types";
import type { Spots } from "./hand.svelte";

export const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : []);
const isHex = (text: string): boolean => /^\d{4}$/.test(text);

export function spots(event: GameEvent, units: ReadonlyMap<string, { hex: string }>): Spots {
  const at = (key: string) => texts(event.data[key]).flatMap((id) => units.get(id)?.hex ?? []);
  const path = texts(event.data["path"]).filter(isHex);
  const hexes = new Set([...texts(event.data["hex"]), ...texts(event.data["to"])].filter(isHex));
  const actors = [...at("unit"), ...at("units"), ...at("attackers")];
  const aimed = texts(event.data["target"]).filter(isHex);
  const goals = [...(event.data["why"] === "fire" ? hexes : []), ...aimed, ...at("target"), ...at("targets"), ...at("defenders")];
  const shots = actors.flatMap((a) => [...new Set(goals)].filter((b) => b !== a).map((b): [string, string] => [a, b]));
  for (const hex of [...actors, ...goals, ...path.slice(-1)]) hexes.add(hex);
  return { hexes: [...hexes], paths: path.length > 1 ? [path] : [], shots };
}
