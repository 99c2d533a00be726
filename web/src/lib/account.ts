/** The story of a game in parts: whose turn each of them was, and what has happened since one's own last turn. */

import type { GameEvent } from "./types";

/** Whether an event begins a part, and whose turn that is; null where it is nobody's. */
export type Opens = (event: GameEvent) => { side: string | null } | null;

/** Events from number `from` up to, not including, `to`. */
export interface Part {
  from: number;
  to: number;
  side: string | null;
}

export function parts(events: readonly GameEvent[], opens: Opens): Part[] {
  const found: Part[] = [];
  for (const event of events) {
    const opening = opens(event);
    const last = found.at(-1);
    if (opening || !last) found.push({ from: event.n, to: event.n + 1, side: opening?.side ?? null });
    else last.to = event.n + 1;
  }
  return found;
}

/** What others did since one's own last whole turn: up to now, or up to the turn that one is having.
 * A reaction in somebody else's turn is no turn of one's own. Null where the game has no turns. */
export function sinceTurn(story: readonly Part[], own: readonly string[]): { from: number; to: number } | null {
  if (!story.some((part) => part.side !== null)) return null;
  const mine = (part: Part) => part.side !== null && own.includes(part.side);
  const last = story.at(-1);
  const acting = last && mine(last) ? last : null;
  const before = (acting ? story.slice(0, -1) : story).findLast(mine);
  return { from: before?.to ?? story[0]?.from ?? 0, to: acting ? acting.from : (last?.to ?? 0) };
}
