/** Orders before they are given: which general gets which die of those in hand, and who a dummy. */

import type { GuerrePlay } from "./play.svelte";
import type { Answer, General } from "./types";

/** The dice of a hand that no general has yet. */
export function left(dice: readonly number[], assigned: readonly number[]): number[] {
  const rest = [...dice];
  for (const die of assigned) {
    const at = rest.indexOf(die);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

export class Ordering {
  assign = $state.raw<Readonly<Record<string, number>>>({});
  dummies = $state.raw<readonly string[]>([]);
  /** the die that the next general gets */
  die = $state<number | null>(null);

  constructor(private readonly play: GuerrePlay) {}

  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "orders";
  }
  get secret(): boolean {
    return this.play.view?.readings?.["orders"] === "secret";
  }
  readonly dice = $derived.by((): readonly number[] => {
    const told = this.play.s.question?.data["dice"];
    const seat = this.play.s.seat ?? "";
    return Array.isArray(told) ? (told as number[]) : (this.play.view?.hand?.[seat] ?? []);
  });
  readonly rest = $derived(left(this.dice, Object.values(this.assign)));
  readonly generals = $derived.by((): readonly General[] => {
    const told = this.play.s.question?.data["generals"];
    const all = this.play.view?.generals ?? [];
    const named = new Set(Array.isArray(told) ? (told as string[]) : this.play.options.flatMap((one) => (one.do === "orders" ? [...Object.keys(one.assign), ...(one.dummies ?? [])] : [])));
    return all.filter(({ id }) => named.has(id));
  });
  readonly answer = $derived<Answer>({ do: "orders", assign: { ...this.assign }, ...(this.dummies.length && { dummies: [...this.dummies] }) });

  /** Begin with what the computer lists first: the highest dice to those who can use them. */
  begin(): void {
    this.assign = {};
    this.dummies = [];
    this.die = this.on ? (this.dice[0] ?? null) : null;
  }

  /** A general is pointed at: he gets the die in hand, or gives his back. */
  point(general: string): void {
    if (!this.generals.some(({ id }) => id === general)) return;
    const had = this.assign[general];
    const rest = Object.fromEntries(Object.entries(this.assign).filter(([id]) => id !== general));
    const die = this.die ?? this.rest[0] ?? null;
    this.dummies = this.dummies.filter((id) => id !== general);
    this.assign = had !== undefined || die === null ? rest : { ...rest, [general]: die };
    this.die = this.rest[0] ?? null;
  }
  give(general: string, die: number | null): void {
    const rest = Object.fromEntries(Object.entries(this.assign).filter(([id]) => id !== general));
    this.assign = die === null ? rest : { ...rest, [general]: die };
    this.dummies = this.dummies.filter((id) => id !== general);
    this.die = this.rest[0] ?? null;
  }
  toggleDummy(general: string): void {
    this.give(general, null);
    this.dummies = this.dummies.includes(general) ? this.dummies.filter((id) => id !== general) : [...this.dummies, general];
  }
}
