/** What a table of this game is told, in types made from the server's own; views leave nothing out. */

import type { Followed, Refused } from "../../boards/table/course.svelte";
import type { Pose } from "../../boards/table/geometry";
import { SIDES, type SideName } from "../../boards/table/sides";
import type { View as AnyView } from "../../lib/types";
import type * as made from "./generated";

type Whole<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Sure<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

export { SIDES, type SideName };
export type Base = Sure<Whole<made.Base>, "facing" | "stats" | "brigade" | "formation" | "weapon" | "depth" | "name">;
export type General = Sure<Whole<made.General>, "radius" | "name"> & { cic: boolean };
export type Terrain = made.PieceSaid;
export type Objective = Whole<made.Objective>;
export type Manoeuvre = NonNullable<made.Move["path"]>[number];
export type Move = made.Move;
export type Answer = Extract<made.Answer, { do: string }>;
/** Bases that act together: a line, a column, a square, a great unit. */
export interface Formation {
  unit: string;
  kind: string;
  bases: string[];
}

export type View = AnyView &
  Whole<Omit<made.Position, "bases" | "generals" | "table" | "objectives" | "since" | "ended" | "attack" | "setup" | "hand" | "guns" | "battered" | "volleys" | "watched" | "stage" | "chosen">> &
  Pick<made.Position, "attack" | "setup" | "hand" | "guns"> & {
    table: { size: [number, number]; terrain: Terrain[] };
    bases: Base[];
    generals: General[];
    objectives: Objective[];
    footprints: Record<string, [number, number]>;
    formations: Formation[];
    /** troops of the other side that it has not shown yet */
    roster?: { bases: Pick<Base, "side" | "type" | "stats">[]; generals: Pick<General, "side" | "level">[] };
  };

/** The view as this game tells it. */
export const viewOf = (view: AnyView): View => view as unknown as View;

/** A base that stands on the table. */
export interface Standing {
  kind: "base";
  id: string;
  name: string;
  pose: Pose;
  base: Base;
}
/** A general. */
export interface Leading {
  kind: "general";
  id: string;
  name: string;
  pose: Pose;
  general: General;
}
export type Counter = Standing | Leading;

/** A move followed by the server before it is made. */
export interface Ghost extends Followed<Move, { go: made.Form; refusal: Refused | null }> {
  formation?: string;
  /** where each base of the unit would stand */
  bases?: Record<string, Pose>;
}

/** A charge or an approach as it would be declared now. */
export interface Foreseen {
  refusal: Refused | null;
  reach: number;
  side: string;
  react: { do: string }[];
  wheel: { side: "left" | "right"; angle: number } | null;
  distance: number | null;
  way: number | null;
  contact: boolean | null;
}
/** A test of morale as it would be rolled now. */
export interface Test {
  unit: string;
  need: number;
  value: number;
  modifiers: [string, number][];
  results: string[];
  chance: number;
}
/** A shot as the rules reckon it. */
export interface Aim {
  refusal: Refused | null;
  distance?: number | null;
  band?: string | null;
  value?: number;
  modifiers?: [string, number][] | null;
}
/** A mêlée as it would be rolled now. */
export interface Bout {
  combat: Record<SideName, { units: string[]; value: number | null; modifiers: [string, number][] }> | null;
}
