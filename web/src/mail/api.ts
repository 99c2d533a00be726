/** HTTP calls for correspondence play. */

import { call } from "../lib/api";
import type * as http from "../lib/generated/http";
import type { Instruction, Standing } from "../lib/generated/instructions";
import type { Lang } from "../lib/types";

export type { Contact, Turn, Vacation } from "../lib/generated/http";
export type { Instruction, Order } from "../lib/generated/instructions";

export type Orders = Record<string, Standing>;
/** A seat's standing instructions, and the pieces that each of them may name. */
export type Given = Omit<http.Standing, "orders"> & { orders: Orders };

const place = (table: string, seat: string) => `/api/tables/${encodeURIComponent(table)}/standing?seat=${encodeURIComponent(seat)}`;
export const instructions = async (game: string): Promise<Instruction[]> => {
  const { games } = await call<{ games: { game: string; instructions?: Instruction[] }[] }>("GET", "/api/catalogue");
  return games.find((g) => g.game === game)?.instructions ?? [];
};
export const standing = (table: string, seat: string) => call<Given>("GET", place(table, seat));
export const order = (table: string, seat: string, orders: Orders, delay: boolean) => call<Given>("PUT", place(table, seat), { orders, delay });
export const vacation = () => call<http.Vacation>("GET", "/api/vacation");
export const beginVacation = (days: number) => call<http.Vacation>("POST", "/api/vacation", { days });
export const endVacation = () => call<http.Vacation>("POST", "/api/vacation/end");
export const contact = () => call<http.Contact>("GET", "/api/contact");
export const writeContact = (wish: { address: string | null; webhook: string | null; events: string[]; language: Lang }) => call<http.Contact>("PUT", "/api/contact", wish);
export const follow = (what: "confirm" | "unsubscribe", token: string) => call<unknown>("POST", `/api/contact/${what}`, { token });
export const turns = () => call<{ turns: http.Turn[] }>("GET", "/api/turns");
