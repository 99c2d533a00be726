/** Answers that a player gives in one movement of the hand: sent one after another, taken back together. */

import { same } from "./saying";
import type { Answer, Question } from "./types";

/** The answer to what is asked when its turn comes, or null where something else is asked than was foreseen. */
export type Step = (question: Question, options: readonly Answer[]) => Answer | null;

/** Exactly this answer, if it can be given then. */
export const exactly =
  (answer: Answer): Step =>
  (_question, options) =>
    options.find((option) => same(option, answer)) ?? null;

interface Given {
  answer: Answer;
  /** the number of the gesture that it belongs to */
  gesture: number;
}

export class Gestures {
  /** Answers that an undo would take back, oldest first. */
  private given: Given[] = [];
  /** Answers taken back on this line of play, the last one taken back last. */
  private undone: Given[] = [];
  private steps: Step[] = [];
  private number = 0;
  /** the gesture that is being taken back */
  private back: number | null = null;

  /** A new gesture of these steps; what was left of another is dropped. */
  begin(steps: readonly Step[]): void {
    this.number += 1;
    this.goOn(steps);
  }

  /** More steps of the gesture at hand. */
  goOn(steps: readonly Step[]): void {
    this.steps = [...steps];
    this.back = null;
  }

  get unfinished(): number {
    return this.steps.length;
  }

  /** The next answer; null where nothing is left, or where what is asked was not foreseen, which ends the gesture. */
  next(question: Question | null, options: readonly Answer[]): Answer | null {
    const step = this.steps.shift();
    const answer = step && question && options.length ? step(question, options) : null;
    if (!answer) this.steps = [];
    return answer;
  }

  drop(): void {
    this.steps = [];
    this.back = null;
  }

  /** An answer was taken. Given anew, it is no longer one that was taken back. */
  taken(answer: Answer): void {
    const again = this.undone.at(-1);
    this.undone = again && same(again.answer, answer) ? this.undone.slice(0, -1) : [];
    this.given.push({ answer, gesture: this.number });
  }

  /** The last gesture is to be taken back. */
  unwind(): void {
    this.steps = [];
    this.back = this.given.at(-1)?.gesture ?? null;
  }

  /** The last answer was taken back. */
  untaken(): void {
    const last = this.given.pop();
    if (last) this.undone = [...this.undone, last];
  }

  /** Whether there is more to take back of the gesture that is being taken back. */
  get unwinding(): boolean {
    if (this.back === null || this.given.at(-1)?.gesture !== this.back) this.back = null;
    return this.back !== null;
  }

  /** Somebody or something else has acted: nothing can be done again as if nothing had been. */
  forget(): void {
    this.given = [];
    this.undone = [];
    this.back = null;
  }

  /** The answers of the gesture that was taken back last, in the order they were given. */
  get again(): Answer[] {
    const last = this.undone.at(-1);
    if (!last) return [];
    const from = this.undone.findLastIndex((one) => one.gesture !== last.gesture) + 1;
    return this.undone.slice(from).reverse().map((one) => one.answer);
  }
}
