/** What happened since this player last decided, told one event at a time. */

import type { GameClient } from "../games/client";
import { said, settings } from "./settings.svelte";
import type { GameEvent, Question } from "./types";

interface Table {
  readonly events: readonly GameEvent[];
  readonly told: number;
  readonly seen: number;
  readonly over: boolean;
  readonly myTurn: boolean;
  readonly question: Question | null;
  readonly client: GameClient | null;
  say(text: string): void;
  readBack(to: number): Promise<void>;
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
    const fresh = table.told - table.seen;
    if (!settings.recap || table.over || table.seen === 0 || !table.myTurn) return;
    if (returned ? fresh > 0 : fresh >= WORTH_TELLING && table.client?.opens(table.question?.what ?? "")) void this.show();
  }

  async show(): Promise<void> {
    await this.table.readBack(this.table.seen);
    // What is seen on the board would bury the rest, told one by one.
    this.told = this.table.events.filter((event) => event.n >= this.table.seen && !this.table.client?.passing.has(event.kind));
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
