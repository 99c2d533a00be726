/** Made by `make types` from the server's own models: not to be edited. ae804db6f664e1551b073086e4e67c9b */

/**
 * Answer the open question for a seat.
 */
export interface Answer {
  t: "answer";
  id: string;
  version: number;
  seat: string;
  answer: unknown;
}
/**
 * Say something to everybody at the table, or to one's own side.
 */
export interface Chat {
  t: "chat";
  id: string;
  text: string;
  to?: "all" | "side";
}
/**
 * Ask what each of several answers may lead to.
 */
export interface Compare {
  t: "compare";
  id: string;
  seat: string;
  /**
   * @minItems 1
   * @maxItems 32
   */
  answers: unknown[];
}
/**
 * Ask for earlier events of the seat that the socket shows.
 */
export interface Events {
  t: "events";
  id: string;
  before: number;
  count?: number;
}
/**
 * Look something up on the board, such as a line of fire.
 */
export interface Inspect {
  t: "inspect";
  id: string;
  query: unknown;
}
/**
 * Ask what an answer may lead to.
 */
export interface Odds {
  t: "odds";
  id: string;
  seat: string;
  answer: unknown;
}
/**
 * Keep the connection open.
 */
export interface Ping {
  t: "ping";
}
/**
 * Ask for answers for one piece of a seat that are worth a thought.
 */
export interface Propose {
  t: "propose";
  id: string;
  seat: string;
  query: unknown;
}
/**
 * Ask where a piece of a seat can get to.
 */
export interface Reach {
  t: "reach";
  id: string;
  seat: string;
  query: unknown;
}
/**
 * Add a seat's own salt to the dice before the first is rolled.
 */
export interface Salt {
  t: "salt";
  id: string;
  seat: string;
  salt: string;
}
/**
 * Ask for the lawful answer nearest to what a seat's player means, where answers are endless.
 */
export interface Snap {
  t: "snap";
  id: string;
  seat: string;
  query: unknown;
}
/**
 * Ask what a good player would answer for a seat.
 */
export interface Suggest {
  t: "suggest";
  id: string;
  seat: string;
}
/**
 * Take back a seat's last answer.
 */
export interface Undo {
  t: "undo";
  id: string;
  version: number;
  seat: string;
}
/**
 * Ask whether an answer would be allowed, and if not, why.
 */
export interface Why {
  t: "why";
  id: string;
  seat: string;
  answer: unknown;
}
