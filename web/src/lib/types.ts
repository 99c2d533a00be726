/** What the server and the page say to each other: docs/protocol.md. */

export type Lang = "en" | "it";
export type Text = { en: string; it: string };
export type Side = string;
export type Facing = "N" | "NE" | "SE" | "S" | "SW" | "NW";
export type UnitType = "infantry" | "cavalry" | "artillery" | "light" | "marshal";
export type Wing = "left" | "centre" | "right";
export type WingState = "impetuous" | "aggressive" | "cautious" | "titubant";

export interface Player {
  id: string;
  name: string;
  account?: boolean;
}

/** A program's token: shown when it is made, and never again. */
export interface Token {
  id: string;
  name: string;
  player: string;
  created: number;
}
export interface NewToken extends Token {
  token: string;
}

export interface GameOption {
  name: string;
  values: string[];
  rules: string[];
  en: string;
  it: string;
  labels: Record<string, Text>;
  default?: string;
}

export interface CatalogueGame {
  game: string;
  title: Text;
  seats: Side[];
  scenarios: { id: string; title: Text; summary: Text }[];
  options: GameOption[];
  levels: string[];
  opponents: { level: string; strength: Text; time: Text; personalities: { id: string; text: Text }[] }[];
}

export interface BoardData {
  cols: number;
  rows: number;
  layout: "pointy" | "flat";
  shifted: "even" | "odd";
  river: string[];
  bridge: string | null;
  pond: string[];
  out_of_play: string[];
  farmhouses: { hex: string; name: string }[];
  labels: { text: string; hex: string; kind: string }[];
  units: Record<string, { nation: string; strength?: string | null; note?: string | null }>;
  hex_m?: number;
  reconstructed?: boolean;
}

export interface Rule {
  id: string;
  title: Text;
  text: Text;
  information: string | null;
  reconstructed: boolean | string | null;
}

export type Pace =
  | { kind: "none" }
  | { kind: "minutes"; minutes: number }
  | { kind: "days"; days: number; increment_hours: number; cap_days: number };
export type Assistance = "novice" | "standard" | "tournament";
export type Opponent = { kind: "bot"; level: string } | { kind: "same_screen" } | { kind: "open" } | { kind: "invitation" };

export interface NewTable {
  game: string;
  scenario: string;
  options: Record<string, string>;
  seat: Side;
  opponent: Opponent;
  pace: Pace;
  assistance: Assistance;
  public: boolean;
}

export interface Result {
  winner: Side | null;
  reason: string;
  rule: string | null;
  score: unknown;
}

export interface Table {
  id: string;
  game: string;
  scenario: string;
  title: Text;
  status: "open" | "running" | "over";
  seats: Record<Side, { player: Player | null; bot: string | null }>;
  mine: Side[];
  turn: Side[];
  result: Result | null;
  pace: Pace;
  clock: Record<string, unknown> | null;
  assistance: Assistance;
  public: boolean;
  invitation: string | null;
  options: Record<string, string>;
  revision: number;
  created: string;
  updated: string;
  dice: { commitment: string | null; verifiable: boolean } | null;
  offers: { draw: Side[]; takeback: Side[] };
  study: boolean;
  /** the table it was branched from, or of which it is the rematch */
  previous: string | null;
  may_replace: Side[];
  may_claim: Side[];
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

export interface View {
  map: unknown;
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
  result: Result | null;
  ask: { what: string; rule: string; who: Side[]; data: Record<string, unknown> } | null;
}

/** An answer as the options list it; `do` says which keys are there. */
export interface Answer {
  do: string;
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

export interface Question {
  what: string;
  rule: string;
  text: Text;
  data: Record<string, unknown>;
}

export interface GameEvent {
  n: number;
  kind: string;
  rule: string | null;
  data: Record<string, unknown>;
  dice: number[];
  modifiers: [string, number][];
  text: Text;
  /** of a roll: whose it was, how likely to succeed before the dice fell, and whether it did */
  chance?: { seat: Side; chance: number; success: boolean };
}

export interface Refusal {
  rule: string | null;
  text: Text;
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

export interface Odds {
  success: number | null;
  exact: boolean;
  error: number;
  blows?: OddsBlow[];
  parts?: Odds[];
  text?: Text | string;
  outcomes?: [Record<string, unknown>, number][];
}

export interface OddsBlow {
  by: string;
  side: Side;
  need: number;
  modifiers: [string, number][];
  chance: number;
  reach: number;
  stand: number | null;
  fall_back: number | null;
}

/** Why an answer was given or is suggested: the parts of its value, and the best few others. */
export interface Reasons extends Weighed {
  seat: Side;
  alternatives: Weighed[];
  /** what else decided: "mixed" where it was drawn by lot from several good answers */
  note: string;
  cut: boolean;
}
export interface Weighed {
  answer: Answer;
  value: number;
  terms: { name: string; value: number; text: Text }[];
}
export interface Thought extends Reasons {
  frame: number;
  level: string;
}

export interface StateMessage {
  t: "state";
  version: number;
  seat: Side | null;
  table: Table;
  view: View;
  options: Answer[] | null;
  question: Question | null;
  can_undo: boolean;
  can_salt: boolean;
  events: GameEvent[];
  from: number;
}

export type ServerMessage =
  | StateMessage
  | { t: "ack"; id: string; version: number }
  | { t: "error"; id: string | null; code: string; rule: string | null; text: Text }
  | { t: "why"; id: string; refusal: Refusal | null }
  | { t: "odds"; id: string; odds: Odds }
  | { t: "suggest"; id: string; suggestion: Reasons }
  | { t: "inspect"; id: string; found: Found }
  | { t: "chat"; n: number; player: string | Player; text: string; at: string }
  | { t: "notice"; text: Text }
  | { t: "pong" };

/** An event of a replay, with the frame at which it came. */
export interface FilmedEvent extends GameEvent {
  frame: number;
}

export interface ReplayMark {
  frame: number;
  level: number;
  text: Text;
}

export interface ReplayIndex {
  header: Table;
  seat: Side | null;
  frames: number;
  stops: number[];
  events: FilmedEvent[];
  marks: ReplayMark[];
}

export interface ReplayFrame {
  frame: number;
  view: View;
  question: Question | null;
  sealed: Record<Side, Answer>;
  from: number;
  events: GameEvent[];
}

/** What a study is to begin from: exactly one of a table, a scenario, a position or a save. */
export interface NewStudy {
  table?: string;
  frame?: number;
  seat?: string;
  game?: string;
  scenario?: string;
  position?: unknown;
  save?: unknown;
}
