/** What a game brings to the page. Everything outside a game's own folder knows it by this interface alone. */

import type { Component } from "svelte";
import type { Opens } from "../lib/account";
import type { Step } from "../lib/gestures";
import type { TableSession } from "../lib/session.svelte";
import type { Answer, GameEvent, View } from "../lib/types";

/** A table as its game plays it: made when the table is opened, told of every new moment. */
export interface Play {
  readonly s: TableSession;
  /** pieces that could still act */
  readonly actors: readonly string[];
  /** over how many of their heads a step would be ended: a novice is asked first */
  readonly idle: number;
  /** answers that end a step; they stand apart from the others */
  readonly ends: readonly Answer[];
  /** What is to be answered to end a step: the end itself, and what has to be said before it. */
  closing(end: Answer): readonly Step[];
  /** whether a dialog lies over the board */
  readonly covering: boolean;
  /** what the hand points at: read by those who must know that it has changed */
  readonly pointing: unknown;
  /** There is a new position or question, with what happened on the way; `first` when there was none before. */
  newMoment(first: boolean, fresh: readonly GameEvent[]): void;
  /** Let go of whatever is held. */
  letGo(): void;
  /** An answer was refused: what it would have done is not shown any more. */
  refused(): void;
  /** Put away a tool that lies over the board, if there is one. */
  putAway(): boolean;
  /** Take one step back from a decision. */
  cancel(): void;
  /** A key that no field wanted; whether it meant something. */
  key(key: string, target: HTMLElement): boolean;
  /** Closer or farther by a factor; null shows the whole board. */
  zoom(factor: number | null): void;
  /** Point at what an answer would do. */
  foreshow(answer: Answer): void;
  /** Point at what has happened at a moment of a film. */
  filmed(events: readonly GameEvent[], before: View | null): void;
  select(piece: string | null): void;
  /** Mark a piece on the board while its name is pointed at. */
  light(piece: string | null): void;
  /** Bring into sight what is asked. */
  lookAtQuestion(): void;
  has(piece: string): boolean;
  name(piece: string): string;
  /** Its name with what tells it from others of that name. */
  fullName(piece: string): string;
  /** An answer as its button says it. */
  label(answer: Answer): string;
  /** An answer as a short sentence, whoever gives it. */
  tell(answer: Answer): string;
  /** A sealed answer, told to those who may see it. */
  tellSealed(who: string, answer: Answer): string;
}

/** What a command to the board in words gives back. */
export interface Told {
  lines: string[];
}

export interface LogFilter {
  id: string;
  label: () => string;
  kinds: readonly string[];
}

/** How an event stands in the log: as a heading, as the beginning of a part, as a loss. */
export type LogStyle = "head" | "part" | "loss";

/** A lesson of the guided first game: its words, the rules they come from, and what it points to. */
export interface Lesson {
  id: string;
  title: string;
  text: string;
  rules: readonly string[];
  at: string;
  chapter?: string;
  /** told once, and waits until it is read */
  intro?: true;
}

export interface Guidance<P extends Play> {
  chapters: readonly { id: string; title: () => string }[];
  /** The lesson that fits what is asked right now; `read` holds the ids of those that were told. */
  lesson(play: P, read: readonly string[]): Lesson;
}

/** What a game knows of its positions, for whoever sets one up by hand. */
export interface Editing {
  /** what a field is called */
  field: (name: string) => string;
  /** what a value of a field is called */
  value: (field: string, value: string) => string;
  /** the field without anybody on it: what names counters that are gone goes with them */
  empty: (position: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface GameClient<P extends Play = Play> {
  begin(s: TableSession): P;

  Board: Component<{ play: P; title: string }>;
  /** who stands how, over the page */
  Status: Component<{ play: P }>;
  /** the choices of a question */
  Decision: Component<{ play: P }>;
  /** questions that have a dialog of their own instead */
  dialogs: Readonly<Record<string, Component<{ play: P }>>>;
  /** what each side has, as a panel */
  Forces?: Component<{ play: P }>;
  /** cards over the board, for what is being looked up */
  Cards?: Component<{ play: P }>;

  /** the board in words */
  text: { help: () => string; run: (input: string, play: P) => Promise<Told> };
  /** keys of the game beside those of every table, with what they do */
  keys: () => readonly (readonly [string, string])[];

  /** kinds of events that are seen well enough in passing */
  passing: ReadonlySet<string>;
  /** whether a question opens a stretch of one's own play; others break into somebody else's */
  opens: (question: string) => boolean;
  /** questions whose answers stay sealed, with what is said to those who have answered */
  sealed: Readonly<Record<string, (who: string) => string>>;
  /** what a stretch of play brought, in a few words */
  headline: (events: readonly GameEvent[], play: P) => string[];
  log: {
    filters: readonly LogFilter[];
    styles: Readonly<Record<string, LogStyle>>;
    /** which events begin a part of the story, and whose turn that is */
    opens: Opens;
    /** the seat or side whose doing an event is, if it is anybody's */
    side: (event: GameEvent, play: P) => string | null;
  };
  /** whose roll it is on the way of an answer's odds */
  role: (by: string) => string;
  /** what the value of an answer is counted in, for the computer's reasons */
  currency: () => string;
  /** a word of caution for standing instructions */
  careful?: () => string;
  /** the guided first game, loaded where it is played */
  guide?: () => Promise<Guidance<P>>;
  /** loaded where positions are set up */
  editing?: () => Promise<Editing>;
}

/** A client as the pages hold it: they hand its own play back to it, whatever that is made of. */
export const client = <P extends Play>(own: GameClient<P>): GameClient => own as unknown as GameClient;
