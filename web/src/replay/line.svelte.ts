/** The story of a whole game, of which a part is read: pages of it around the moment that is shown. */

import type { FilmedEvent } from "../lib/types";

export const PAGE = 200;

export class Line {
  /** What was read: the events from number `first` on. */
  events = $state.raw<FilmedEvent[]>([]);
  first = $state(0);
  /** How many there are in all. */
  told = $state(0);
  readonly end = $derived(this.first + this.events.length);

  /** Whoever asked for another story meanwhile does not want the pages of this one. */
  private edition = 0;
  private reading = false;

  constructor(private readonly page: (from: number, count: number) => Promise<FilmedEvent[]>) {}

  begin(told: number): void {
    this.edition++;
    this.reading = false;
    this.events = [];
    this.first = 0;
    this.told = told;
  }

  /** See to it that the event of that number has been read, and those about it. */
  async follow(number: number): Promise<void> {
    const at = Math.max(0, Math.min(this.told - 1, number));
    if (this.events.length === 0 || at < this.first - PAGE || at > this.end + PAGE) {
      const from = Math.max(0, at - PAGE / 2);
      await this.read(from, (page) => {
        this.first = from;
        this.events = page;
      });
    } else if (at < this.first) await this.earlier();
    else if (at > this.end - PAGE / 4) await this.later();
  }

  async earlier(): Promise<void> {
    const from = Math.max(0, this.first - PAGE);
    if (this.first === 0) return;
    await this.read(
      from,
      (page) => {
        this.events = [...page, ...this.events];
        this.first = from;
      },
      this.first - from,
    );
  }

  async later(): Promise<void> {
    if (this.end < this.told) await this.read(this.end, (page) => (this.events = [...this.events, ...page]));
  }

  /** All of it, read to both ends. */
  async whole(): Promise<readonly FilmedEvent[]> {
    for (let read = -1; read !== this.events.length && this.first > 0; ) {
      read = this.events.length;
      await this.earlier();
    }
    for (let read = -1; read !== this.events.length && this.end < this.told; ) {
      read = this.events.length;
      await this.later();
    }
    return this.events;
  }

  private async read(from: number, take: (page: FilmedEvent[]) => void, count = PAGE): Promise<void> {
    if (this.reading || this.told === 0) return;
    const edition = this.edition;
    this.reading = true;
    try {
      const page = await this.page(from, count);
      if (edition === this.edition) take(page);
    } finally {
      if (edition === this.edition) this.reading = false;
    }
  }
}
