/** The computer decides faster than the eye follows: its decisions are shown one after another, at the player's pace. */

import type { StateMessage } from "./types";

export const PACES = ["slow", "steady", "fast", "none"] as const;
export type Pace = (typeof PACES)[number];

/** For each decision, and how long the page may be behind the server at all; in milliseconds. */
const TIMES: Record<Exclude<Pace, "none">, { step: number; passing: number; most: number }> = {
  slow: { step: 1300, passing: 260, most: Infinity },
  steady: { step: 420, passing: 70, most: 6000 },
  fast: { step: 150, passing: 30, most: 2000 },
};

export class Pacer {
  private queue: StateMessage[] = [];
  private last: StateMessage | null = null;
  /** when the page fell behind */
  private since = 0;
  private held = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (state: StateMessage) => void,
    private readonly waiting: (many: number) => void,
    private readonly pace: () => Pace,
    /** kinds of events that are seen well enough in passing */
    private readonly passing: (kind: string) => boolean = () => false,
  ) {}

  take(state: StateMessage): void {
    const before = this.last;
    this.last = state;
    if (this.queue.length === 0 && (before === null || this.pace() === "none" || !byComputer(before, state))) this.show(state);
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
    clearTimeout(this.timer);
    const next = this.queue[0];
    const pace = this.pace();
    if (!next || this.held) return;
    if (pace === "none") return this.skip();
    const { step, passing, most } = TIMES[pace];
    const seen = next.events.some((event) => !this.passing(event.kind));
    const left = Math.max(0, this.since + most - Date.now());
    this.timer = setTimeout(() => (left ? this.release() : this.skip()), Math.min(seen ? step : passing, left / this.queue.length));
  }

  private release(): void {
    const next = this.queue.shift();
    this.waiting(this.queue.length);
    if (next) this.show(next);
    this.wait();
  }

  /** Stay at what is shown, or go on. */
  hold(held: boolean): void {
    this.held = held;
    this.since = Date.now();
    this.wait();
  }

  /** One decision on: those that are seen in passing go with it. */
  step(): void {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const seen = next.events.some((event) => !this.passing(event.kind));
      this.release();
      if (seen) return;
    }
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
    this.held = false;
    this.waiting(0);
  }
}

/** Whether the computer's decision made this state of the one before. */
function byComputer(before: StateMessage, after: StateMessage): boolean {
  const { turn, seats, status } = before.table;
  return status === "running" && after.version > before.version && turn.length > 0 && turn.every((seat) => seats[seat]?.bot);
}
