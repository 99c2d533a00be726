/** A table of any game: answers are chosen from a list. Games that bring more build on it. */

import type { Play } from "../games/client";
import { exactly, type Step } from "../lib/gestures";
import type { TableSession } from "../lib/session.svelte";
import type { Answer, GameEvent, View } from "../lib/types";
import { t } from "./words";

/** A value of an answer, as short as it can be read. */
const brief = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(brief).join(" ");
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([key, inner]) => `${key} ${brief(inner)}`).join(", ");
  return String(value);
};

export class PlainPlay implements Play {
  constructor(readonly s: TableSession) {}

  get actors(): readonly string[] {
    return [];
  }
  get idle(): number {
    return this.actors.length;
  }
  get ends(): readonly Answer[] {
    return [];
  }
  closing(end: Answer): readonly Step[] {
    return [exactly(end)];
  }
  get covering(): boolean {
    return false;
  }
  get pointing(): unknown {
    return null;
  }

  newMoment(_first: boolean, _fresh: readonly GameEvent[]): void {}
  letGo(): void {
    this.s.odds = null;
  }
  refused(): void {}
  putAway(): boolean {
    return false;
  }
  cancel(): void {
    this.letGo();
  }
  key(_key: string, _target: HTMLElement): boolean {
    return false;
  }
  zoom(_factor: number | null): void {}
  foreshow(_answer: Answer): void {}
  filmed(_events: readonly GameEvent[], _before: View | null): void {}
  select(_piece: string | null): void {}
  light(_piece: string | null): void {}
  lookAtQuestion(): void {}

  has(_piece: string): boolean {
    return true;
  }
  name(piece: string): string {
    return piece;
  }
  fullName(piece: string): string {
    return `${piece} ${this.name(piece)}`;
  }
  label(answer: Answer): string {
    const { do: verb, ...rest } = answer;
    const values = Object.entries(rest).map(([key, value]) => `${key} ${brief(value)}`);
    return values.length ? values.join(", ") : verb.replaceAll("_", " ");
  }
  tell(answer: Answer): string {
    const { do: verb, ...rest } = answer;
    return t("plain.answer", { verb: verb.replaceAll("_", " "), values: brief(Object.values(rest)) }).trim();
  }
  tellSealed(who: string, answer: Answer): string {
    return t("replay.sealed", { who, what: this.tell(answer) });
  }
}
