/** Made by `make types` from the server's own models: not to be edited. e963612e286c6215dce08c704816af3e */

export type Answer =
  | About
  | Advance
  | Appear
  | Approach
  | Back
  | BreakOff
  | Charge
  | ChargeWheel
  | Choose
  | Counter
  | Deploy
  | Done
  | Enter
  | EnterTable
  | Evade
  | FaceThem
  | Fire
  | FireEvade
  | Form
  | GoOn
  | Hold
  | Join
  | Leader
  | Leave
  | Melee
  | Move
  | Oblique
  | Occupy
  | Orders
  | Pick
  | Placed
  | Plan
  | Principal
  | Rally
  | Reserve
  | Retreat
  | Search
  | Sideways
  | Stand
  | Stay
  | Successor
  | Tactical
  | To
  | TurnTo
  | Wait
  | Wheel;

export interface About {
  go: "about";
}
export interface Advance {
  go: "advance";
  by: number;
}
export interface Appear {
  do: "appear";
  group: string;
  bases: {
    [k: string]: Placed;
  };
  generals?: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: number[];
  };
}
/**
 * Where a base deploys.
 */
export interface Placed {
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
  facing?: number | null;
  formation?: ("battery" | "column" | "limbered" | "line" | "skirmish" | "square") | null;
}
export interface Approach {
  do: "approach";
  target: string;
  unit?: string | null;
  wheel?: ChargeWheel | null;
  alone?: boolean;
}
/**
 * 6.2-b: the wheel with which a charge begins.
 */
export interface ChargeWheel {
  side: "left" | "right";
  angle: number;
}
export interface Back {
  go: "back";
  by: number;
}
export interface BreakOff {
  do: "break_off";
  unit: string;
}
/**
 * 6-b: `unit` is left out where it is known who charges.
 */
export interface Charge {
  do: "charge";
  target: string;
  unit?: string | null;
  wheel?: ChargeWheel | null;
  alone?: boolean;
}
export interface Choose {
  do: "division";
  division: string;
}
export interface Counter {
  do: "counter";
}
export interface Deploy {
  do: "deploy";
  division: string;
  bases: {
    [k: string]: Placed;
  };
  generals?: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: number[];
  };
}
export interface Done {
  do: "done";
}
export interface Enter {
  go: "enter";
  piece: string;
}
export interface EnterTable {
  do: "enter";
  group: string;
  formation?: "column" | "deployed";
}
export interface Evade {
  do: "evade";
  formation?: "skirmish" | null;
}
export interface FaceThem {
  do: "face";
  side: "left" | "right";
}
/**
 * Without a unit where it is known who shoots.
 */
export interface Fire {
  do: "fire";
  unit?: string | null;
  target?: string | null;
  side?: ("front" | "left" | "rear" | "right") | number | null;
}
export interface FireEvade {
  do: "fire_evade";
}
/**
 * 5.2.9-b: take up a formation; limber, unlimber, mount, dismount.
 */
export interface Form {
  go: "form";
  formation: "battery" | "column" | "limbered" | "line" | "skirmish" | "square";
  mounted?: boolean | null;
  facing?: number | null;
}
export interface GoOn {
  do: "go_on";
  by?: number | null;
}
export interface Hold {
  do: "hold";
}
export interface Join {
  do: "join";
  unit: string;
  enemy: string;
}
export interface Leader {
  do: "leader";
  general: string;
}
export interface Leave {
  go: "leave";
  piece: string;
  side: number;
}
export interface Melee {
  do: "melee";
  unit: string;
}
export interface Move {
  do: "move";
  unit: string;
  path?: (Advance | Oblique | Wheel | Back | Sideways | About | Form | To | Tactical | Enter | Leave)[];
  alone?: boolean;
}
export interface Oblique {
  go: "oblique";
  side: "left" | "right";
  angle: number;
  by: number;
}
/**
 * 5.2.4-a: on the front corner of that side, forward or back.
 */
export interface Wheel {
  go: "wheel";
  side: "left" | "right";
  angle: number;
  back?: boolean;
}
export interface Sideways {
  go: "sideways";
  side: "left" | "right";
  by: number;
}
export interface To {
  go: "to";
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
}
/**
 * 5.2.8-c: the way of the unit's centre, and how it faces at the end.
 */
export interface Tactical {
  go: "tactical";
  /**
   * @minItems 1
   * @maxItems 32
   */
  by: number[][];
  facing: number;
}
export interface Occupy {
  do: "occupy";
  unit: string;
  piece: string;
  sides?: number[] | "all" | null;
  facing?: number | null;
  alone?: boolean;
}
/**
 * 3.3.2, 3.5.1: which general gets which die; in secret also who gets a dummy.
 */
export interface Orders {
  do: "orders";
  assign: {
    [k: string]: number;
  };
  dummies?: string[];
}
/**
 * Whose moves are to be listed next.
 */
export interface Pick {
  do: "unit";
  unit: string;
}
/**
 * 12.1.3: the sector of each division, column from the west, row from the own edge.
 */
export interface Plan {
  do: "plan";
  sectors: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: number[];
  };
}
export interface Principal {
  do: "principal";
  unit: string;
}
export interface Rally {
  do: "rally";
  general: string;
  unit: string;
}
export interface Reserve {
  do: "reserve";
  division: string;
}
export interface Retreat {
  do: "retreat";
}
export interface Search {
  do: "search";
  unit: string;
  piece: string;
}
export interface Stand {
  do: "stand";
}
export interface Stay {
  do: "stay";
}
export interface Successor {
  do: "successor";
  general: string;
}
export interface TurnTo {
  do: "turn";
  unit: string;
  facing: number;
}
export interface Wait {
  do: "wait";
}
/**
 * The table: its size and what lies on it, in thousandths of a um.
 */
export interface TableSaid {
  /**
   * @minItems 2
   * @maxItems 2
   */
  size?: number[];
  terrain?: PieceSaid[];
}
/**
 * A piece of terrain: an area with a `shape` or several, or a `line`.
 *
 *     Without `vdf` or `obstacle` they are rolled when somebody first comes to it (11.1.1, 11.3.3); a `secret` defence
 *     value is known to that side alone.
 */
export interface PieceSaid {
  id: string;
  type:
    | "bank"
    | "bridge"
    | "farm"
    | "fence"
    | "field"
    | "ford"
    | "fort"
    | "hedge"
    | "hill"
    | "impassable"
    | "marsh"
    | "orchard"
    | "pond"
    | "rampart"
    | "redoubt"
    | "river"
    | "road"
    | "stream"
    | "town"
    | "trench"
    | "village"
    | "wall"
    | "wood";
  shape?: number[][] | null;
  shapes?: number[][][] | null;
  line?: number[][] | null;
  width?: number | null;
  vdf?: number | null;
  secret?: ("blue" | "red") | null;
  obstacle?: number | null;
  material?: ("earth" | "stone" | "wood") | null;
  capacity?: Capacity | null;
  slope?: ("normal" | "steep") | null;
  top?: number[][] | null;
  own?: ("blue" | "red") | null;
  gaps?: number[][][] | null;
  wide?: number | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
}
/**
 * 5.5-d: how many bases of each kind an area holds; `either` where a place of the one serves the other.
 */
export interface Capacity {
  foot?: number;
  guns?: number;
  either?: boolean;
  order?: "any" | "closed" | "open";
}
/**
 * Whose army a side leads.
 */
export interface Army {
  list?: string | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  points?: number | null;
}
/**
 * A base: only `id`, `side`, `type` and `at` are required; null means that it is not on the table.
 */
export interface Base {
  id: string;
  side: "blue" | "red";
  at: number[] | null;
  type: "Cav" | "Dr" | "Hv" | "HvArt" | "LC" | "Ln" | "Lt" | "LtArt" | "MC" | "MdArt" | "MdHow" | "Pk" | "Rei" | "Sh" | "Wb" | "baggage" | "camp";
  facing?: number | null;
  stats?: string | null;
  mounted?: boolean;
  mounted_stats?: string | null;
  mounted_as?: ("Cav" | "LC" | "MC" | "Rei") | null;
  division?: string | null;
  brigade?: string | null;
  great?: string | null;
  formation?: ("battery" | "column" | "limbered" | "line" | "skirmish" | "square") | null;
  weapon?: ("Aq" | "Bw" | "HvArt" | "LBw" | "LtArt" | "MdArt" | "MdHow" | "Mk" | "Ps" | "XBw" | "none" | "various") | null;
  notes?: (
    | "any_order"
    | "cuirassiers"
    | "flank_fire"
    | "halberds"
    | "long_spears"
    | "mixed"
    | "pavises"
    | "rear_ranks_fire"
    | "salvo"
    | "shields"
    | "short_range"
    | "square"
    | "stakes"
    | "sword_shield"
  )[];
  depth?: number | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  strength?: number;
  losses?: number;
  state?: "disordered" | "ordered" | "routed" | "shaken";
  inside?: string | null;
  occupies?: string | Occupation | null;
  tactical?: boolean;
  first_fire?: boolean;
  engaged?: string | null;
  crossing?: string | null;
  fight?: Fight | null;
  moved?: number;
  pace?: number;
  acted?: boolean;
  fired?: boolean;
  damaged?: boolean;
  tested?: boolean;
  evaded?: boolean;
  late?: boolean;
  silent?: boolean;
  lost?: number;
  crossed?: string[];
  supports?: string | null;
}
/**
 * 5.5.2-b, 5.5.2-f: the piece a base occupies and at which sides, `all` for the perimeter; a line has none.
 */
export interface Occupation {
  piece: string;
  sides?: number[] | "all" | null;
}
/**
 * The mêlée a base is in: rounds fought, whether it charged, and whom where.
 */
export interface Fight {
  rounds?: number;
  charged?: boolean;
  on?: "flank" | "front" | "rear";
  principal?: boolean;
  began?: ("blue" | "red") | null;
}
/**
 * A general; `at` is the middle of his base.
 */
export interface General {
  id: string;
  side: "blue" | "red";
  at: number[] | null;
  level?: number;
  radius?: number | null;
  division?: string | null;
  superior?: string | null;
  cic?: boolean | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  state?: "captured" | "dead" | "well" | "wounded";
  until?: number[] | null;
  lost?: number | null;
  fell?: number[] | null;
  moved?: number;
}
/**
 * A division: whether it has to test, and until the end of which turn it wavers.
 */
export interface Division {
  side: "blue" | "red";
  tests?: boolean;
  wavers?: number | null;
  reserve?: boolean;
  army?: string | null;
}
/**
 * A piece of terrain or a place that is worth points of cohesion.
 */
export interface Objective {
  id: string;
  piece?: string | null;
  at?: number[] | null;
  value?: number;
  owner?: ("blue" | "red") | null;
  camp?: boolean;
  army?: string | null;
}
/**
 * A base that was lost, and why.
 */
export interface Eliminated {
  id: string;
  side: "blue" | "red";
  division?: string | null;
  stats?: string;
  why?: "abandoned" | "division" | "losses" | "routed_off" | "shaken_off" | "steady_off";
}
/**
 * The division in hand, its open brigade, and those that have finished.
 */
export interface ActiveDivision {
  division: string;
  brigade?: string | null;
  closed?: string[];
}
/**
 * A shot at the target whose fire is still open, and the damage it did.
 */
export interface Shot {
  unit: string;
  damage?: number;
  answered?: boolean;
  suffered?: number;
  extreme?: boolean;
}
/**
 * Work that is open inside a phase; one of the first six keys says of which kind.
 *
 *     Beside a general `test` says what he is tried for (10.3): `wound` or `capture`.
 */
export interface Task {
  test?: string | null;
  retreat?: string | null;
  rout?: string | null;
  recoil?: string | null;
  general?: string | null;
  division?: string | null;
  row?: string | null;
  losses?: number;
  damage?: number;
  enemy?: string | null;
}
/**
 * Divisions that enter the table later, where and in which formation.
 */
export interface Reinforcement {
  id: string;
  side: "blue" | "red";
  turn?: number | null;
  at?: number[] | null;
  divisions?: string[];
  formation?: "battery" | "column" | "limbered" | "line" | "skirmish" | "square";
  hidden?: boolean;
}
/**
 * Guns without a crew: their place, side, and the morale of the battery.
 */
export interface GunsLeft {
  id: string;
  side: "blue" | "red";
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
  facing: number;
  morale?: number;
}
/**
 * A charge or an approach under way: who, whom, how far it has come.
 */
export interface Attack {
  kind: "approach" | "charge";
  unit: string;
  target: string;
  on?: string;
  reaction?: string | null;
  left?: number;
  stage?: string;
}
/**
 * What is being settled before a pick-up battle: sectors of divisions, who deploys next.
 */
export interface SetUp {
  kind?: "assault" | "encounter";
  attacker?: ("blue" | "red") | null;
  home?: ("blue" | "red") | null;
  stage?: "deploy" | "intelligence" | "plan" | "values";
  plan?: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: number[];
  };
  turns?: ("blue" | "red")[];
  reserves?: ("blue" | "red")[];
  kept?: ("blue" | "red")[];
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
 * A moment of a battle at a boundary. Only `bases` is required. Lengths are thousandths of a um.
 */
export interface Position {
  table?: TableSaid;
  edges?: {
    [k: string]: "east" | "north" | "south" | "west";
  };
  communications?: {
    [k: string]: number[][];
  };
  year?: number;
  armies?: {
    [k: string]: Army[] | Army;
  } | null;
  bases: Base[];
  generals?: General[];
  divisions?: {
    [k: string]: Division;
  };
  objectives?: Objective[];
  eliminated?: Eliminated[];
  players?: string[];
  turn?: number;
  last_turn?: number;
  impulse?: number;
  phase?: "activation" | "fire" | "manoeuvre" | "melee" | "orders" | "rally" | "reinforcements" | "setup";
  initiative?: "blue" | "red";
  rolled?: {
    [k: string]: number[];
  } | null;
  orders?: {
    [k: string]: number;
  };
  activated?: string[] | null;
  done?: string[];
  active?: ActiveDivision | null;
  side?: ("blue" | "red") | null;
  target?: string | null;
  shots?: Shot[];
  fought?: string[];
  cohesion?: {
    [k: string]: number;
  } | null;
  pending?: Task[];
  reinforcements?: Reinforcement[];
  guns?: GunsLeft[];
  battered?: {
    [k: string]: number;
  };
  volleys?: {
    [k: string]: string[];
  };
  hand?: {
    [k: string]: number[];
  };
  attack?: Attack | null;
  setup?: SetUp | null;
  watched?: {
    [k: string]: number[][];
  };
  stage?: string | null;
  chosen?: string | null;
  result?: Result | null;
  since?: (
    | {
        /**
         * @minItems 1
         */
        dice: number[];
      }
    | {
        seat: "red" | "blue";
        answer: {
          [k: string]: unknown;
        };
      }
  )[];
  ended?: null | Result;
}
