/** What the server and the page say to each other: docs/protocol.md. */

export type Lang = "en" | "it";
export type Text = { en: string; it: string };
export type Side = string;

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

/** What a game tells of its board and pieces beyond views; its client knows what is in it. */
export type Drawing = Readonly<Record<string, unknown>>;

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
  clock: { remaining: Record<Side, number>; stopped: Record<Side, number> } | null;
  assistance: Assistance;
  public: boolean;
  invitation: string | null;
  options: Record<string, string>;
  version: number;
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

/** What a seat may know of a match: what every game tells, and what only the game's own client reads. */
export interface View {
  game: string;
  seat: Side | null;
  ask: { what: string; rule: string; who: Side[]; data: Record<string, unknown> } | null;
  result: Result | null;
  [more: string]: unknown;
}

/** An answer as the options list it; `do` says which keys are there. */
export interface Answer {
  do: string;
  [more: string]: unknown;
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
  | { t: "inspect"; id: string; found: Record<string, unknown> }
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
