/** What the server and the page say to each other (docs/protocol.md), in types that are made from the server's own models. */

import type * as http from "./generated/http";
import type * as socket from "./generated/socket";

export type { NewToken, Proofs, Rule, Table, Text, TokenInfo as Token, Me as Player, Game as CatalogueGame } from "./generated/http";
export type { Odds, Refusal, Result, View } from "./generated/socket";

export type Lang = keyof http.Text;
export type Side = string;
export type Assistance = http.Table["assistance"];
export type NewTable = http.TableForm;
export type Opponent = NewTable["opponent"];
export type Pace = NonNullable<NewTable["pace"]>;

/** What a game tells of its board and pieces beyond views; its client knows what is in it. */
export type Drawing = Readonly<Record<string, unknown>>;

/** An answer as the options list it; `do` says which keys are there, and the game's client knows them. */
export interface Answer {
  do: string;
}
type Answering<T> = Omit<T, "answer"> & { answer: Answer };

export type Question = socket.Question;
export type GameEvent = socket.Event;

/** Why an answer was given or is suggested: the parts of its value, and the best few others. */
export type Weighed = Answering<socket.Weighed>;
export type Advice = Omit<Answering<socket.Suggestion>, "alternatives" | "version"> & { alternatives: Weighed[] };
export type Reasons = Omit<Advice, "level">;
export type Thought = Reasons & Pick<http.Thought, "frame" | "level">;

export type StateMessage = Omit<socket.State, "table" | "options"> & { table: http.Table; options: Answer[] | null };
export type ServerMessage =
  | StateMessage
  | socket.Ack
  | socket.Error
  | socket.Why
  | socket.OddsReply
  | socket.Compare
  | (Omit<socket.Suggest, "suggestion"> & { suggestion: Advice })
  | socket.Inspect
  | socket.Snap
  | socket.Reach
  | socket.Propose
  | socket.Events
  | socket.Chat
  | socket.Notice
  | socket.Presence
  | socket.Pong;

/** An event of a replay, with the frame at which it came. */
export type FilmedEvent = GameEvent & { frame: number };
export type ReplayMark = http.Mark;
export type ReplayIndex = Pick<http.Replay, "header" | "seat" | "frames" | "stops" | "told" | "marks">;
export type ReplayFrame = Pick<http.Frame, "frame" | "from"> & {
  view: socket.View;
  question: Question | null;
  sealed: Record<Side, Answer>;
  events: GameEvent[];
};

/** What a study is to begin from: exactly one of a table, a scenario, a position or a save. */
export interface NewStudy {
  table?: string;
  frame?: number;
  seat?: string;
  game?: string;
  scenario?: string;
  position?: unknown;
  save?: unknown;
  /** with a position: the level of the computer to play it against, on the seat that is named */
  level?: string;
}
