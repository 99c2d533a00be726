/** What happened since this player last decided, told one event at a time. */

import { said, settings } from "./settings.svelte";
import type { GameEvent, Question } from "./types";

interface Table {
  readonly events: readonly GameEvent[];
  readonly seen: number;
  readonly over: boolean;
  readonly myTurn: boolean;
  readonly question: Question | null;
  say(text: string): void;
}

/** Questions that open a stretch of one's own play; the others break into the enemy's. */
const OWN_PLAY = new Set(["orders", "swap", "general", "fire", "move", "assault"]);
const WORTH_TELLING = 4;
/** Facings are seen on the map; told one by one they would bury the rest. */
const IN_PASSING = new Set(["faced"]);

export class Recap {
  open = $state(false);
  /** The events to be told. */
  told = $state.raw<GameEvent[]>([]);
  /** The one that is shown, or -1 before the first. */
  at = $state(-1);

  constructor(private readonly table: Table) {}

  readonly spotlight = $derived.by(() => (this.open ? (this.told[this.at] ?? null) : null));

  /** Open by itself when a player comes back, or when the enemy's play is over. */
  offer(returned: boolean): void {
    const { table } = this;
    const fresh = table.events.length - table.seen;
    if (!settings.recap || table.over || table.seen === 0 || !table.myTurn) return;
    if (returned ? fresh > 0 : fresh >= WORTH_TELLING && OWN_PLAY.has(table.question?.what ?? "")) this.show();
  }

  show(): void {
    this.told = this.table.events.slice(this.table.seen).filter((event) => !IN_PASSING.has(event.kind));
    this.at = -1;
    this.open = this.told.length > 0;
  }

  close(): void {
    this.open = false;
    this.at = -1;
  }

  step(by: number): void {
    const from = this.at < 0 && by < 0 ? this.told.length : this.at;
    this.at = Math.max(0, Math.min(this.told.length - 1, from + by));
    if (this.spotlight) this.table.say(said(this.spotlight.text));
  }
}
