/** What odds say of a combat or a shot, in a few figures: how it may end, and what it costs on the average. */

import type { Odds } from "../../lib/types";

export type Pair = readonly [sp: number, levels: number];

export interface Combat {
  win: number;
  draw: number;
  lose: number;
  /** that it does not come to a combat */
  none: number;
  /** strength points and levels that each side loses on the average */
  own: Pair;
  enemy: Pair;
}

export interface Shot {
  /** how likely it has an effect at all */
  effect: number;
  enemy: Pair;
}

/** A roll of combat or fire before the dice: what it is looked up by, and what is added. */
export interface Blow {
  odds?: string;
  row?: string;
  column?: string | number;
  modifiers: [string, number][];
  shifts?: [string, number][];
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

interface Ending {
  winner?: string | null;
  sp?: number | [number, number];
  levels?: number | [number, number];
}

/** The figures of a combat that the one who asks begins; null where these are not the odds of one. */
export function combat({ outcomes }: Pick<Odds, "outcomes">): Combat | null {
  const ends = outcomes.map(({ outcome, chance }) => ({ ...(outcome as Ending), chance }));
  if (!ends.length || !ends.every(({ winner, sp }) => winner !== undefined && Array.isArray(sp))) return null;
  const of = (winner: string) => ends.reduce((sum, end) => sum + (end.winner === winner ? end.chance : 0), 0);
  const mean = (side: 0 | 1, key: "sp" | "levels") => ends.reduce((sum, end) => sum + end.chance * ((end[key] as [number, number] | undefined)?.[side] ?? 0), 0);
  return { win: of("attacker"), draw: of("draw"), lose: of("defender"), none: ends.reduce((sum, end) => sum + (end.winner === null ? end.chance : 0), 0), own: [mean(0, "sp"), mean(0, "levels")], enemy: [mean(1, "sp"), mean(1, "levels")] };
}

/** The figures of a shot; null where these are not the odds of one. */
export function shot({ outcomes }: Pick<Odds, "outcomes">): Shot | null {
  const ends = outcomes.map(({ outcome, chance }) => ({ ...(outcome as Ending), chance }));
  if (!ends.length || !ends.every(({ winner, sp }) => winner === undefined && typeof sp === "number")) return null;
  const mean = (key: "sp" | "levels") => ends.reduce((sum, end) => sum + end.chance * Number(end[key] ?? 0), 0);
  return { effect: ends.reduce((sum, end) => sum + (Number(end.sp) || Number(end.levels) ? end.chance : 0), 0), enemy: [mean("sp"), mean("levels")] };
}
