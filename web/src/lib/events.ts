/** What an event is about, as places on the map: for pointing at it, one event after another. */

import type { GameEvent, Unit } from "./types";

export interface Spots {
  hexes: string[];
  paths: string[][];
  /** from hex to hex: shots and attacks */
  shots: [string, string][];
}

const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : []);
const isHex = (text: string): boolean => /^\d{4}$/.test(text);

export function spots(event: GameEvent, units: ReadonlyMap<string, Pick<Unit, "hex">>): Spots {
  const at = (key: string) => texts(event.data[key]).flatMap((id) => units.get(id)?.hex ?? []);
  const path = texts(event.data["path"]).filter(isHex);
  const hexes = new Set([...texts(event.data["hex"]), ...texts(event.data["to"])].filter(isHex));
  const actors = [...at("unit"), ...at("units"), ...at("attackers")];
  const goals = [...(event.data["why"] === "fire" ? hexes : []), ...at("target"), ...at("targets"), ...at("defenders")];
  const shots = actors.flatMap((a) => [...new Set(goals)].filter((b) => b !== a).map((b): [string, string] => [a, b]));
  for (const hex of [...actors, ...goals, ...path.slice(-1)]) hexes.add(hex);
  return { hexes: [...hexes], paths: path.length > 1 ? [path] : [], shots };
}

/** The headline of a stretch of play: how often each kind of thing that matters happened. */
export function tally(events: readonly GameEvent[]): { moves: number; shots: number; hits: number; lost: number } {
  const count = (...kinds: string[]) => events.filter((e) => kinds.includes(e.kind)).length;
  return {
    moves: count("moved", "advanced", "fell_back", "fled"),
    shots: count("roll"),
    hits: count("hit"),
    lost: count("eliminated"),
  };
}
