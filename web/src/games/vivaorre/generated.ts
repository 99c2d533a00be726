/** Made by `make types` from the server's own models: not to be edited. 2cab9c57864b11f0dd8fa8a440f3d99f */

export type Answer =
  | About
  | Advance
  | Back
  | Charge
  | ChargeWheel
  | Choose
  | Crew
  | Demolish
  | Deploy
  | Dig
  | Done
  | Evade
  | Fire
  | First
  | Follow
  | Form
  | FormSquare
  | GoOn
  | Melee
  | Move
  | Oblique
  | Orders
  | Pass
  | Placed
  | Pursue
  | Reorder
  | Reroll
  | Route
  | Second
  | Shot
  | Sideways
  | Stand
  | Stay
  | Stop
  | Terrain
  | To
  | TurnAside
  | Wheel
  | When;

export interface About {
  go: "about";
}
export interface Advance {
  go: "advance";
  by: number;
}
export interface Back {
  go: "back";
  by: number;
}
/**
 * 7-a: who charges whom; again replaces, no target withdraws.
 */
export interface Charge {
  do: "charge";
  unit: string;
  target: string | null;
  wheel?: ChargeWheel | null;
}
/**
 * The wheel with which a charge begins: about which front corner, how far.
 */
export interface ChargeWheel {
  side: "left" | "right";
  angle: number;
}
/**
 * Whose moves are to be listed next.
 */
export interface Choose {
  do: "unit";
  unit: string;
}
export interface Crew {
  do: "crew";
  unit: string;
  battery: string;
  figures?: number;
}
export interface Demolish {
  do: "demolish";
  unit: string;
  piece: string;
}
export interface Deploy {
  do: "deploy";
  units?: {
    [k: string]: Placed;
  };
  generals?: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: number[];
  };
  trenches?: number[][][];
}
/**
 * Where a unit deploys.
 */
export interface Placed {
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
  facing?: number | null;
  formation?: ("assault" | "battery" | "limbered" | "line" | "march" | "mass" | "skirmish" | "square") | null;
  ranks?: number;
  hidden?: boolean;
}
export interface Dig {
  do: "dig";
  unit: string;
}
export interface Done {
  do: "done";
}
export interface Evade {
  do: "evade";
}
/**
 * Units left out hold their fire.
 */
export interface Fire {
  do: "fire";
  shots: Shot[];
}
/**
 * 9-a: a unit and its target: an enemy unit, a structure, or a place where one suspects somebody (13-h).
 */
export interface Shot {
  unit: string;
  target?: string | null;
  at?: number[] | null;
  ammo?: ("ball" | "canister" | "shell") | null;
  side?: ("front" | "left" | "rear" | "right") | null;
  figures?: number | null;
}
export interface First {
  do: "first";
}
export interface Follow {
  go: "follow";
  road: string;
  by: number;
}
/**
 * 2-e to 2-l: take up a formation, in so many ranks where one skirmishes; limber, unlimber, mount, dismount.
 */
export interface Form {
  go: "form";
  formation: "assault" | "battery" | "limbered" | "line" | "march" | "mass" | "skirmish" | "square";
  ranks?: number;
  mounted?: boolean | null;
}
export interface FormSquare {
  do: "square";
}
export interface GoOn {
  do: "go_on";
  path?: (Form | About | TurnAside | Wheel | Advance | Oblique | Back | Sideways | To | Follow)[];
}
export interface TurnAside {
  go: "turn";
  side: "left" | "right";
}
export interface Wheel {
  go: "wheel";
  side: "left" | "right";
  angle: number;
}
export interface Oblique {
  go: "oblique";
  side: "left" | "right";
  angle: number;
  by: number;
}
export interface Sideways {
  go: "sideways";
  side: "left" | "right";
  by: number;
}
/**
 * Skirmishers, squares and generals go straight to a place; where it ends they face as they like.
 */
export interface To {
  go: "to";
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
  facing?: number | null;
}
export interface Melee {
  do: "melee";
  targets: {
    [k: string]: string;
  };
}
export interface Move {
  do: "move";
  unit: string;
  path?: (Form | About | TurnAside | Wheel | Advance | Oblique | Back | Sideways | To | Follow)[];
  forced?: boolean;
  enter?: number[] | null;
  join?: string | null;
}
export interface Orders {
  do: "orders";
  orders: {
    [k: string]: "advance" | "hold";
  };
}
export interface Pass {
  do: "pass";
}
export interface Pursue {
  do: "pursue";
}
/**
 * 8-ad: on the spot, or straight back.
 */
export interface Reorder {
  do: "reorder";
  unit: string;
  back?: number;
  formation?: ("assault" | "battery" | "limbered" | "line" | "march" | "mass" | "skirmish" | "square") | null;
}
/**
 * 5-ch9 names one die, 5-ch14 none.
 */
export interface Reroll {
  do: "reroll";
  general: string;
  die?: number | null;
}
export interface Route {
  do: "route";
  order: string[];
  line: number[][];
}
export interface Second {
  do: "second";
}
export interface Stand {
  do: "stand";
}
export interface Stay {
  do: "stay";
}
export interface Stop {
  do: "stop";
}
export interface Terrain {
  do: "terrain";
  type:
    | "bridge"
    | "building"
    | "bushes"
    | "dense_wood"
    | "ford"
    | "gentle_hill"
    | "gully"
    | "heavy_works"
    | "hedge"
    | "impassable"
    | "light_works"
    | "marsh"
    | "open"
    | "open_wood"
    | "road"
    | "rough"
    | "sand"
    | "steep_hill"
    | "stream"
    | "wall";
  shape?: number[][] | null;
  line?: number[][] | null;
}
export interface When {
  do: "when";
  brigade: string;
  half: "first" | "second";
}
/**
 * The table: its size and what lies on it, in mils.
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
 * A piece of terrain: an area with a `shape` or several, or a `line`; hills have a crest.
 */
export interface PieceSaid {
  id: string;
  type:
    | "bridge"
    | "building"
    | "bushes"
    | "dense_wood"
    | "ford"
    | "gentle_hill"
    | "gully"
    | "heavy_works"
    | "hedge"
    | "impassable"
    | "light_works"
    | "marsh"
    | "open"
    | "open_wood"
    | "road"
    | "rough"
    | "sand"
    | "steep_hill"
    | "stream"
    | "wall";
  shape?: number[][] | null;
  shapes?: number[][][] | null;
  line?: number[][] | null;
  width?: number | null;
  crest?: number[][] | null;
  material?: ("cliff" | "crest" | "fortified" | "jungle" | "river" | "stone" | "wood") | null;
  hits?: number;
  name?: string | null;
}
/**
 * An army: its list, its name, its initiative (6-d), whether it is European (3-i).
 */
export interface Army {
  list?: string | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  initiative?: number;
  european?: boolean;
}
/**
 * A unit: only `id`, `side` and `at` are required; null means that it is not yet on the table.
 */
export interface Unit {
  id: string;
  side: "blue" | "red";
  at: number[] | null;
  facing?: number | null;
  arm?: ("artillery" | "cavalry" | "infantry") | null;
  training?: ("irregular" | "regular") | null;
  class?: string | null;
  notes?: ("climb" | "cuirass" | "dismount" | "engineers" | "lance" | "skirmish")[] | null;
  weapon?:
    | (
        | "bow"
        | "breech_carbine"
        | "breech_rifle"
        | "dreyse_carbine"
        | "dreyse_rifle"
        | "musket"
        | "none"
        | "rifled_carbine"
        | "rifled_musket"
        | "smooth_carbine"
      )
    | null;
  gun?:
    | (
        | "breech_12"
        | "breech_15"
        | "howitzer_6"
        | "howitzer_8"
        | "long_tom"
        | "mg_modern"
        | "mg_old"
        | "parrott"
        | "pom_pom"
        | "rapid_4"
        | "rapid_6"
        | "rifled_12"
        | "rifled_4"
        | "rifled_6"
        | "rifled_8"
        | "rifled_9"
        | "russian_4"
        | "russian_6"
        | "smooth_12"
        | "smooth_16"
        | "smooth_18"
        | "smooth_24"
        | "smooth_4"
        | "smooth_6"
        | "smooth_8"
        | "smooth_9"
      )
    | null;
  mount?: ("horse" | "mountain") | null;
  sections?: number | null;
  figures?: number | null;
  start?: number | null;
  formation?: ("assault" | "battery" | "limbered" | "line" | "march" | "mass" | "skirmish" | "square") | null;
  files?: number | null;
  mounted?: boolean | null;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  points?: number | null;
  ranks?: number;
  hits?: number;
  state?: "routed" | "shaken" | "steady";
  shaken_since?: number | null;
  disorder?: ("ground" | "reorder") | null;
  brigade?: string | null;
  entry?: string | null;
  ally?: boolean;
  moved?: boolean;
  fired?: boolean;
  fought?: boolean;
  pursued?: boolean;
  digging?: boolean;
  no_move?: boolean;
  charged?: string | null;
  out?: boolean | null;
  retreated?: number | null;
  hidden?: boolean;
  located?: boolean;
  ammunition?: boolean;
  forming?: ("assault" | "battery" | "limbered" | "line" | "march" | "mass" | "skirmish" | "square") | null;
  forced_free?: boolean;
  berserk?: boolean;
  arrives?: number;
  waits?: number | null;
  fixed?: boolean;
  volleys?: number | null;
}
/**
 * A general, alone at a place or with a unit.
 */
export interface General {
  id: string;
  side: "blue" | "red";
  rank?: "brigade" | "cic" | "division";
  brigade?: string | null;
  division?: string | null;
  at?: number[] | null;
  with?: string | null;
  characters?: (
    | "caotico"
    | "carismatico"
    | "cauto"
    | "combattivo"
    | "duro"
    | "impetuoso"
    | "imprevedibile"
    | "incapace"
    | "intraprendente"
    | "intuitivo"
    | "invulnerabile"
    | "metodico"
    | "osservatore"
    | "ottuso"
    | "rapido"
    | "stupido"
    | "temerario"
    | "testardo"
    | "tirannico"
    | "vigliacco"
  )[];
  role?: ("head" | "left" | "loins" | "right") | null;
  state?: "captured" | "dead" | "well" | "wounded";
  returns?: number | null;
  substitute?: boolean;
  name?:
    | string
    | {
        [k: string]: string;
      }
    | null;
  may_move?: boolean | null;
  rerolled?: boolean;
  moved?: boolean;
}
/**
 * A unit that was lost: its side, brigade and points.
 */
export interface Eliminated {
  id: string;
  side: "blue" | "red";
  brigade?: string | null;
  points?: number;
}
/**
 * A brigade: its units at the start, whether it is demoralised.
 */
export interface Brigade {
  side: "blue" | "red";
  strength: number;
  demoralised?: boolean;
  half?: ("first" | "second") | null;
}
/**
 * A charge that was declared; without a wheel the smallest that touches.
 */
export interface DeclaredCharge {
  unit: string;
  target: string;
  wheel?: ChargeWheel | null;
}
/**
 * What a general was told and what he does in this turn.
 */
export interface Order {
  told?: ("advance" | "hold") | null;
  does?: ("advance" | "charge" | "free" | "hold") | null;
}
/**
 * Work that is open inside a phase; one of the first five keys says of which kind.
 *
 *     Of a fight `taken` are the hits that each unit took, `given` those it gave; between two units one tells the other.
 */
export interface Task {
  test?: string | null;
  rout?: string | null;
  general?: string | null;
  event?: number | null;
  outcome?: string[] | null;
  why?: string | null;
  by?: number;
  unit?: string | null;
  enemy?: string | null;
  taken?: {
    [k: string]: number;
  };
  given?: {
    [k: string]: number;
  };
}
/**
 * A number for each seat.
 */
export interface Sides {
  red?: number;
  blue?: number;
}
/**
 * Ground that a side has to hold at the end, or units that it has to destroy.
 */
export interface Objective {
  id: string;
  side: "blue" | "red";
  kind: "destroy" | "hold";
  title?: {
    [k: string]: string;
  };
  shape?: number[][];
  units?: string[];
}
/**
 * What is still to be settled before a pick-up battle begins.
 */
export interface SetUp {
  kind: "ambush" | "defensive" | "encounter" | "roll";
  attacker: "blue" | "red";
  stage?: "characters" | "deploy" | "elements" | "kind" | "terrain";
  home?: ("blue" | "red") | null;
  terrain?: "done" | "players";
  deployment?: "automatic" | "done" | "players";
  types?: string[];
  elements?: Sides1;
  placing?: ("blue" | "red") | null;
  seed?: number;
}
/**
 * A number for each seat.
 */
export interface Sides1 {
  red?: number;
  blue?: number;
}
/**
 * The order and the way of an army on the march, until the ambush is sprung.
 */
export interface RouteTaken {
  side: "blue" | "red";
  order: string[];
  line: number[][];
}
/**
 * Guns without gunners, and who touched them last.
 */
export interface GunsLeft {
  id: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: number[];
  gun:
    | "breech_12"
    | "breech_15"
    | "howitzer_6"
    | "howitzer_8"
    | "long_tom"
    | "mg_modern"
    | "mg_old"
    | "parrott"
    | "pom_pom"
    | "rapid_4"
    | "rapid_6"
    | "rifled_12"
    | "rifled_4"
    | "rifled_6"
    | "rifled_8"
    | "rifled_9"
    | "russian_4"
    | "russian_6"
    | "smooth_12"
    | "smooth_16"
    | "smooth_18"
    | "smooth_24"
    | "smooth_4"
    | "smooth_6"
    | "smooth_8"
    | "smooth_9";
  mount: ("horse" | "mountain") | null;
  sections: number;
  side: "blue" | "red";
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
 * A moment of a battle at a boundary. Only `units` is required. Lengths are thousandths of an inch.
 */
export interface Position {
  table?: TableSaid;
  edges?: {
    [k: string]: "east" | "north" | "south" | "west";
  };
  year?: number;
  theatre?: "afghanistan" | "china" | "europe" | "india" | "north_africa" | "south_africa";
  weather?: "bad" | "clear" | "rain";
  weather_rolls?: boolean;
  armies?: {
    [k: string]: Army;
  };
  units: Unit[];
  generals?: General[];
  eliminated?: Eliminated[];
  brigades?: {
    [k: string]: Brigade;
  };
  turn?: number;
  last_turn?: number | null;
  phase?: "charges" | "command" | "fire" | "initiative" | "melee" | "movement" | "recovery" | "setup";
  first?: ("blue" | "red") | null;
  seat?: ("blue" | "red") | null;
  charges?: DeclaredCharge[];
  orders?: {
    [k: string]: Order;
  };
  pending?: Task[];
  score?: Sides;
  objectives?: Objective[];
  setup?: SetUp | null;
  route?: RouteTaken | null;
  rerolls?: Sides;
  guns?: GunsLeft[];
  reacting?: string[];
  reactions?: {
    [k: string]: string;
  };
  demolitions?: {
    [k: string]: string;
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
