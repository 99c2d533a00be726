/** Made by `make types` from the server's own models: not to be edited. fa5bded9e9e4e5dc31cc6505460b1d0f */

/**
 * What was asked for is committed.
 */
export interface Ack {
  t: "ack";
  id: string;
  version: number;
}
/**
 * The open question as a seat is shown it in its view.
 */
export interface Asked {
  what: string;
  rule: string | null;
  who: string[];
  data: {
    [k: string]: unknown;
  };
}
/**
 * Who wrote a line of chat.
 */
export interface Author {
  id: string;
  name: string;
}
/**
 * A roll on the way of an answer: what it needs, and how likely it is.
 */
export interface Blow {
  by: string;
  need: number;
  modifiers: [string, number][];
  chance: number;
  reach: number;
  [k: string]: unknown;
}
/**
 * Of a roll: whose it was, how likely to succeed before the dice fell, and whether it did.
 */
export interface Chance {
  seat: string;
  chance: number;
  success: boolean;
}
/**
 * A line of chat, number `n` for its audience: the side that `to` names, or everybody.
 */
export interface Chat {
  t: "chat";
  n: number;
  to: string | null;
  player: Author;
  text: string;
  at: number;
}
/**
 * The odds of several answers in their order; null for one that is not allowed.
 */
export interface Compare {
  t: "compare";
  id: string;
  odds: (Odds | null)[];
}
/**
 * What an answer may lead to; `error` is the largest standard error where it was sampled, `pieces` are all
 *     whom a single combat is about.
 */
export interface Odds {
  outcomes: Outcome[];
  exact: boolean;
  error: number;
  policy: {
    [k: string]: unknown;
  };
  success: number | null;
  blows: Blow[];
  losses: {
    [k: string]: Losses;
  };
  parts: Odds[];
  pieces: string[];
  [k: string]: unknown;
}
/**
 * One way in which an answer may end.
 */
export interface Outcome {
  outcome: {
    [k: string]: unknown;
  };
  chance: number;
}
/**
 * What an answer may cost a seat: on average, at worst, and how likely it is that a piece is lost.
 */
export interface Losses {
  expected: number;
  worst: number;
  gone: number;
}
/**
 * Why something was not done; `id` null where the message had none that could be read.
 */
export interface Error {
  t: "error";
  id: string | null;
  code: string;
  rule: string | null;
  text: Sentence;
}
/**
 * A sentence in every language.
 */
export interface Sentence {
  en: string;
  it: string;
}
/**
 * Something that happened, as one seat was told; `n` is its number in that seat's stream.
 */
export interface Event {
  n: number;
  kind: string;
  rule: string | null;
  data: {
    [k: string]: unknown;
  };
  dice: number[];
  modifiers: [string, number][];
  text: Sentence;
  chance?: Chance | null;
}
/**
 * Earlier events of the seat's stream, from number `from` on.
 */
export interface Events {
  t: "events";
  id: string;
  from: number;
  events: Event[];
}
/**
 * What was looked up on the board; the game says what is in it.
 */
export interface Inspect {
  t: "inspect";
  id: string;
  found: {
    [k: string]: unknown;
  };
}
/**
 * A sentence for everybody at the table.
 */
export interface Notice {
  t: "notice";
  text: Sentence;
}
/**
 * The odds of an answer.
 */
export interface OddsReply {
  t: "odds";
  id: string;
  odds: Odds;
}
/**
 * The answer to a ping.
 */
export interface Pong {
  t: "pong";
}
/**
 * By the id of a player: since when he is away (0: he has not been here), null for who is there.
 */
export interface Presence {
  t: "presence";
  players: {
    [k: string]: number | null;
  };
}
/**
 * Answers for one piece that are worth a thought.
 */
export interface Propose {
  t: "propose";
  id: string;
  found: unknown;
}
/**
 * The open question with its sentence.
 */
export interface Question {
  what: string;
  rule: string | null;
  text: Sentence;
  data: {
    [k: string]: unknown;
  };
}
/**
 * Where a piece can get to; the game says what is in it.
 */
export interface Reach {
  t: "reach";
  id: string;
  found: unknown;
}
/**
 * Why an answer is not allowed.
 */
export interface Refusal {
  rule: string | null;
  text: Sentence;
}
/**
 * How a game ended; `winner` is a side.
 */
export interface Result {
  winner: string | null;
  reason: string;
  rule: string | null;
  score: unknown;
}
/**
 * The lawful answer nearest to what the player means; the game says what is in it.
 */
export interface Snap {
  t: "snap";
  id: string;
  found: unknown;
}
/**
 * A match as it stands now, and what is new to the seat: its events from number `from` on.
 *
 *     `anew`: they replace all that came before. `mark` names the place in the stream to come back to.
 */
export interface State {
  t: "state";
  version: number;
  seat: string | null;
  table: {
    [k: string]: unknown;
  };
  view: View;
  options:
    | {
        [k: string]: unknown;
      }[]
    | null;
  question: Question | null;
  can_undo: boolean;
  can_salt: boolean;
  events: Event[];
  from: number;
  mark: string;
  anew?: boolean;
}
/**
 * What a seat may know of a match: what every game tells. The rest is the game's own.
 */
export interface View {
  game: string;
  seat: string | null;
  ask: Asked | null;
  result: Result | null;
  readings?: {
    [k: string]: string;
  };
  [k: string]: unknown;
}
/**
 * What a good player would answer.
 */
export interface Suggest {
  t: "suggest";
  id: string;
  suggestion: Suggestion;
}
/**
 * An answer that a good player (`level`) would give at `version`, with its reasons and the best few others.
 */
export interface Suggestion {
  version: number;
  seat: string;
  level: string;
  answer: {
    [k: string]: unknown;
  };
  value: number;
  terms: Term[];
  alternatives: Weighed[];
  note: string;
  cut: boolean;
}
/**
 * A part of an answer's value.
 */
export interface Term {
  name: string;
  value: number;
  text: Sentence;
}
/**
 * An answer and what spoke for and against it.
 */
export interface Weighed {
  answer: {
    [k: string]: unknown;
  };
  value: number;
  terms: Term[];
}
/**
 * Whether an answer would be allowed.
 */
export interface Why {
  t: "why";
  id: string;
  refusal: Refusal | null;
}
