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

export class Deploying {
  units = $state.raw<Readonly<Record<string, Placed>>>({});
  generals = $state.raw<Readonly<Record<string, readonly number[]>>>({});
  trenches = $state.raw<readonly number[][][]>([]);
  refusal = $state.raw<Refusal | null>(null);
  private held: { id: string; off: Spot } | null = null;

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

  grip(id: string, at: Spot): void {
    const here = this.units[id]?.at ?? this.generals[id];
    if (here) this.held = { id, off: [(here[0] ?? 0) - at[0], (here[1] ?? 0) - at[1]] };
  }
  pull(at: Spot): void {
    if (this.held) this.put(this.held.id, [at[0] + this.held.off[0], at[1] + this.held.off[1]]);
  }
  release(): void {
    this.held = null;
    void this.judge();
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
    const here = this.units[id]?.at ?? this.generals[id];
    if (here) this.put(id, [(here[0] ?? 0) + dx, (here[1] ?? 0) + dy]);
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
