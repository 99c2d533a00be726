/** Made by `make types` from the server's own models: not to be edited. dde8894bc7b7ca9573dcd34abae0180b */

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
 * Add a seat's own salt to the dice before the first is rolled.
 */
export interface Salt {
  t: "salt";
  id: string;
  seat: string;
  salt: string;
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
