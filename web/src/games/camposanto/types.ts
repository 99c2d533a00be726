/** What Camposanto's views, answers and drawing hold. */

import type { Facing, GridShape } from "../../boards/hex/hex";
import type { Drawing, Refusal, Side, View as AnyView } from "../../lib/types";
import type { ActiveWing, Position, UnitAt, UnitGone } from "./generated";

export type { Answer } from "./generated";
export type SideName = UnitAt["side"];
export type Wing = UnitAt["wing"];
export const WINGS: readonly Wing[] = ["left", "centre", "right"];

export interface Field extends GridShape {
  river: string[];
  bridge: string | null;
  pond: string[];
  out_of_play: string[];
  farmhouses: { hex: string; name: string }[];
  labels: { text: string; hex: string; kind: string }[];
  units: Record<string, { nation: string; strength?: string | null; note?: string | null }>;
  hex_m?: number;
}

/** What a position may leave open, a view tells. */
type Told<T, K extends keyof T> = T & { [key in K]-?: NonNullable<T[key]> };
export type Unit = Told<UnitAt, "name">;
export type Gone = Told<UnitGone, "name">;

type Plain = "turn" | "phase" | "vp" | "inflicted" | "orders_left" | "states" | "order" | "general_used" | "fatigued";
export type View = AnyView & Told<Pick<Position, Plain>, Plain> & {
    orders: NonNullable<Position["orders"]> | null;
    active: ActiveWing | null;
    units: Unit[];
    eliminated: Gone[];
  };

/** What the engine says about a unit on the board: its Front, its zone of control, its field of fire. */
export interface Study {
  look: "unit";
  unit: string;
  hex: string;
  front: string[];
  zone: string[];
  field: { hex: string; range: number }[];
  targets: string[];
  rules: Record<string, string>;
}

/** A line of fire: what it crosses, the first hex (or pair) that bars it, and the verdict. */
export interface Sight {
  look: "line";
  unit: string | null;
  from: string;
  to: string;
  range: number;
  crossed: string[][];
  blocked: string[] | null;
  refusal: Refusal | null;
  rule: string;
  modifiers: [string, number][];
}

export interface Threats {
  look: "threats";
  hex: string;
  units: { unit: string; hex: string; by: "fire" | "assault"; rule: string }[];
}

/** Several units moved together: how each would get to its goal, or why it does not. */
export interface March {
  look: "march";
  ways: { unit: string; path: string[]; refusal: Refusal | null }[];
}

/** What a way back costs for certain: steps by unit, and who is eliminated. */
export interface Cost {
  steps: Readonly<Record<string, number>>;
  gone: readonly string[];
}
export interface Costs {
  look: "costs";
  costs: (Cost | null)[];
}

export type Look = { look: "costs"; answers: readonly { do: string }[] } | { look: "march"; goals: Readonly<Record<string, string>> } | { look: "unit"; unit: string } | { look: "line"; from: string; to: string } | { look: "threats"; hex: string; side: Side };
export type Found = Study | Sight | Threats | March | Costs;

export const fieldOf = (drawing: Drawing): Field => drawing as unknown as Field;
export const viewOf = (view: AnyView): View => view as View;
/** The facing of a unit, where it has one. */
export const facingOf = (unit: Unit): Facing | null => unit.facing ?? null;
