/** A table as a page shows it, played at or looked at again: what was said of it, the panels beside it, and its game. */

import type { GameClient, Play } from "../games/client";
import type { Answer, Drawing, GameEvent, Question, Rule, Table, View } from "./types";

export type Panel = "guide" | "log" | "rules" | "forces" | "luck" | "why" | "chat" | "notes" | "standing" | "text" | "table";
interface ChatLine {
  n: number;
  /** the side for which alone it is meant */
  to: string | null;
  player: string;
  text: string;
  at: number;
}

export class Scene {
  // what was said of the table last
  seat = $state<string | null>(null);
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  options = $state.raw<Answer[]>([]);
  question = $state.raw<Question | null>(null);
  /** The seat's stream of events as far as it was read: from number `first` on. */
  events = $state.raw<GameEvent[]>([]);
  first = $state(0);
  version = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  drawing = $state.raw<Drawing | null>(null);
  rules = $state.raw<Rule[]>([]);
  // the game
  client = $state.raw<GameClient | null>(null);
  play = $state.raw<Play | null>(null);
  /** Whether the game's own client did not come and the plain one stands in. */
  bare = $state(false);
  // the panels
  panel = $state<Panel>("log");
  panelOpen = $state(true);
  rule = $state<string | null>(null);
  /** Events before this number were there when this player last decided. */
  seen = $state(0);
  /** Whether the log shows only what happened since then. */
  since = $state(false);
  /** The event that the log is to show. */
  pointed = $state<number | null>(null);
  /** Read out by the live region. */
  spoken = $state("");

  /** How many events the seat was told in all. */
  readonly told = $derived(this.first + this.events.length);
  readonly myTurn = $derived(this.question !== null && this.options.length > 0);
  readonly over = $derived(this.table?.status === "over");
  readonly novice = $derived(this.table?.assistance === "novice");
  /** The seats of one's own side. */
  readonly allies = $derived(Object.values(this.table?.sides ?? {}).find((seats) => this.seat !== null && seats.includes(this.seat)) ?? []);

  /** The seats and the side that are one's own. */
  readonly own = $derived([...this.allies, ...Object.entries(this.table?.sides ?? {}).flatMap(([side, seats]) => (this.seat !== null && seats.includes(this.seat) ? [side] : []))]);

  constructor(readonly id: string) {}

  showRule(rule: string | null): void {
    if (!rule) return;
    this.rule = rule;
    this.panel = "rules";
    this.panelOpen = true;
  }

  open(panel: Panel): void {
    if (this.panelOpen && this.panel === panel) this.panelOpen = false;
    else {
      this.panel = panel;
      this.panelOpen = true;
    }
  }

  /** Read the page of events before those that are here; whether there are still earlier ones. */
  async earlier(): Promise<boolean> {
    if (this.first === 0) return false;
    const [before, last] = [this.first, this.events.length];
    const page = await this.pageBefore(before);
    if (!page.length || this.first !== before || this.events.length < last) return false;
    this.events = [...page, ...this.events];
    this.first = before - page.length;
    return this.first > 0;
  }

  /** Read back to an event, or to the beginning. */
  async readBack(to = 0): Promise<void> {
    while (this.first > to && (await this.earlier()));
  }

  /** The events before that number, as many as come at once. */
  protected async pageBefore(_before: number): Promise<GameEvent[]> {
    return [];
  }

  say(text: string): void {
    this.spoken = text;
  }

  name(piece: string): string {
    return this.play?.name(piece) ?? piece;
  }
}
