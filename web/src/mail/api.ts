/** HTTP calls for correspondence play. */

import { call } from "../lib/api";
import type { Lang, Table, Text } from "../lib/types";

export interface Choice {
  name: string;
  text: Text;
  percent: boolean;
}
export interface Instruction {
  name: string;
  title: Text;
  rules: string[];
  choices: Choice[];
  pieces: boolean;
}
export interface Order {
  do: string;
  percent?: number;
}
export type Orders = Record<string, { all?: Order; pieces?: Record<string, Order> }>;
export interface Standing {
  seat: string;
  orders: Orders;
  delay: boolean;
  delayable: boolean;
  chances: boolean;
  pieces: Record<string, string[]>;
}
export interface Vacation {
  until: number | null;
  left: number;
  a_year: number;
  at_once: number;
}
export interface Contact {
  mail: boolean;
  webhooks_private: boolean;
  address: string | null;
  confirmed: boolean;
  webhook: string | null;
  secret: string | null;
  events: string[];
  kinds: string[];
  language: Lang;
}
export interface Turn {
  id: string;
  title: Text;
  against: Table["seats"][string][];
  since: number;
}

const place = (table: string, seat: string) => `/api/tables/${encodeURIComponent(table)}/standing?seat=${encodeURIComponent(seat)}`;
export const instructions = async (game: string): Promise<Instruction[]> => {
  const { games } = await call<{ games: { game: string; instructions?: Instruction[] }[] }>("GET", "/api/catalogue");
  return games.find((g) => g.game === game)?.instructions ?? [];
};
export const standing = (table: string, seat: string) => call<Standing>("GET", place(table, seat));
export const order = (table: string, seat: string, orders: Orders, delay: boolean) => call<Standing>("PUT", place(table, seat), { orders, delay });
export const vacation = () => call<Vacation>("GET", "/api/vacation");
export const beginVacation = (days: number) => call<Vacation>("POST", "/api/vacation", { days });
export const endVacation = () => call<Vacation>("POST", "/api/vacation/end");
export const contact = () => call<Contact>("GET", "/api/contact");
export const writeContact = (wish: { address: string | null; webhook: string | null; events: string[]; language: Lang }) => call<Contact>("PUT", "/api/contact", wish);
export const follow = (what: "confirm" | "unsubscribe", token: string) => call<unknown>("POST", `/api/contact/${what}`, { token });
export const turns = () => call<{ turns: Turn[] }>("GET", "/api/turns");
