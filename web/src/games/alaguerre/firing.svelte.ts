/** The fire of a side, one shot after another: who could shoot at whom, and the shot that is shown before it is made. */

import { said } from "../../lib/settings.svelte";
import type { Fire } from "./generated";
import type { GuerrePlay } from "./play.svelte";
import type { Aim, Answer } from "./types";

export type Shot = Fire & { unit: string; target: string };

const isShot = (answer: Answer): answer is Shot => answer.do === "fire" && Boolean(answer.unit && answer.target);

/** Every shot that is listed, by who makes it. */
export function shotsOf(options: readonly Answer[]): Map<string, Shot[]> {
  const found = new Map<string, Shot[]>();
  for (const one of options) if (isShot(one)) found.set(one.unit, [...(found.get(one.unit) ?? []), one]);
  return found;
}

export class Firing {
  shown = $state.raw<Shot | null>(null);
  aim = $state.raw<Aim | null>(null);

  constructor(private readonly play: GuerrePlay) {}

  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "fire";
  }
  readonly shots = $derived.by(() => shotsOf(this.play.options));
  /** Damage done so far to the target whose fire is open. */
  readonly done = $derived.by(() => (this.play.view?.shots ?? []).reduce((sum, { damage }) => sum + (damage ?? 0), 0));
  /** whom the selected base could shoot at */
  readonly targets = $derived.by(() => [...new Set((this.shots.get(this.play.selected ?? "") ?? []).map(({ target }) => target))]);

  begin(): void {
    this.shown = null;
    this.aim = null;
  }

  /** Show a shot with what counts for it. */
  async show(shot: Shot): Promise<void> {
    this.play.refusal = null;
    this.shown = shot;
    this.aim = null;
    if (!this.play.pieces.has(shot.target)) return;
    const found = await this.play.s.inspect({ look: "shot", unit: shot.unit, target: shot.target, ...(shot.side !== undefined && shot.side !== null && { side: shot.side }) });
    if (this.shown === shot) this.aim = found as unknown as Aim | null;
  }

  /** An enemy is pointed at: again from another side, and at last the shot is made. */
  async point(unit: string, target: string): Promise<void> {
    const listed = (this.shots.get(unit) ?? []).filter((shot) => shot.target === target || this.play.unitOf(shot.target) === this.play.unitOf(target));
    if (listed.length) {
      const at = this.shown ? listed.indexOf(this.shown) : -1;
      if (at >= 0 && at === listed.length - 1) return this.shoot();
      return this.show(listed[at + 1]!);
    }
    this.begin();
    this.play.refusal = await this.play.s.why({ do: "fire", unit, target } as Answer);
    if (this.play.refusal) this.play.s.say(said(this.play.refusal.text));
  }

  async shoot(): Promise<void> {
    if (this.shown) await this.play.s.answer(this.shown as Answer);
  }
}
