/** What an event is about, as places on the map: for pointing at it, one event after another. */

import type { Spots } from "../../boards/hex/hand.svelte";
import type { GameEvent } from "../../lib/types";
import type { Unit } from "./types";
import { t } from "./words";

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
const WEIGHTY = {
  moves: ["moved", "advanced", "fell_back", "fled"],
  shots: ["roll"],
  hits: ["hit"],
  lost: ["eliminated"],
} as const;

export function headline(events: readonly GameEvent[]): string[] {
  const count = (kinds: readonly string[]) => events.filter((event) => kinds.includes(event.kind)).length;
  return (Object.keys(WEIGHTY) as (keyof typeof WEIGHTY)[]).filter((key) => count(WEIGHTY[key])).map((key) => t(`recap.${key}`, { n: count(WEIGHTY[key]) }));
}

/** What the last HIT on a unit said about its counter: which side is up, whether it carries a marker. */
export function struck(events: readonly GameEvent[]): Map<string, { hit: boolean; back: boolean }> {
  const found = new Map<string, { hit: boolean; back: boolean }>();
  for (const event of events) {
    if (event.kind === "hit") found.set(String(event.data["unit"]), { hit: event.data["hit_marker"] === true, back: event.data["side_up"] === "back" });
  }
  return found;
}
