/** What an event is about, as places on the map: for pointing at it, one event after another. */

import type { Spots } from "../../boards/hex/hand.svelte";
import type { GameEvent } from "../../lib/types";
import { seatShort } from "../cards";
import type { CamposantoPlay } from "./play.svelte";
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

/** A Phase, the points it brought and the orders turned up are nobody's; an activation is its side's. */
export const opens = ({ kind, data }: GameEvent): { side: string | null } | null =>
  kind === "activated" ? { side: String(data["side"]) } : ["vp", "phase", "states", "result"].includes(kind) ? { side: null } : null;

/** Whose doing an event is: the side named in it, or that of its first unit. */
export function sideOf({ kind, data }: GameEvent, play: Pick<CamposantoPlay, "sideOf">): string | null {
  if (kind === "vp" || kind === "result") return null;
  if (typeof data["side"] === "string") return data["side"];
  return [data["unit"], data["units"], data["attackers"]].flatMap(texts).map((id) => play.sideOf(id)).find((side) => side !== null) ?? null;
}

const DEEDS = {
  moves: ({ kind }: GameEvent) => kind === "moved" || kind === "advanced",
  shots: ({ kind, data }: GameEvent) => kind === "roll" && data["why"] === "fire",
  assaults: ({ kind }: GameEvent) => kind === "assault",
  back: ({ kind }: GameEvent) => kind === "fell_back" || kind === "fled",
  hits: ({ kind }: GameEvent) => kind === "hit",
  lost: ({ kind }: GameEvent) => kind === "eliminated",
} as const;

/** What a stretch of play brought: what each side did and lost, and the Phases that ended, with their points. */
export function headline(events: readonly GameEvent[], play: CamposantoPlay): string[] {
  const game = play.s.table?.game;
  const sides = Object.keys(play.s.table?.seats ?? {}).map((side) => {
    const own = events.filter((event) => sideOf(event, play) === side);
    const told = (Object.keys(DEEDS) as (keyof typeof DEEDS)[]).flatMap((key) => {
      const n = own.filter(DEEDS[key]).length;
      return n ? [t(`recap.${key}`, { n })] : [];
    });
    return told.length ? `${seatShort(game, side)}: ${told.join(", ")}` : "";
  });
  const phases = events
    .filter(({ kind }) => kind === "vp")
    .map(({ data }) => {
      const side = data["side"];
      return t(typeof side === "string" ? "recap.vp" : "recap.vp.none", { who: typeof side === "string" ? seatShort(game, side) : "", spain: Number(data["spain_vp"]), austria: Number(data["austria_vp"]) });
    });
  return [...sides, ...phases].filter(Boolean);
}

/** What the last HIT on a unit said about its counter: which side is up, whether it carries a marker. */
export function struck(events: readonly GameEvent[]): Map<string, { hit: boolean; back: boolean }> {
  const found = new Map<string, { hit: boolean; back: boolean }>();
  for (const event of events) {
    if (event.kind === "hit") found.set(String(event.data["unit"]), { hit: event.data["hit_marker"] === true, back: event.data["side_up"] === "back" });
  }
  return found;
}
