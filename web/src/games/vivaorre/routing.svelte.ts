/** The written way of an army that marches into an ambush: a line across the table and the order of its units. */

import { apart, type Spot } from "../../boards/table/geometry";
import type { Refusal } from "../../lib/types";
import type { Route } from "./generated";
import type { VivaPlay } from "./play.svelte";
import type { Answer } from "./types";

type Written = Route & { do: "route" };

const whole = (length: number): number => Math.round(length / 100) * 100;

/** The point of the nearest edge of the table. */
export function toEdge([x, y]: Spot, [wide, high]: readonly [number, number]): Spot {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const [px, py] = [within(x, wide), within(y, high)];
  const far = [px, wide - px, py, high - py];
  const least = far.indexOf(Math.min(...far));
  return least === 0 ? [0, py] : least === 1 ? [wide, py] : least === 2 ? [px, 0] : [px, high];
}

/** How far a point is from a stretch of a line. */
function offside(at: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = dx || dy ? Math.max(0, Math.min(1, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy))) : 0;
  return apart(at, [a[0] + share * dx, a[1] + share * dy]);
}

/** A line with one more corner, in the stretch nearest to it. */
export function bent(line: readonly Spot[], at: Spot): Spot[] {
  const far = line.slice(1).map((b, i) => offside(at, line[i]!, b));
  const nearest = far.indexOf(Math.min(...far));
  return [...line.slice(0, nearest + 1), at, ...line.slice(nearest + 1)];
}

/** One of a list earlier or later by one. */
export function shifted<T>(list: readonly T[], from: number, by: number): T[] {
  const found = [...list];
  const [one] = found.splice(from, 1);
  found.splice(Math.max(0, Math.min(found.length, from + by)), 0, one as T);
  return found;
}

export class Routing {
  line = $state.raw<readonly Spot[]>([]);
  order = $state.raw<readonly string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  private held: number | null = null;

  constructor(private readonly play: VivaPlay) {}

  get plans(): readonly Written[] {
    return (this.play.s.options as Answer[]).filter((one): one is Written => one.do === "route");
  }
  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "deploy" && this.plans.length > 0;
  }
  begin(): void {
    this.refusal = null;
    if (this.on) this.take(0);
  }
  /** Begin from one of the ways that are proposed. */
  take(index: number): void {
    const plan = this.plans[index];
    this.line = (plan?.line ?? []).map(([x, y]): Spot => [x ?? 0, y ?? 0]);
    this.order = plan?.order ?? [];
    void this.judge();
  }

  private get size(): readonly [number, number] {
    const [wide = 0, high = 0] = this.play.view?.table.size ?? [];
    return [wide, high];
  }
  /** A corner goes there; the first and the last stay on an edge. */
  private put(index: number, at: Spot): void {
    const end = index === 0 || index === this.line.length - 1;
    const there = end ? toEdge(at, this.size) : at;
    this.line = this.line.with(index, [whole(there[0]), whole(there[1])]);
  }
  grip(index: number): void {
    this.held = index;
  }
  pull(at: Spot): void {
    if (this.held !== null) this.put(this.held, at);
  }
  release(): void {
    this.held = null;
    void this.judge();
  }
  /** The ground was pointed at: the way leads through there too. */
  bend(at: Spot): void {
    this.line = bent(this.line, [whole(at[0]), whole(at[1])]);
    void this.judge();
  }
  /** The way no longer leads through a corner. */
  straighten(index: number): void {
    if (index > 0 && index < this.line.length - 1) this.line = this.line.toSpliced(index, 1);
    void this.judge();
  }
  march(index: number, by: number): void {
    this.order = shifted(this.order, index, by);
    void this.judge();
  }

  get answer(): Written {
    return { do: "route", order: [...this.order], line: this.line.map(([x, y]) => [x, y]) };
  }
  async judge(): Promise<void> {
    if (this.on) this.refusal = await this.play.s.why(this.answer);
  }
  async write(): Promise<void> {
    await this.judge();
    if (!this.refusal) await this.play.s.answer(this.answer);
  }
}
