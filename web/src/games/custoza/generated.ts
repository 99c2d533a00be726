/** Made by `make types` from the server's own models: not to be edited. d9bd2d589e968f38f9c65cb2a387f10a */

export type Answer =
  | Activate
  | Advance
  | Assault
  | BreakOff
  | Build
  | Charge
  | Choose
  | Claim
  | Declare
  | Deploy
  | Done
  | Face
  | FallBack
  | Ferry
  | Fire
  | GoOn
  | Halt
  | Hit
  | Keep
  | Lead
  | LeaveMarch
  | LeaveSquare
  | Limber
  | March
  | Move
  | Objective
  | Pass
  | Place
  | Rally
  | Recover
  | Remove
  | Reserve
  | Retreat
  | Shift
  | Square
  | Stop
  | Turn
  | Unlimber;

export interface Activate {
  do: "activate";
  formation: string;
}
export interface Advance {
  do: "advance";
  with: string[];
}
export interface Assault {
  do: "assault";
  units: string[];
  path?: string[];
  target?: string | null;
  march?: boolean | null;
}
export interface BreakOff {
  do: "break_off";
}
export interface Build {
  do: "build";
  hex: string;
}
export interface Charge {
  do: "charge";
  units: string[];
  path?: string[];
  target?: string | null;
  march?: boolean | null;
}
export interface Choose {
  do: "choose";
  objective: number;
}
export interface Claim {
  do: "claim";
  group: string;
}
export interface Declare {
  do: "declare";
  type: "assault" | "charge";
  hex: string;
  target: string;
}
export interface Deploy {
  do: "deploy";
  formation: string;
}
export interface Done {
  do: "done";
}
export interface Face {
  do: "face";
  units: string[];
  facing: "N" | "NE" | "NW" | "S" | "SE" | "SW";
}
export interface FallBack {
  do: "fall_back";
  units: string[];
  path?: string[] | null;
  paths?: {
    [k: string]: string[];
  } | null;
}
export interface Ferry {
  do: "ferry";
  units: string[];
  hex: string;
}
/**
 * As an action at a hex; as a reaction at the trigger, a fortress naming which of its two Forces fires.
 */
export interface Fire {
  do: "fire";
  units: string[];
  hex?: string | null;
  at?: ("artillery" | "cavalry" | "infantry") | null;
  facing?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  path?: string[];
  class?: ("artillery" | "cavalry" | "infantry") | null;
}
export interface GoOn {
  do: "go_on";
  path?: string[] | null;
}
export interface Halt {
  do: "halt";
  unit: string;
}
export interface Hit {
  do: "hit";
  unit: string;
}
export interface Keep {
  do: "keep";
}
export interface Lead {
  do: "lead";
  unit: string;
}
export interface LeaveMarch {
  do: "leave_march";
  units: string[];
}
export interface LeaveSquare {
  do: "leave_square";
  units: string[];
}
export interface Limber {
  do: "limber";
  units: string[];
}
export interface March {
  do: "march";
  formation: string;
  objective: string;
}
export interface Move {
  do: "move";
  units: string[];
  path: string[];
  march?: boolean | null;
  unlimber?: boolean;
}
export interface Objective {
  do: "objective";
  formation: string;
  hex: string;
}
export interface Pass {
  do: "pass";
}
export interface Place {
  do: "place";
  unit: string;
  hex: string;
  facing?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  march?: boolean | null;
}
export interface Rally {
  do: "rally";
  unit: string;
}
export interface Recover {
  do: "recover";
  unit: string;
  of: "exhaustion" | "status";
}
export interface Remove {
  do: "remove";
  unit: string;
}
/**
 * A unit of the Reserve is taken along (4.4), or a Formation goes In Reserve (16.12).
 */
export interface Reserve {
  do: "reserve";
  unit?: string | null;
  formation?: string | null;
}
export interface Retreat {
  do: "retreat";
  units: string[];
  path: string[];
  with?: string[];
}
export interface Shift {
  do: "shift";
  group: string;
  hex: string;
}
export interface Square {
  do: "square";
  units: string[];
}
export interface Stop {
  do: "stop";
}
export interface Turn {
  do: "turn";
  hex: string;
  target: string;
}
export interface Unlimber {
  do: "unlimber";
  units: string[];
}
/**
 * A test board of the printed numbering, all clear and flat but for what is said here.
 */
export interface BlankMap {
  terrain?: {
    [k: string]: string;
  };
  levels?: {
    [k: string]: number;
  };
  hexsides?: string[][];
  roads?: RoadSaid[];
  bridges?: string[];
  fords?: string[];
  west?: string[];
}
/**
 * A road of a blank board.
 */
export interface RoadSaid {
  class: "major" | "minor";
  path: string[];
}
/**
 * A game turn of a day.
 */
export interface Moment {
  day: number;
  gt: number;
}
/**
 * A counter, in a hex of the map or in a box beside it.
 */
export interface Unit {
  id: string;
  side: "austria" | "italy";
  type: "artillery" | "cavalry" | "commander" | "fortress" | "general" | "horse_artillery" | "light" | "line" | "scout" | "train";
  hex?: string | null;
  box?: ("due" | "eliminated" | "exited" | "formation" | "pool" | "routed") | null;
  formation?: string | null;
  name?: string | null;
  sp?: number | null;
  max?: number | null;
  cv?: number | null;
  ma?: number | null;
  sv?: number | null;
  status?: "disordered" | "disorganised" | "good_order" | "shaken";
  facing?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  ammo?: "full" | "low" | "out";
  march?: boolean;
  square?: boolean;
  exhausted?: boolean;
  ooc?: boolean;
  reserve?: boolean;
  used?: boolean;
  guns?: number;
  attack_from?: string[] | null;
  value?: number;
  up?: boolean;
  building?: WorkSaid | null;
  ferry?: boolean | WorkSaid | null;
}
/**
 * A bridge or a ferry under way: where, and for how many game turns, the present one included.
 */
export interface WorkSaid {
  hex: string;
  left: number;
}
/**
 * A Formation: what it is, how it stands, and what it has done in this game turn.
 */
export interface Formation {
  id: string;
  side: "austria" | "italy";
  name?: string | null;
  rank?: "brigade" | "corps" | "division";
  command?: number;
  state?: "engaged" | "march" | "reserve";
  objective?: string | null;
  attempts?: number;
  this_turn?: ("activated" | "halted") | null;
  markers_placed?: number;
  fought?: boolean;
  moved?: boolean;
  changed?: boolean;
  morale?: number;
  blooded?: boolean;
  fatigue?: number;
  fatigued?: boolean;
  cut_off?: boolean;
  collapse?: number | null;
  no_general?: boolean;
  corps?: string | null;
  entry?: string | string[] | null;
}
/**
 * The activated Formation, its markers, and who has acted.
 */
export interface ActiveFormation {
  formation: string;
  step?: "act" | "declare";
  conduct?: "bold" | "cautious" | "fall_back" | "free" | "halt" | "hold" | "own_judgement" | "rash";
  markers?: Marker[];
  acted?: {
    [k: string]: Acted;
  };
  commander_moved?: boolean;
  reserve?: string | null;
  entered?: number;
}
/**
 * An Assault or Charge marker in its hex, pointing at the target.
 */
export interface Marker {
  type: "assault" | "charge";
  hex: string;
  target: string;
  spent?: boolean;
}
/**
 * What a unit has done in this activation or phase.
 */
export interface Acted {
  did: "assault" | "build" | "charge" | "fall_back" | "ferry" | "fire" | "move" | "square";
  mp?: string;
}
/**
 * What a side has to see to before the phase goes on: a march, a scout, a deployment.
 */
export interface Task {
  what: "deploy" | "entry_barred" | "march_move" | "place" | "scout_halts" | "scout_joins" | "scout_leaves" | "scout_move" | "scout_returns" | "screen";
  side: "austria" | "italy";
  formation?: string | null;
  unit?: string | null;
}
/**
 * Counters that are placed freely before the game, and the hexes for them.
 */
export interface FreeZone {
  side: "austria" | "italy";
  units: string[];
  hexes: string[];
  enters?: boolean;
}
/**
 * Where a counter is to stand when the free set-up is over.
 */
export interface Planned {
  hex: string;
  facing?: "N" | "NE" | "NW" | "S" | "SE" | "SW";
  march?: boolean;
}
/**
 * Units that are to choose their facing; a march ends within a side of `along`.
 */
export interface Turning {
  units: string[];
  along?: ("N" | "NE" | "NW" | "S" | "SE" | "SW") | null;
  rule?: string;
}
export interface HexesBySide {
  italy?: string[];
  austria?: string[];
}
export interface SupplyBySide {
  italy?: string[] | null;
  austria?: string[] | null;
}
/**
 * How the game is won: most of some hexes, or Strategic Objectives.
 */
export interface VictorySaid {
  type: "majority" | "objectives";
  hexes?: string[];
  objectives?: ObjectiveSaid[] | null;
}
/**
 * A Strategic Objective, as the scenario files write it.
 */
export interface ObjectiveSaid {
  side: "austria" | "italy";
  number: number;
  conditions: ConditionSaid[];
  title?: string;
  optional_reinforcements?: boolean;
  allows_optional_reinforcements?: boolean;
  source?: string | null;
  src?: string | null;
}
/**
 * A part of a Strategic Objective.
 */
export interface ConditionSaid {
  kind: "control_all" | "control_all_bridge_east_sides" | "corps_exited" | "corps_west_of_mincio" | "no_ah_loc" | "occupy_all" | "valid_loc";
  hexes?: string[];
  from?: string | null;
  to?: string | null;
  text?: string | null;
  edge?: string | null;
  limit?: string | null;
  river?: string | null;
  note?: string | null;
}
export interface Strategies {
  italy?: number | null;
  austria?: number | null;
}
/**
 * A group that is due: of a Formation, or units that enter alone.
 */
export interface Reinforcement {
  id: string;
  side: "austria" | "italy";
  units: string[];
  day: number;
  gt: number;
  entry: string;
  formation?: string | null;
  condition?: string | null;
}
/**
 * A counter as printed; everybody may know it.
 */
export interface Counter {
  id: string;
  side: "austria" | "italy";
  type: "artillery" | "cavalry" | "commander" | "fortress" | "general" | "horse_artillery" | "light" | "line" | "scout" | "train";
  name: string;
  sp?: number;
  cv?: number;
  ma?: number;
  sv?: number;
  value?: number;
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
  map?: "custoza" | BlankMap;
  mode?: "advanced" | "base";
  year?: 1848 | 1866;
  day?: number;
  gt?: number;
  light?: ("dawn" | "day" | "dusk" | "night") | null;
  last?: Moment | null;
  area?: number[] | null;
  phase?: ("action" | "command" | "end" | "fatigue" | "initiative" | "march" | "non_activated" | "ooc" | "setup") | null;
  initiative?: "austria" | "italy";
  fixed_initiative?: boolean;
  next?: ("austria" | "italy") | null;
  passes?: number;
  units: Unit[];
  formations?: Formation[];
  active?: ActiveFormation | null;
  step?: ("generals" | "objectives" | "place" | "rally" | "reinforcements" | "states" | "strategy") | null;
  tasks?: Task[];
  free?: FreeZone[];
  plan?: {
    [k: string]: Planned;
  };
  facing?: Turning | null;
  acted?: {
    [k: string]: Acted;
  };
  in_reach?: {
    [k: string]: string[];
  };
  control?: HexesBySide;
  supply?: SupplyBySide;
  victory?: VictorySaid | null;
  strategy?: Strategies;
  reluctance?: boolean;
  skip_command?: number | null;
  reinforcements?: Reinforcement[];
  pontoon?: string | null;
  roster?: {
    [k: string]: Counter[];
  } | null;
  result?: Result | null;
  since?: (
    | {
        /**
         * @minItems 1
         */
        dice: number[];
      }
    | {
        seat: "italy" | "austria";
        answer: {
          [k: string]: unknown;
        };
      }
  )[];
  ended?: null | Result;
}
