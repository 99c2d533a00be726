/** Made by `make types` from the server's own models: not to be edited. 69bf073e5c69135875604dfe1932c810 */

export type JsonValue = unknown;

/**
 * What troops may carry, with the price of a figure and of a unit of the usual size.
 */
export interface Arms {
  name: Text;
  figure: number;
  unit: number;
  [k: string]: unknown;
}
/**
 * A sentence in every language.
 */
export interface Text {
  en: string;
  it: string;
}
/**
 * An army as its file has it.
 */
export interface Army {
  kind: "quadrilatero-army";
  format: number;
  game: string;
  [k: string]: unknown;
}
/**
 * The points of an army, its parts in per cent where they are limited, and everything that is wrong with it.
 */
export interface ArmyCheck {
  points: number;
  units: UnitPoints[];
  shares?: {
    [k: string]: number;
  };
  errors: Fault[];
  [k: string]: unknown;
}
/**
 * A unit of an army.
 */
export interface UnitPoints {
  id: string;
  points: number;
  [k: string]: unknown;
}
/**
 * A limit that an army breaks.
 */
export interface Fault {
  rule: string;
  reason: string;
  data: {
    [k: string]: JsonValue;
  };
  text: Text;
}
/**
 * An army that a player brings, or the list that one is suggested from: one of both.
 */
export interface ArmyChoice {
  army?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: unknown;
  } | null;
  list?: string | null;
}
/**
 * The troops that may be used then, there and against that army.
 */
export interface ArmyEntries {
  entries: ArmyEntry[];
}
/**
 * Troops of a list; where units have sizes and may carry this or that, with what they cost so.
 */
export interface ArmyEntry {
  id: string;
  name: Text;
  arm: string;
  about: Text;
  size?: number | null;
  sizes?: [number, number] | null;
  arms?: Arms[];
  limits: Limit[];
  [k: string]: unknown;
}
/**
 * A limit of a list.
 */
export interface Limit {
  rule: string;
  text: Text;
}
/**
 * An army, by some readings of the rules.
 */
export interface ArmyForm {
  /**
   * An army as its file has it.
   */
  army: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: unknown;
  };
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
}
/**
 * An army list, for the first to the last of its years.
 */
export interface ArmyList {
  id: string;
  title: Text;
  /**
   * @minItems 2
   * @maxItems 2
   */
  years: [number, number];
  [k: string]: unknown;
}
/**
 * What armies can be made from, and for which countries.
 */
export interface ArmyLists {
  lists: ArmyList[];
  theatres: Theatre[];
}
/**
 * A country that armies are made for.
 */
export interface Theatre {
  id: string;
  name: Text;
}
/**
 * What is asked first, and of whom.
 */
export interface Asked {
  what: string;
  who: string[];
}
/**
 * How many games between two players of one level came out, with which options, and how to play them again.
 */
export interface Balance {
  level: string;
  options: {
    [k: string]: string;
  };
  games: number;
  rules: number;
  command: string;
  scores: SideScore[];
  [k: string]: unknown;
}
/**
 * What a side scored, out of 100, draws as halves, with the 95 % interval.
 */
export interface SideScore {
  side: string;
  score: number;
  low: number;
  high: number;
  [k: string]: unknown;
}
/**
 * A battle between armies: what was agreed on, the lists by seat, and whose army is still awaited.
 */
export interface Battle {
  year: number;
  points: number;
  theatre: string;
  agreed: {
    [k: string]: string;
  };
  lists: {
    [k: string]: string;
  };
  awaits: string[];
}
/**
 * A battle between armies. Where somebody is awaited, his army may be left to him.
 */
export interface BattleForm {
  year: number;
  points: number;
  theatre: string;
  /**
   * As the catalogue lists it under `agreements`.
   */
  agreed?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
  mine: ArmyChoice;
  theirs?: ArmyChoice | null;
}
/**
 * The computer.
 */
export interface BotOpponent {
  kind: "bot";
  level: string;
}
/**
 * Everything that can be played.
 */
export interface Catalogue {
  games: Game[];
}
/**
 * A game with what can be chosen. `seating` has every seat of its scenarios.
 */
export interface Game {
  game: string;
  title: Text;
  seats: string[];
  seating: SeatInfo[];
  sides: SideInfo[];
  scenarios: Scenario[];
  options: Option[];
  levels: string[];
  usual: string;
  opponents: Opponent[];
  /**
   * Whether players can build armies for it.
   */
  armies: boolean;
  /**
   * What they agree on before a battle between such armies.
   */
  agreements: Option[];
  [k: string]: unknown;
}
/**
 * A seat: what it is called, and the side that it plays for.
 */
export interface SeatInfo {
  seat: string;
  side: string;
  name: Text;
}
/**
 * A side: what it is called.
 */
export interface SideInfo {
  side: string;
  name: Text;
}
/**
 * A scenario, the seats that it has with the usual options and what it calls them, and its balance as measured.
 */
export interface Scenario {
  id: string;
  title: Text;
  summary: Text;
  seats: string[];
  names: {
    [k: string]: Text;
  };
  measured: Balance[];
  [k: string]: unknown;
}
/**
 * A reading of the rules that a table may choose.
 */
export interface Option {
  name: string;
  values: string[];
  rules: string[];
  en: string;
  it: string;
  labels: {
    [k: string]: Text;
  };
  [k: string]: unknown;
}
/**
 * A level of computer players: how strong and how quick, and its personalities, the usual one first.
 */
export interface Opponent {
  level: string;
  strength: Text;
  time: Text;
  personalities: Personality[];
}
/**
 * A way in which a computer player likes to play.
 */
export interface Personality {
  id: string;
  text: Text;
}
/**
 * Another value in a data file: the keys and numbers that lead to it, and what is to stand there.
 */
export interface Change {
  file: string;
  /**
   * @minItems 1
   * @maxItems 12
   */
  way: (string | number)[];
  value: boolean | number | string;
}
/**
 * Seconds left as of `at`, whose time runs, for whom it stands still until when, whose has run out.
 */
export interface Clock {
  remaining: {
    [k: string]: number;
  };
  running: string[];
  stopped: {
    [k: string]: number;
  };
  at: number;
  out: string[];
}
/**
 * How somebody is told what happens at the tables.
 */
export interface Contact {
  mail: boolean;
  webhooks_private: boolean;
  address: string | null;
  confirmed: boolean;
  webhook: string | null;
  secret: string | null;
  events: string[];
  kinds: string[];
  language: "en" | "it";
}
/**
 * How to be told of what happens: a mail address, a webhook, which events, in which language.
 */
export interface ContactForm {
  address?: string | null;
  webhook?: string | null;
  /**
   * @maxItems 5
   */
  events: ("turn" | "over" | "joined" | "chat" | "offer")[];
  language: "en" | "it";
}
/**
 * What a unit costs, and a figure where units have so many, and of what that is made, each part with its rule.
 */
export interface Cost {
  figure?: number | null;
  unit: number;
  parts: [string, number][];
}
/**
 * Troops to be priced, in the words of their game.
 */
export interface CostForm {
  spec: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: unknown;
  };
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
}
/**
 * A game's data files by their names.
 */
export interface DataFiles {
  files: {
    [k: string]: {
      [k: string]: JsonValue;
    };
  };
}
/**
 * Days to begin with, hours gained with each turn, and the most there can be.
 */
export interface Days {
  kind: "days";
  days: number;
  increment_hours: number;
  cap_days: number;
}
/**
 * The published hash of the dice's secret.
 */
export interface DiceInfo {
  commitment: string | null;
  verifiable: boolean;
  [k: string]: unknown;
}
/**
 * A study that is gone.
 */
export interface Discarded {
  discarded: string;
}
/**
 * It is done.
 */
export interface Done {
  done: true;
}
/**
 * Something that happened, as one seat was told. In the list of a replay `frame` says when.
 *
 * A roll has its `chance`: whose it was (`seat`), how likely to succeed (`chance`), and whether it did (`success`).
 */
export interface Event {
  n: number;
  kind: string;
  rule: string | null;
  data: {
    [k: string]: JsonValue;
  };
  dice: number[];
  modifiers: [string, number][];
  text: Text;
  [k: string]: unknown;
}
/**
 * A page of what a seat had been told at one moment of the game.
 */
export interface FilmedEvents {
  from: number;
  events: Event[];
  [k: string]: unknown;
}
/**
 * What a seat saw at one moment of the game.
 */
export interface Frame {
  frame: number;
  view: {
    [k: string]: JsonValue;
  };
  question: Question | null;
  sealed: {
    [k: string]: {
      [k: string]: JsonValue;
    };
  };
  from: number;
  events: Event[];
  [k: string]: unknown;
}
/**
 * An open question.
 */
export interface Question {
  what: string;
  rule: string | null;
  text: Text;
  data: {
    [k: string]: JsonValue;
  };
  [k: string]: unknown;
}
/**
 * Whether the server works.
 */
export interface Health {
  status: "ok";
  version: string;
}
/**
 * Who sits on a seat: a player, a bot's level, or (both null) nobody yet.
 */
export interface Holder {
  player: Person | null;
  bot: string | null;
  [k: string]: unknown;
}
/**
 * A player as others see it.
 */
export interface Person {
  id: string;
  name: string;
}
/**
 * Whoever has the link.
 */
export interface Invitation {
  kind: "invitation";
}
/**
 * A seat to take, any that is free where none is named, with the invitation if one is needed.
 *
 * In a battle between armies whoever is awaited brings his.
 */
export interface JoinForm {
  token?: string | null;
  seat?: string | null;
  army?: ArmyChoice | null;
}
/**
 * The token of a link that was sent by mail.
 */
export interface LinkForm {
  token: string;
}
/**
 * An army list in a year, against an army and in a theatre.
 */
export interface ListForm {
  list: string;
  year: number;
  against?: string | null;
  theatre: string;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
}
/**
 * Name and password of an account.
 */
export interface LoginForm {
  name: string;
  password: string;
}
/**
 * A frame with which a new part of the game begins; the greater the part, the lower its level.
 */
export interface Mark {
  frame: number;
  level: number;
  text: Text;
}
/**
 * A player as it sees itself.
 */
export interface Me {
  id: string;
  name: string;
  account: boolean;
}
/**
 * Whoever sets the table up.
 */
export interface Mine {
  kind: "mine";
}
/**
 * So many minutes for each seat.
 */
export interface Minutes {
  kind: "minutes";
  minutes: number;
}
/**
 * A name to play under.
 */
export interface NameForm {
  name: string;
}
/**
 * Another password for an account, with the one it has.
 */
export interface NewPasswordForm {
  old: string;
  password: string;
}
/**
 * A program's token, shown this once.
 */
export interface NewToken {
  id: string;
  name: string;
  player: string;
  created: number;
  token: string;
}
/**
 * No clock.
 */
export interface NoPace {
  kind: "none";
}
/**
 * Private notes.
 */
export interface Notes {
  text: string;
}
/**
 * Private notes.
 */
export interface NotesForm {
  text: string;
}
/**
 * An offer by a seat, made or withdrawn. `accept`: only if somebody else offers it too.
 */
export interface OfferForm {
  seat: string;
  offer: boolean;
  accept?: boolean;
}
/**
 * Which seats offer what.
 */
export interface Offers {
  draw: string[];
  takeback: string[];
  rematch: string[];
}
/**
 * Whoever comes.
 */
export interface OpenSeat {
  kind: "open";
}
/**
 * How fast a game is played.
 */
export interface Pace {
  kind: "none" | "minutes" | "days";
  [k: string]: unknown;
}
/**
 * A password for a new account.
 */
export interface PasswordForm {
  password: string;
}
/**
 * All that is wrong with a position; where nothing is, the whole of it and what is asked first.
 */
export interface PositionCheck {
  faults: PositionFault[];
  asked: Asked | null;
  position: {
    [k: string]: JsonValue;
  } | null;
}
/**
 * A fault of a position: its field (empty where it is in none), what is wrong, and the rule it breaks.
 */
export interface PositionFault {
  where: string;
  text: Text;
  rule: string | null;
}
/**
 * What stands behind the rules of a game, and the titles of its chapters.
 */
export interface Proofs {
  chapters: {
    [k: string]: Text;
  };
  rules: RuleProved[];
}
/**
 * The code that enforces a rule, and the tests that prove it.
 */
export interface RuleProved {
  id: string;
  code: string[];
  tests: string[];
}
/**
 * Frames of several stops.
 */
export interface Reel {
  frames: Frame[];
}
/**
 * A seat for the computer.
 */
export interface ReplaceForm {
  seat: string;
  level: string;
}
/**
 * How many frames a game has, those worth stepping to, and how many events a seat was told.
 */
export interface Replay {
  header: Table;
  seat: string | null;
  first: number;
  frames: number;
  stops: number[];
  told: number;
  marks: Mark[];
  [k: string]: unknown;
}
/**
 * A table as the one who asks may see it.
 */
export interface Table {
  id: string;
  game: string;
  scenario: string;
  title: Text;
  status: "open" | "running" | "over";
  opponent: string;
  seats: {
    [k: string]: Holder;
  };
  sides: {
    [k: string]: string[];
  };
  /**
   * What seats are called that not every match of the game has.
   */
  names: {
    [k: string]: Text;
  };
  mine: string[];
  /**
   * Whether the one who asks has set the table up.
   */
  host: boolean;
  turn: string[];
  result: Result | null;
  pace: Pace;
  clock: Clock | null;
  assistance: "novice" | "standard" | "tournament";
  public: boolean;
  invitation: string | null;
  options: {
    [k: string]: string;
  };
  battle: Battle | null;
  revision: number;
  created: number;
  updated: number;
  study: boolean;
  dice: DiceInfo;
  offers: Offers;
  previous: string | null;
  rematch: string | null;
  may_replace: string[];
  may_claim: string[];
  [k: string]: unknown;
}
/**
 * How a game ended.
 */
export interface Result {
  winner: string | null;
  reason: string;
  rule: string | null;
  score: JsonValue;
}
/**
 * A report that can be read at its address.
 */
export interface Report {
  address: string;
  title: string;
}
/**
 * Every report there is.
 */
export interface Reports {
  reports: Report[];
}
/**
 * One rule of a game, in both languages.
 */
export interface Rule {
  id: string;
  kind: string;
  title: Text;
  text: Text;
  information: string | null;
  reconstructed: boolean | string | null;
}
/**
 * All sides at one screen.
 */
export interface SameScreen {
  kind: "same_screen";
}
/**
 * The save file; docs/save-format.md says what is in it.
 */
export interface SaveFile {
  kind: "quadrilatero";
  format: number;
  seat: string | null;
  header: {
    [k: string]: JsonValue;
  };
  dice: {
    [k: string]: JsonValue;
  };
  rolled: number;
  entries: [string, string | null, unknown][];
  chain: string;
  checkpoint: {
    [k: string]: JsonValue;
  };
  events:
    | {
        [k: string]: JsonValue;
      }[]
    | string;
  past:
    | {
        [k: string]: JsonValue;
      }[]
    | string;
  result: Result | null;
  hash: string;
  [k: string]: unknown;
}
/**
 * Which of one's seats acts.
 */
export interface SeatForm {
  seat: string;
}
/**
 * Who asks.
 */
export interface Session {
  player: Me | null;
}
/**
 * My standing instructions for a seat, and the pieces that each of them may name.
 */
export interface Standing {
  seat: string;
  orders: {
    [k: string]: JsonValue;
  };
  delay: boolean;
  delayable: boolean;
  chances: boolean;
  pieces: {
    [k: string]: string[];
  };
}
/**
 * A seat's standing instructions, as the catalogue describes them; `delay`: answer after a while only.
 */
export interface StandingForm {
  orders: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: unknown;
  };
  delay?: boolean;
}
/**
 * An army to be suggested; the units of the one to be kept stay.
 */
export interface SuggestionForm {
  list: string;
  year: number;
  against?: string | null;
  theatre: string;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
  points: number;
  seed?: number;
  keep?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: unknown;
  } | null;
}
/**
 * A table to set up.
 */
export interface TableForm {
  game: string;
  /**
   * What is fought; null for a battle between armies.
   */
  scenario?: string | null;
  battle?: BattleForm | null;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  };
  seat?: string;
  opponent: BotOpponent | SameScreen | OpenSeat | Invitation;
  /**
   * Single seats that are not filled as `opponent` says.
   */
  seats?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: BotOpponent | Mine;
  };
  pace?: NoPace | Minutes | Days;
  assistance?: "novice" | "standard" | "tournament";
  public?: boolean;
}
/**
 * A list of tables, the latest first.
 */
export interface Tables {
  tables: Table[];
}
/**
 * A part of an answer's value, with its name.
 */
export interface Term {
  name: string;
  value: number;
  text: Text;
}
/**
 * Why the computer decided as it did: at the frame `frame`, for a seat, with the best few other answers.
 */
export interface Thought {
  frame: number;
  seat: string;
  level: string;
  answer: {
    [k: string]: JsonValue;
  };
  value: number;
  terms: Term[];
  alternatives: Weighed[];
  note: string;
  cut: boolean;
  [k: string]: unknown;
}
/**
 * An answer and what spoke for and against it; the value is the sum of all parts, the small ones untold.
 */
export interface Weighed {
  answer: {
    [k: string]: JsonValue;
  };
  value: number;
  terms: Term[];
}
/**
 * The computer's last decisions before a frame, the oldest first.
 */
export interface Thoughts {
  thoughts: Thought[];
}
/**
 * What a study is to be called.
 */
export interface TitleForm {
  title: string;
}
/**
 * A name for a program.
 */
export interface TokenForm {
  name: string;
}
/**
 * A program that may play for its owner.
 */
export interface TokenInfo {
  id: string;
  name: string;
  player: string;
  created: number;
}
/**
 * Somebody's programs.
 */
export interface Tokens {
  tokens: TokenInfo[];
}
/**
 * A trial of changed data. `difference`: the first side's share with the change less that without, its interval.
 */
export interface Trial {
  id: string;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  fault: string;
  games: number;
  sides: string[];
  arms: {
    [k: string]: TrialArm;
  };
  difference: number[] | null;
}
/**
 * The games of a trial with one set of data: who won, and the first side's share with its interval.
 */
export interface TrialArm {
  played: number;
  wins: {
    [k: string]: number;
  };
  draws: number;
  share: number[];
}
/**
 * Games of a scenario with other values in its data; what they are compared with is played with the data in use.
 */
export interface TrialForm {
  game: string;
  scenario: string;
  level?: string;
  games?: number;
  /**
   * @minItems 1
   * @maxItems 20
   */
  changes: Change[];
}
/**
 * A table where it is my turn.
 */
export interface Turn {
  id: string;
  title: Text;
  against: Holder[];
  since: number;
}
/**
 * The tables where it is my turn, the longest waiting first.
 */
export interface Turns {
  turns: Turn[];
}
/**
 * Until when somebody is away, and what is left of the year's days.
 */
export interface Vacation {
  until: number | null;
  left: number;
  a_year: number;
  at_once: number;
}
/**
 * Days to be away, from now.
 */
export interface VacationForm {
  days: number;
}
/**
 * Why something was not done. Codes are stable, texts are not; `rule` is the rule that forbids an act.
 */
export interface Error {
  code: string;
  rule: string | null;
  text: Text;
}
/**
 * The body of every error.
 */
export interface Problem {
  error: Error;
}
