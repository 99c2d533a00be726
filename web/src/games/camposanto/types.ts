/** What Camposanto's views, answers and drawing hold. */

import type { Facing, GridShape } from "../../boards/hex/hex";
import type { Answer as AnyAnswer, Drawing, Refusal, Side, View as AnyView } from "../../lib/types";

export type UnitType = "infantry" | "cavalry" | "artillery" | "light" | "marshal";
export type Wing = "left" | "centre" | "right";
export type WingState = "impetuous" | "aggressive" | "cautious" | "titubant";
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

export interface Unit {
  id: string;
  side: Side;
  wing: Wing;
  type: UnitType;
  name: string;
  regiment?: string | null;
  steps?: number;
  max?: number;
  stars?: number;
  facing?: Facing;
  fire?: number[];
  hex: string;
}

export type Gone = Omit<Unit, "hex"> & { hex?: string };

export interface Active {
  side: Side;
  wing: Wing;
  state: WingState;
  step: string;
  activated: string[];
  fired: string[];
  moved: string[];
  facing?: string | null;
  declared: Record<string, string[]>;
  fighting: boolean;
  pending: string[][][];
}

export interface View extends AnyView {
  turn: "day" | "evening";
  phase: number;
  last_turn: "day" | "evening";
  vp: Record<Side, number>;
  inflicted: Record<Side, number>;
  orders_left: Record<Side, number[]>;
  orders: Record<Side, Record<Wing, number>> | null;
  states: Record<Side, Partial<Record<Wing, WingState>>>;
  order: string[];
  general_used: Record<Side, boolean>;
  fatigued: string[];
  active: Active | null;
  wings: string[];
  eliminated: Gone[];
  units: Unit[];
}

/** An answer as the options list it; `do` says which keys are there. */
export interface Answer extends AnyAnswer {
  unit?: string;
  hex?: string;
  path?: string[];
  paths?: Record<string, string[]>;
  facing?: Facing;
  targets?: string[];
  marshal?: string;
  from?: "left" | "right";
  left?: number;
  centre?: number;
  right?: number;
}

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

export type Look = { look: "unit"; unit: string } | { look: "line"; from: string; to: string } | { look: "threats"; hex: string; side: Side };
export type Found = Study | Sight | Threats;

export const fieldOf = (drawing: Drawing): Field => drawing as unknown as Field;
export const viewOf = (view: AnyView): View => view as View;
