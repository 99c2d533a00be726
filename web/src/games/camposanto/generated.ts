/** Made by `make types` from the server's own models: not to be edited. f267587ed3ae5360d1c830d959fced4e */

export type Answer =
  Advance | Assault | Done | Face | FallBack | Fight | Fire | Flee | General | GoOn | Hit | Keep | Move | Next | Orders | Pass | Reroll | Stay | Stop | Swap;

export interface Advance {
  do: "advance";
  unit: string;
  hex: string;
}
export interface Assault {
  do: "assault";
  unit: string;
  targets: string[];
}
export interface Done {
  do: "done";
  from?: ("left" | "right") | null;
}
export interface Face {
  do: "face";
  unit: string;
  facing: "N" | "NE" | "NW" | "S" | "SE" | "SW";
}
/**
 * As a reaction one unit falls back by a path (6.4), in an Assault the whole side by its paths (7.1).
 */
export interface FallBack {
  do: "fall_back";
  unit?: string | null;
  path?: string[] | null;
  paths?: {
    [k: string]: string[];
  } | null;
}
export interface Fight {
  do: "fight";
}
export interface Fire {
  do: "fire";
  unit: string;
  hex: string;
}
export interface Flee {
  do: "flee";
  unit: string;
  path: string[];
}
export interface General {
  do: "general";
}
export interface GoOn {
  do: "go_on";
  path: string[];
}
export interface Hit {
  do: "hit";
  unit: string;
}
export interface Keep {
  do: "keep";
}
export interface Move {
  do: "move";
  unit: string;
  path: string[];
}
export interface Next {
  do: "next";
  unit: string;
}
export interface Orders {
  do: "orders";
  left: number;
  centre: number;
  right: number;
}
export interface Pass {
  do: "pass";
}
export interface Reroll {
  do: "reroll";
  marshal: string;
}
export interface Stay {
  do: "stay";
}
export interface Stop {
  do: "stop";
}
export interface Swap {
  do: "swap";
}
/**
 * A test board: Spain's edge is the last row, Austria's the first.
 */
export interface BlankMap {
  cols?: number;
  rows?: number;
  farmhouses?: string[];
  river?: string[];
  bridge?: string | null;
  pond?: string[];
}
export interface Both {
  spain?: number;
  austria?: number;
}
export interface PointsLeft {
  spain?: number[] | null;
  austria?: number[] | null;
}
export interface OrdersLaid {
  spain: WingPoints;
  austria: WingPoints;
}
export interface WingPoints {
  left: number;
  centre: number;
  right: number;
}
export interface Used {
  spain?: boolean;
  austria?: boolean;
}
/**
 * The acting wing; what it has declared and what it is still to fight belong to the assault step.
 */
export interface ActiveWing {
  side: "austria" | "spain";
  wing: "centre" | "left" | "right";
  state?: ("aggressive" | "cautious" | "impetuous" | "titubant") | null;
  step?: "artillery" | "assault" | "light_fire" | "marshal" | "movement" | "start";
  activated?: string[];
  fired?: string[];
  moved?: string[];
  facing?: string | null;
  declared?: {
    [k: string]: string[];
  };
  fighting?: boolean;
  pending?: string[][][];
  aftermath?: AftermathAt | null;
  began?: {
    [k: string]: Stood;
  };
}
/**
 * After a fight: the rule of the advance, who may advance, into which hexes, and who is still to turn.
 */
export interface AftermathAt {
  rule: "7.1-c" | "7.1-j";
  free?: string[];
  vacated?: string[];
  to_turn?: string[];
}
/**
 * Where a unit stood as the movement step began, and how it faced.
 */
export interface Stood {
  hex: string;
  facing: "N" | "NE" | "NW" | "S" | "SE" | "SW";
}
/**
 * A counter off the map: what it was, for the count of lost regiments. Where it stood no longer matters.
 */
export interface UnitGone {
  id: string;
  side: "austria" | "spain";
  wing: "centre" | "left" | "right";
  type: "artillery" | "cavalry" | "infantry" | "light" | "marshal";
  name?: string | null;
  regiment?: string | null;
  steps?: number | null;
  max?: number | null;
  stars?: number;
  facing?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  fire?: number[] | null;
  hex?: string | null;
}
/**
 * A counter on the map. Marshals have neither steps nor facing.
 */
export interface UnitAt {
  id: string;
  side: "austria" | "spain";
  wing: "centre" | "left" | "right";
  type: "artillery" | "cavalry" | "infantry" | "light" | "marshal";
  name?: string | null;
  regiment?: string | null;
  steps?: number | null;
  max?: number | null;
  stars?: number;
  facing?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  fire?: number[] | null;
  hex: string;
}
/**
 * How a game ended. `winner` is a seat, or None for a draw.
 */
export interface Result {
  winner: string | null;
  reason: string;
  rule: string | null;
  score: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A moment of a game at a boundary. Only `units` is required.
 */
export interface Position {
  map?: "camposanto" | BlankMap;
  turn?: "day" | "evening";
  phase?: number;
  last_turn?: "day" | "evening";
  vp?: Both;
  inflicted?: Both;
  series?: PointsLeft | null;
  orders_left?: PointsLeft;
  orders?: OrdersLaid | null;
  states?: {
    [k: string]: {
      [k: string]: "aggressive" | "cautious" | "impetuous" | "titubant";
    };
  } | null;
  order?: string[] | null;
  general_used?: Used;
  fatigued?: string[] | null;
  active?: ActiveWing | null;
  swap?: ("austria" | "spain") | null;
  wings?: string[] | null;
  eliminated?: UnitGone[];
  units: UnitAt[];
  result?: Result | null;
  since?: (
    | {
        /**
         * @minItems 1
         */
        dice: number[];
      }
    | {
        seat: "spain" | "austria";
        answer: {
          [k: string]: unknown;
        };
      }
  )[];
  ended?: null | Result;
}
