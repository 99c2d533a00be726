/** What happened in words and marks: whose doing it was, what a stretch of play brought, what HITs say of counters. */

import { texts } from "../../boards/hex/spots";
import type { GameEvent } from "../../lib/types";
import { seatShort } from "../cards";
import type { CamposantoPlay } from "./play.svelte";
import { t } from "./words";

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
