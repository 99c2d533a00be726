/** What happened since this player's last turn, told one event at a time. */

import type { GameClient, Play } from "../games/client";
import { parts, sinceTurn } from "./account";
import type { Visit } from "./memory";
import { said, settings } from "./settings.svelte";
import type { GameEvent, Question } from "./types";

interface Table {
  readonly events: readonly GameEvent[];
  /** the number of the first of them, and how many there are in all */
  readonly first: number;
  readonly told: number;
  readonly seen: number;
  readonly over: boolean;
  readonly myTurn: boolean;
  readonly question: Question | null;
  readonly client: GameClient | null;
  readonly play: Play | null;
  /** the seats and sides that are one's own */
  readonly own: readonly string[];
  /** when this player was here before */
  readonly visit: Visit | null;
  say(text: string): void;
  earlier(): Promise<boolean>;
  readBack(to: number): Promise<void>;
}

const WORTH_TELLING = 4;

export class Recap {
  open = $state(false);
  /** The one that is shown, or -1 before the first. */
  at = $state(-1);
  /** Whether it goes back to the last visit, and not only to one's own last turn. */
  far = $state(false);
  /** Up to where it has opened by itself. */
  private offered = 0;

  constructor(private readonly table: Table) {}

  /** The numbers of the events since one's own last turn; where a game knows no turns, since the last decision. */
  readonly since = $derived.by(() => {
    const { events, client, own, seen, told } = this.table;
    return (client && sinceTurn(parts(events, client.log.opens), own)) ?? { from: seen, to: told };
  });
  /** Whether more has happened since the last visit than since one's own last turn: somebody answered for this player, or a game has no turns. */
  readonly visited = $derived.by(() => (this.table.visit && this.table.visit.told > 0 && this.table.visit.told !== this.since.from && this.table.visit.told < this.since.to ? this.table.visit : null));
  readonly from = $derived.by(() => (this.far && this.visited ? this.visited.told : this.since.from));
  /** The events to be told: what is seen on the board would bury the rest. */
  readonly told = $derived.by(() => this.table.events.filter(({ n, kind }) => n >= this.from && n < this.since.to && !this.table.client?.passing.has(kind)));
  /** The same in a few sentences; none where nothing of note happened. */
  readonly headline = $derived.by(() => (this.table.client && this.table.play ? this.table.client.headline(this.told, this.table.play) : []));
  readonly spotlight = $derived.by(() => (this.open ? (this.told[this.at] ?? null) : null));

  /** Open by itself when a player comes back, or when a turn of one's own begins: once for each. */
  offer(returned: boolean): void {
    const { table } = this;
    const fresh = this.since.to - Math.max(this.offered, this.since.from);
    if (!settings.recap || table.over || table.seen === 0 || !table.myTurn) return;
    if (returned ? table.told > table.seen : fresh >= WORTH_TELLING && table.client?.opens(table.question?.what ?? "")) {
      this.offered = this.since.to;
      void this.show(true);
    }
  }

  /** Tell it from the last visit on, or from one's own last turn. */
  async reach(far: boolean): Promise<void> {
    this.far = far;
    this.at = -1;
    await this.table.readBack(this.from);
  }

  /** Unasked for, it opens only where something of note happened. */
  async show(unasked = false): Promise<void> {
    const { table } = this;
    this.far = false;
    await table.readBack(this.since.from);
    // Where one's own last turn has not been read yet, the story goes back to it.
    while (table.first > 0 && this.since.from <= table.first && (await table.earlier()));
    this.at = -1;
    this.open = this.told.length > 0 && !(unasked && !this.headline.length);
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
