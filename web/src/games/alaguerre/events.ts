/** The story of a battle: how it is folded in the log, whose doing an event is, what a stretch of play brought. */

import type { Naming } from "../../boards/table/spots";
import type { Opens } from "../../lib/account";
import { said } from "../../lib/settings.svelte";
import type { GameEvent } from "../../lib/types";
import type { GuerrePlay } from "./play.svelte";

export const opens: Opens = ({ kind, data }) => (kind === "turn" || kind === "impulse" || kind === "division" ? { side: typeof data["side"] === "string" ? data["side"] : null } : null);

export const sideOf = ({ data }: GameEvent, play: GuerrePlay): string | null => {
  for (const key of ["by", "side"]) if (data[key] === "red" || data[key] === "blue") return data[key];
  return typeof data["unit"] === "string" ? play.sideOf(data["unit"]) : typeof data["general"] === "string" ? play.sideOf(data["general"]) : null;
};

/** Losses of units and generals, routs and what breaks are told before all else. */
const HEAVY = new Set(["eliminated", "division_lost", "army_routs", "overrun", "objective", "successor"]);
const FATES = new Set<unknown>(["mortal", "captured", "light"]);
export const headline = (events: readonly GameEvent[], _play: GuerrePlay): string[] =>
  events.filter(({ kind, data }) => HEAVY.has(kind) || (kind === "state" && data["state"] === "routed") || (kind === "general" && FATES.has(data["what"]))).map(({ text }) => said(text));

const BLOWS = new Set<unknown>(["fire", "melee"]);
export const NAMING: Naming = {
  actors: ["unit", "units", "general"],
  goals: ["target", "enemies"],
  struck: ({ kind, data }) => BLOWS.has(data["why"]) || kind === "contact" || kind === "engaged",
};
