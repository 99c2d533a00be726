/** How much of a table's story a player has seen, kept in this browser. */

const key = (table: string, seat: string | null): string => `quadrilatero.seen.${table}.${seat ?? "watch"}`;

export function lastSeen(table: string, seat: string | null): number {
  try {
    return Number(localStorage.getItem(key(table, seat)) ?? 0);
  } catch {
    return 0;
  }
}

export function rememberSeen(table: string, seat: string | null, events: number): void {
  try {
    localStorage.setItem(key(table, seat), String(events));
  } catch {
    // not remembered over a reload then
  }
}
