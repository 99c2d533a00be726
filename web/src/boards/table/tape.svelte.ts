/** The tape: from edge to edge between any two things, read by the server and the same for everybody. */

import type { TableSession } from "../../lib/session.svelte";
import { centre, type Pose, type Spot } from "./geometry";

/** What a tape is laid at: a piece by its name, or a point of the table. */
export type End = string | Spot;

export interface Laid {
  from: End;
  to: End;
  /** the two points between which it is laid */
  line: readonly [Spot, Spot];
  distance: number | null;
  /** as it is read, in every measure there is */
  read: string;
}

/** What the server's tape says. */
export interface Reading {
  distance: number;
  line: readonly [Spot, Spot];
  read: string;
}

export class Tape {
  on = $state(false);
  from = $state.raw<End | null>(null);
  /** the tape in the hand */
  held = $state.raw<Laid | null>(null);
  /** tapes left on the table */
  left = $state.raw<readonly Laid[]>([]);
  private asked = 0;

  constructor(
    readonly s: TableSession,
    private readonly read: (from: End, to: End) => Promise<Reading | null>,
    private readonly pose: (piece: string) => Pose | undefined,
    private readonly said: (laid: Laid) => string,
  ) {}

  take(on: boolean): void {
    this.on = on;
    this.from = null;
    this.held = null;
  }

  clear(): void {
    this.left = [];
    this.held = null;
    this.from = null;
  }

  private point(end: End): Spot {
    if (typeof end !== "string") return end;
    const pose = this.pose(end);
    return pose ? centre(pose) : [0, 0];
  }

  /** The pointer goes on while one end lies fast. */
  async draw(to: End): Promise<void> {
    const { from } = this;
    if (from === null) return;
    const asked = ++this.asked;
    const found = await this.read(from, to);
    if (asked !== this.asked || this.from !== from || !this.on) return;
    this.held = { from, to, line: found?.line ?? [this.point(from), this.point(to)], distance: found?.distance ?? null, read: found?.read ?? "?" };
  }

  /** A piece or a point was chosen: the first end, then the second, where the tape stays. */
  async lay(end: End): Promise<void> {
    if (this.from === null) {
      this.from = end;
      return;
    }
    await this.draw(end);
    if (!this.held) return;
    this.left = [...this.left, this.held].slice(-8);
    this.s.say(this.said(this.held));
    this.held = null;
    this.from = null;
  }
}
