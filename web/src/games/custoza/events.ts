/** What happened in words: whose doing it was, what a stretch of play brought. */

import { texts } from "../../boards/hex/spots";
import type { GameEvent } from "../../lib/types";
import { seatShort } from "../cards";
import type { CustozaPlay } from "./play.svelte";
import { t } from "./words";

/** An attempt to activate is its side's, with all that follows; a turn, a phase and the result are nobody's. */
export function opens({ kind, data }: GameEvent): { side: string | null } | null {
  if (kind === "roll" && data["why"] === "activation") return { side: String(data["by"]) };
  return ["turn", "phase", "result"].includes(kind) ? { side: null } : null;
}

/** Whose doing an event is: the seat named in it, or the side of its first unit or Formation. */
export function sideOf({ kind, data }: GameEvent, play: Pick<CustozaPlay, "sideOf">): string | null {
  if (kind === "result") return null;
  for (const key of ["by", "seat", "side"]) if (data[key] === "italy" || data[key] === "austria") return data[key];
  return [data["unit"], data["units"], data["attackers"], data["formation"]].flatMap(texts).map((id) => play.sideOf(id)).find((side) => side !== null) ?? null;
}

const DEEDS = {
  activated: ({ kind }: GameEvent) => kind === "activated",
  moves: ({ kind }: GameEvent) => kind === "moved",
  shots: ({ kind, data }: GameEvent) => kind === "roll" && data["why"] === "fire",
  combats: ({ kind }: GameEvent) => kind === "combat",
  hits: ({ kind }: GameEvent) => kind === "hit",
  lost: ({ kind }: GameEvent) => kind === "routed" || kind === "eliminated",
} as const;

/** What a stretch of play brought: what each side did and lost. */
export function headline(events: readonly GameEvent[], play: CustozaPlay): string[] {
  return Object.keys(play.s.table?.seats ?? {}).flatMap((side) => {
    const own = events.filter((event) => sideOf(event, play) === side);
    const told = (Object.keys(DEEDS) as (keyof typeof DEEDS)[]).flatMap((key) => {
      const n = own.filter(DEEDS[key]).length;
      return n ? [t(`recap.${key}`, { n })] : [];
    });
    return told.length ? [`${seatShort(play.s.table, side)}: ${told.join(", ")}`] : [];
  });
}
