/** What a player remembers of a table, kept in this browser: how much was seen, when it was visited last, its bookmarks. */

const key = (what: string, table: string, seat: string | null): string => `quadrilatero.${what}.${table}.${seat ?? "watch"}`;

function recall<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // not remembered over a reload then
  }
}

export const lastSeen = (table: string, seat: string | null): number => recall(key("seen", table, seat), 0);
export const rememberSeen = (table: string, seat: string | null, events: number): void => remember(key("seen", table, seat), events);

/** When a player was at a table, and how many events there were when he left. */
export interface Visit {
  at: number;
  told: number;
}
interface Visits extends Visit {
  before: Visit | null;
}
const APART = 3600;

/** The visit before this one. Who comes back within the hour has not been away. */
export function lastVisit(table: string, seat: string | null, now: number = Date.now() / 1000): Visit | null {
  const last = recall<Visits | null>(key("visit", table, seat), null);
  if (!last) return null;
  const { at, told } = last;
  return now - at > APART ? { at, told } : last.before;
}
export const rememberVisit = (table: string, seat: string | null, told: number, before: Visit | null, now: number = Date.now() / 1000): void =>
  remember(key("visit", table, seat), { at: now, told, before });

/** A moment that is to be found again. */
export interface Bookmark {
  frame: number;
  label: string;
  at: number;
}
export const bookmarks = (table: string, seat: string | null): readonly Bookmark[] => recall(key("bookmarks", table, seat), []);
export const keepBookmarks = (table: string, seat: string | null, kept: readonly Bookmark[]): void => remember(key("bookmarks", table, seat), kept);
