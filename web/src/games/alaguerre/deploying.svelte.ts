/** A division before the battle, or a reserve that appears: where each base is to stand, moved about until it is given. */

import type { Pose, Spot } from "../../boards/table/geometry";
import type { Held } from "../../boards/table/hand.svelte";
import type { Refusal } from "../../lib/types";
import type { Appear, Deploy, Placed } from "./generated";
import type { GuerrePlay } from "./play.svelte";
import type { Answer, Base, General } from "./types";

type Laid = Deploy | Appear;
const isLaid = (answer: Answer): answer is Laid => answer.do === "deploy" || answer.do === "appear";

export class Deploying {
  /** what is being laid out, as it would be given */
  answer = $state.raw<Laid | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  private drag: { id: string; from: Spot; at: Spot } | null = null;

  constructor(private readonly play: GuerrePlay) {}

  get on(): boolean {
    return this.answer !== null;
  }
  /** the proposals, as the server lists them */
  readonly proposals = $derived.by(() => this.play.options.filter(isLaid));
  get ids(): readonly string[] {
    return this.answer ? [...Object.keys(this.answer.bases), ...Object.keys(this.answer.generals ?? {})] : [];
  }

  begin(): void {
    this.refusal = null;
    const asked = this.play.s.myTurn && (this.play.what === "deploy" || this.play.what === "reinforce");
    const first = this.play.options.find(isLaid);
    this.answer = asked && this.play.what === "deploy" ? (first ?? null) : null;
  }
  choose(answer: Laid | null): void {
    this.answer = answer;
    this.refusal = null;
  }

  poseOf(base: Base): Pose | null {
    const placed = this.answer?.bases[base.id];
    if (!placed) return null;
    const wide = base.type.endsWith("Art") || base.type === "MdHow" ? 1000 : 2000;
    return [placed.at[0]!, placed.at[1]!, placed.facing ?? base.facing, wide, base.depth];
  }
  placeOf(general: General): readonly number[] | null {
    return this.answer?.generals?.[general.id] ?? null;
  }

  private place(id: string, at: readonly [number, number]): void {
    const { answer } = this;
    if (!answer) return;
    const [x, y] = [Math.round(at[0] / 10) * 10, Math.round(at[1] / 10) * 10];
    if (id in answer.bases) this.answer = { ...answer, bases: { ...answer.bases, [id]: { ...answer.bases[id], at: [x, y] } as Placed } };
    else if (answer.generals && id in answer.generals) this.answer = { ...answer, generals: { ...answer.generals, [id]: [x, y] } };
  }
  private at(id: string): Spot | null {
    const at = this.answer?.bases[id]?.at ?? this.answer?.generals?.[id];
    return at ? [at[0]!, at[1]!] : null;
  }
  put(id: string, at: Spot): void {
    this.place(id, at);
    void this.judge();
  }
  turn(id: string, by: number): void {
    const { answer } = this;
    const placed = answer?.bases[id];
    const facing = placed?.facing ?? this.play.view?.bases.find((one) => one.id === id)?.facing ?? 0;
    if (answer && placed) this.answer = { ...answer, bases: { ...answer.bases, [id]: { ...placed, facing: (facing + by + 36000) % 36000 } } };
    void this.judge();
  }
  grip(id: string, from: Spot): void {
    const at = this.at(id);
    this.drag = at ? { id, from, at } : null;
  }
  pull(to: Spot): void {
    const { drag } = this;
    if (drag) this.place(drag.id, [drag.at[0] + to[0] - drag.from[0], drag.at[1] + to[1] - drag.from[1]]);
  }
  release(): void {
    this.drag = null;
    void this.judge();
  }
  nudge(id: string | null, key: string, { shift }: Held): boolean {
    const at = id ? this.at(id) : null;
    if (!id || !at) return false;
    const by = shift ? 100 : 500;
    this.put(id, [at[0] + (key === "ArrowLeft" ? -by : key === "ArrowRight" ? by : 0), at[1] + (key === "ArrowUp" ? by : key === "ArrowDown" ? -by : 0)]);
    return true;
  }

  async judge(): Promise<void> {
    const { answer } = this;
    if (answer) this.refusal = await this.play.s.why(answer);
  }
  async give(): Promise<void> {
    await this.judge();
    if (this.answer && !this.refusal) await this.play.s.answer(this.answer);
  }
}
