/** What happened since this player last decided, told one event at a time. */

import type { GameClient } from "../games/client";
import { said, settings } from "./settings.svelte";
import type { GameEvent, Question } from "./types";

interface Table {
  readonly events: readonly GameEvent[];
  readonly seen: number;
  readonly over: boolean;
  readonly myTurn: boolean;
  readonly question: Question | null;
  readonly client: GameClient | null;
  say(text: string): void;
}

const WORTH_TELLING = 4;

export class Recap {
  open = $state(false);
  /** The events to be told. */
  told = $state.raw<GameEvent[]>([]);
  /** The one that is shown, or -1 before the first. */
  at = $state(-1);

  constructor(private readonly table: Table) {}

  readonly spotlight = $derived.by(() => (this.open ? (this.told[this.at] ?? null) : null));

  /** Open by itself when a player comes back, or when the others' play is over. */
  offer(returned: boolean): void {
    const { table } = this;
    const fresh = table.events.length - table.seen;
    if (!settings.recap || table.over || table.seen === 0 || !table.myTurn) return;
    if (returned ? fresh > 0 : fresh >= WORTH_TELLING && table.client?.opens(table.question?.what ?? "")) this.show();
  }

  show(): void {
    // What is seen on the board would bury the rest, told one by one.
    this.told = this.table.events.slice(this.table.seen).filter((event) => !this.table.client?.passing.has(event.kind));
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
