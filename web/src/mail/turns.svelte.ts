/** Where it is this player's turn. Asked for now and then; news are shown, and told by the browser where it may. */

import { said, t } from "../lib/settings.svelte";
import * as api from "./api";

const EVERY = 15_000;

class Turns {
  list = $state.raw<api.Turn[]>([]);
  fresh = $state.raw<api.Turn | null>(null);
  private known: Set<string> | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  start(): () => void {
    const look = () => void this.look();
    look();
    this.timer = setInterval(look, EVERY);
    addEventListener("visibilitychange", look);
    addEventListener("hashchange", look);
    return () => {
      clearInterval(this.timer);
      removeEventListener("visibilitychange", look);
      removeEventListener("hashchange", look);
    };
  }

  async look(): Promise<void> {
    const found = await api.turns().catch(() => null);
    if (!found) return;
    const before = this.known;
    this.list = found.turns;
    this.known = new Set(found.turns.map((turn) => turn.id));
    if (this.fresh && !this.known.has(this.fresh.id)) this.fresh = null;
    const fresh = before && found.turns.find((turn) => !before.has(turn.id) && !location.hash.includes(turn.id));
    if (fresh && location.hash.length > 2) this.show(fresh); // the lobby lists them anyway
  }

  private show(turn: api.Turn): void {
    this.fresh = turn;
    if (document.visibilityState === "hidden" && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(t("turns.title"), { body: said(turn.title), tag: turn.id });
      note.onclick = () => {
        window.focus();
        location.hash = `#/table/${encodeURIComponent(turn.id)}`;
      };
    }
  }
}

export const turns = new Turns();
/** Before the title of a page: how many tables wait. */
export const badge = (): string => (turns.list.length ? `(${turns.list.length}) ` : "");
