/** A charge or an approach before it is declared: who, whom, and which of the two. */

import { said } from "../../lib/settings.svelte";
import type { Refusal } from "../../lib/types";
import type { GuerrePlay } from "./play.svelte";
import type { Answer } from "./types";

export type Kind = "charge" | "approach";
const KINDS: readonly Kind[] = ["charge", "approach"];

export class Attacking {
  unit = $state<string | null>(null);
  target = $state<string | null>(null);
  kind = $state<Kind>("charge");
  /** which of the two could be declared */
  lawful = $state.raw<readonly Kind[]>([]);

  constructor(private readonly play: GuerrePlay) {}

  get on(): boolean {
    return this.unit !== null && this.target !== null;
  }
  readonly answer = $derived<Answer | null>(this.unit && this.target ? this.as(this.kind) : null);

  private as(kind: Kind): Answer {
    return { do: kind, unit: this.unit ?? "", target: this.target ?? "", ...(this.play.moving.alone && { alone: true }) };
  }

  drop(): void {
    this.unit = null;
    this.target = null;
    this.lawful = [];
  }

  /** An enemy is pointed at; pointed at twice the attack is declared. */
  async point(unit: string, target: string): Promise<void> {
    if (this.unit === unit && this.target === target && this.lawful.length) return this.declare();
    this.play.refusal = null;
    this.unit = unit;
    this.target = target;
    this.lawful = [];
    const refusals = await Promise.all(KINDS.map((kind) => this.play.s.why(this.as(kind))));
    if (this.unit !== unit || this.target !== target) return;
    this.lawful = KINDS.filter((_, i) => refusals[i] === null);
    const first = this.lawful[0];
    if (first) return this.choose(first);
    const refusal = refusals[0] as Refusal;
    this.drop();
    this.play.refusal = refusal;
    this.play.s.say(said(refusal.text));
  }

  choose(kind: Kind): void {
    this.kind = kind;
    if (this.answer) this.play.s.say(this.play.tell(this.answer));
  }

  async declare(): Promise<void> {
    if (this.answer) await this.play.s.answer(this.answer);
  }
}
