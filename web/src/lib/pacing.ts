/** The computer decides faster than the eye follows: its decisions are shown one after another, and can be skipped. */

import type { StateMessage } from "./types";

const STEP = 380;
const IN_PASSING = 70;
/** The page is never behind the server by more than this. */
const LONGEST = 4500;

export class Pacer {
  private queue: StateMessage[] = [];
  private last: StateMessage | null = null;
  /** when the page fell behind */
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (state: StateMessage) => void,
    private readonly waiting: (many: number) => void,
    private readonly atOnce: () => boolean,
    /** kinds of events that are seen well enough in passing */
    private readonly passing: (kind: string) => boolean = () => false,
  ) {}

  take(state: StateMessage): void {
    const before = this.last;
    this.last = state;
    if (this.queue.length === 0 && (before === null || this.atOnce() || !byComputer(before, state))) this.show(state);
    else {
      this.queue.push(state);
      this.waiting(this.queue.length);
      if (this.queue.length === 1) {
        this.since = Date.now();
        this.wait();
      }
    }
  }

  private wait(): void {
    const next = this.queue[0];
    if (!next) return;
    const seen = next.events.some((event) => !this.passing(event.kind));
    const left = Math.max(0, this.since + LONGEST - Date.now());
    this.timer = setTimeout(() => (left ? this.release() : this.skip()), Math.min(seen ? STEP : IN_PASSING, left / this.queue.length));
  }

  private release(): void {
    const next = this.queue.shift();
    this.waiting(this.queue.length);
    if (next) this.show(next);
    this.wait();
  }

  /** Show at once whatever waits. */
  skip(): void {
    clearTimeout(this.timer);
    const all = this.queue;
    this.queue = [];
    this.waiting(0);
    for (const state of all) this.show(state);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.last = null;
    this.waiting(0);
  }
}

/** Whether the computer's decision made this state of the one before. */
function byComputer(before: StateMessage, after: StateMessage): boolean {
  const { turn, seats, status } = before.table;
  return status === "running" && after.version > before.version && turn.length > 0 && turn.every((seat) => seats[seat]?.bot);
}
