/** The story of a battle: how it is folded in the log, whose doing an event is, what a stretch of play brought. */

import type { Naming } from "../../boards/table/spots";
import type { Opens } from "../../lib/account";
import { said } from "../../lib/settings.svelte";
import type { GameEvent } from "../../lib/types";
import type { VivaPlay } from "./play.svelte";

export const opens: Opens = ({ kind, data }) => (kind === "turn" || kind === "phase" ? { side: typeof data["seat"] === "string" ? data["seat"] : null } : null);

export const sideOf = ({ data }: GameEvent, play: VivaPlay): string | null => {
  for (const key of ["by", "side", "seat"]) if (data[key] === "red" || data[key] === "blue") return data[key];
  return typeof data["unit"] === "string" ? play.sideOf(data["unit"]) : typeof data["general"] === "string" ? play.sideOf(data["general"]) : null;
};

/** Losses, routs and what ends a brigade are told before all else. */
const HEAVY = new Set(["eliminated", "demoralised", "broken", "revealed", "general"]);
export const headline = (events: readonly GameEvent[], _play: VivaPlay): string[] =>
  events.filter(({ kind, data }) => HEAVY.has(kind) || (kind === "state" && data["state"] === "routed")).map(({ text }) => said(text));

const BLOWS = new Set<unknown>(["fire", "melee"]);
export const NAMING: Naming = {
  actors: ["unit", "units", "general"],
  goals: ["target", "enemy"],
  struck: ({ kind, data }) => BLOWS.has(data["why"]) || kind === "charge" || kind === "contact",
};
