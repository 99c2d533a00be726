/** The army before the battle: where each unit is to stand, moved about on the table until it is sealed. */

import type { Pose, Spot } from "../../boards/table/geometry";
import type { Refusal } from "../../lib/types";
import { order } from "./figures";
import type { Deploy, Placed } from "./generated";
import type { VivaPlay } from "./play.svelte";
import type { Answer, FormationName, Unit } from "./types";

/** The ground that a unit takes up in another formation, drawn from what its bases take up now. */
export function sizeIn(unit: Unit, now: readonly [number, number], formation: FormationName): [number, number] {
  const [a, b] = [order(unit), order({ ...unit, formation, files: Math.ceil(unit.figures / 2) })];
  const cells = (one: { columns: number; rows: number }, how: FormationName) => (how === "skirmish" ? [2 * one.columns - 1, 2 * one.rows - 1] : [one.columns, one.rows]);
  const [[fromW, fromD], [toW, toD]] = [cells(a, unit.formation), cells(b, formation)];
  return [Math.round((now[0] / Math.max(1, fromW!)) * toW!), Math.round((now[1] / Math.max(1, fromD!)) * toD!)];
}

/** Inches of the rules, in thousandths: how long a trench may be. */
const TRENCH = 12000;

/** A trench with one end elsewhere, no longer than it may be. */
export function stretched(ends: readonly [number[], number[]], end: number, [x, y]: Spot): number[][] {
  const [fx, fy] = (ends[1 - end] ?? [0, 0]) as [number, number];
  const far = Math.hypot(x - fx, y - fy);
  // Whole tenths are rounded afterwards: a hair shorter stays lawful.
  const share = far > TRENCH ? (TRENCH - 100) / far : 1;
  const there = [fx + (x - fx) * share, fy + (y - fy) * share];
  return end === 0 ? [there, [fx, fy]] : [[fx, fy], there];
}
/** A trench with its middle elsewhere. */
export function middled([a, b]: readonly [number[], number[]], [x, y]: Spot): number[][] {
  const [dx, dy] = [x - (a[0]! + b[0]!) / 2, y - (a[1]! + b[1]!) / 2];
  return [[a[0]! + dx, a[1]! + dy], [b[0]! + dx, b[1]! + dy]];
}

export class Deploying {
  units = $state.raw<Readonly<Record<string, Placed>>>({});
  generals = $state.raw<Readonly<Record<string, readonly number[]>>>({});
  trenches = $state.raw<readonly number[][][]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** whether a unit that is dragged takes its brigade along */
  whole = $state(false);
  private held: { ids: readonly string[]; at: Spot; from: ReadonlyMap<string, Spot> } | null = null;
  private dug: { trench: number; end: number } | null = null;

  constructor(private readonly play: VivaPlay) {}

  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "deploy" && this.plans.length > 0;
  }
  get plans(): readonly (Deploy & { do: "deploy" })[] {
    return (this.play.s.options as Answer[]).filter((one): one is Deploy & { do: "deploy" } => one.do === "deploy");
  }

  begin(): void {
    this.refusal = null;
    if (this.on) this.take(0);
    else this.units = {};
  }
  /** Begin from one of the deployments that are proposed. */
  take(index: number): void {
    const plan = this.plans[index];
    this.units = plan?.units ?? {};
    this.generals = plan?.generals ?? {};
    this.trenches = plan?.trenches ?? [];
    void this.judge();
  }

  poseOf(unit: Unit): Pose | null {
    const placed = this.units[unit.id];
    const size = this.play.view?.footprints[unit.id];
    if (!placed || !size) return null;
    const [w, d] = sizeIn(unit, size, placed.formation ?? unit.formation);
    return [placed.at[0] ?? 0, placed.at[1] ?? 0, placed.facing ?? unit.facing, w, d];
  }

  private placeOf(id: string): Spot | null {
    const here = this.units[id]?.at ?? this.generals[id];
    return here ? [here[0] ?? 0, here[1] ?? 0] : null;
  }
  /** Who is moved with one of them: its brigade with the general, or nobody else. */
  private along(id: string): readonly string[] {
    const all = [...(this.play.view?.units ?? []), ...(this.play.view?.generals ?? [])];
    const brigade = all.find((one) => one.id === id)?.brigade;
    return this.whole && brigade ? all.filter((one) => one.brigade === brigade && this.placeOf(one.id)).map((one) => one.id) : [id];
  }
  grip(id: string, at: Spot): void {
    const ids = this.along(id);
    this.held = { ids, at, from: new Map(ids.flatMap((one) => { const here = this.placeOf(one); return here ? [[one, here] as const] : []; })) };
  }
  pull(at: Spot): void {
    if (this.dug) return this.dig(this.dug.trench, this.dug.end, at);
    const { held } = this;
    if (held) for (const [id, from] of held.from) this.put(id, [from[0] + at[0] - held.at[0], from[1] + at[1] - held.at[1]]);
  }
  release(): void {
    this.held = null;
    this.dug = null;
    void this.judge();
  }

  // ---------------------------------------------------------------- trenches

  /** How many trenches this army may dig. */
  get digs(): number {
    return Number(this.play.s.question?.data["trenches"] ?? 0);
  }
  /** One more trench, across the middle of the zone. */
  addTrench(): void {
    const [west = 0, south = 0, east = 0, north = 0] = (this.play.s.question?.data["zone"] ?? []) as number[];
    const [x, y] = [Math.round((west + east) / 2), Math.round((south + north) / 2) + 1500 * this.trenches.length];
    this.trenches = [...this.trenches, [[x - TRENCH / 2, y], [x + TRENCH / 2, y]]];
    void this.judge();
  }
  fill(index: number): void {
    this.trenches = this.trenches.toSpliced(index, 1);
    void this.judge();
  }
  gripTrench(trench: number, end: number): void {
    this.dug = { trench, end };
  }
  /** An end of a trench goes there, or with its middle the whole; it grows no longer than it may be. */
  private dig(trench: number, end: number, [x, y]: Spot): void {
    const [a, b] = this.trenches[trench] ?? [];
    if (!a || !b) return;
    const ends = [a, b] as [number[], number[]];
    const moved = end === 2 ? middled(ends, [x, y]) : stretched(ends, end, [x, y]);
    this.trenches = this.trenches.with(trench, moved.map((at) => at.map((one) => Math.round(one / 100) * 100)));
  }

  /** A unit or general stands here now, on whole tenths. */
  put(id: string, [x, y]: Spot): void {
    const at = [Math.round(x / 100) * 100, Math.round(y / 100) * 100];
    const placed = this.units[id];
    if (placed) this.units = { ...this.units, [id]: { ...placed, at } };
    else if (this.generals[id]) this.generals = { ...this.generals, [id]: at };
  }
  change(id: string, how: Partial<Placed>): void {
    const placed = this.units[id];
    if (placed) this.units = { ...this.units, [id]: { ...placed, ...how } };
    void this.judge();
  }
  nudge(id: string, dx: number, dy: number): void {
    for (const one of this.along(id)) {
      const here = this.placeOf(one);
      if (here) this.put(one, [here[0] + dx, here[1] + dy]);
    }
    void this.judge();
  }

  get answer(): Deploy & { do: "deploy" } {
    return {
      do: "deploy",
      units: { ...this.units },
      generals: Object.fromEntries(Object.entries(this.generals).map(([id, at]) => [id, [...at]])),
      ...(this.trenches.length && { trenches: [...this.trenches] }),
    };
  }
  async judge(): Promise<void> {
    if (this.on) this.refusal = await this.play.s.why(this.answer);
  }
  async seal(): Promise<void> {
    await this.judge();
    if (!this.refusal) await this.play.s.answer(this.answer);
  }
}
