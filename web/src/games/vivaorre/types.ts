/** What a table of this game is told, in types made from the server's own; views leave nothing out. */

import type { Followed, Refused } from "../../boards/table/course.svelte";
import type { Pose } from "../../boards/table/geometry";
import { SIDES, type SideName } from "../../boards/table/sides";
import type { View as AnyView } from "../../lib/types";
import type * as made from "./generated";

type Whole<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type Sure<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

export { SIDES, type SideName };
export type Unit = Sure<Whole<made.Unit>, "facing" | "arm" | "training" | "class" | "notes" | "weapon" | "sections" | "figures" | "start" | "formation" | "files" | "name" | "points">;
export type General = Whole<made.General>;
export type Terrain = made.PieceSaid;
export type FormationName = Unit["formation"];
export type Manoeuvre = NonNullable<made.Move["path"]>[number];
export type Shot = made.Shot;

export type Answer = Extract<made.Answer, { do: string }>;
export type Move = made.Move;

export type View = AnyView &
  Whole<Omit<made.Position, "units" | "generals" | "table" | "since" | "ended">> & {
    table: { size: [number, number]; terrain: Terrain[] };
    units: Unit[];
    generals: General[];
    footprints: Record<string, [number, number]>;
    unseen: Record<SideName, number>;
  };

/** The view as this game tells it. */
export const viewOf = (view: AnyView): View => view as unknown as View;

/** A unit that stands on the table. */
export interface Standing {
  kind: "unit";
  id: string;
  name: string;
  pose: Pose;
  unit: Unit;
}
/** A general, alone or with a unit. */
export interface Mounted {
  kind: "general";
  id: string;
  name: string;
  pose: Pose;
  general: General;
}
export type Counter = Standing | Mounted;

/** A move followed by the server before it is made. */
export interface Ghost extends Followed<Move, { go: made.Form; unspent: number; refusal: Refused | null }> {
  formation?: FormationName;
  files?: number;
  ranks?: number;
  mounted?: boolean | null;
  disorder?: string | null;
  unspent?: number;
  /** the line that it leads, where several move as one */
  body?: Body;
}
/** One of a line that moves as one, and why it stays behind where it does. */
export type Follower = Omit<Ghost, "forms"> & { unit: string };
/** Several that move as one, as far as all of them can go, in the order in which they go. */
export interface Body {
  path: Manoeuvre[];
  members: Follower[];
  slowest: string | null;
  refusal: Refused | null;
  forms: Ghost["forms"];
}

/** A shot as it would be rolled. */
export interface Aim {
  refusal: Refused | null;
  distance?: number;
  band?: string;
  figures?: number;
  share?: string;
  count?: number;
  need?: number;
  modifiers?: [string, number][];
}
