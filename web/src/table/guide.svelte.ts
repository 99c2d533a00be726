/** The guided first game: what has been told, what has been met. Which lesson fits, the game says. */

import type { Guidance, Lesson, Play } from "../games/client";
import type { TableSession } from "../lib/session.svelte";

const KEY = "quadrilatero.guide";
interface Memory {
  table: string;
  left: boolean;
  read: string[];
  met: string[];
}

function recall(): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Memory | null;
  } catch {
    return null;
  }
}

function keep(memory: Memory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // then the guide lasts as long as the page
  }
}

/** From the lobby: that table is the one to learn at. */
export const learnAt = (table: string): void => keep({ table, left: false, read: [], met: [] });
export const guidedTable = (): string | null => recall()?.table ?? null;

export class Guide {
  /** whether this table is the one the guide was begun at */
  readonly here: boolean;
  left = $state(false);
  met = $state.raw<string[]>([]);
  private read = $state.raw<string[]>([]);
  private told = $state.raw<Guidance<Play> | null>(null);

  constructor(private readonly s: TableSession) {
    const memory = recall();
    this.here = memory?.table === s.id;
    if (!memory || !this.here) return;
    this.left = memory.left;
    this.read = memory.read;
    this.met = memory.met;
    s.led = !memory.left;
  }

  /** Whether it leads this game now. */
  readonly leads = $derived.by(() => this.here && !this.left);
  readonly chapters = $derived.by(() => this.told?.chapters ?? []);
  readonly lesson = $derived.by((): Lesson | null => (this.told && this.s.play ? this.told.lesson(this.s.play, this.read) : null));

  /** What the game teaches is learnt where it is to be told, once the game is there. */
  async learn(): Promise<void> {
    if (this.here) this.told = (await this.s.client?.guide?.()) ?? null;
  }

  /** Take note that a lesson was shown. */
  meet(lesson: Lesson): void {
    if (!lesson.chapter || lesson.intro || this.met.includes(lesson.chapter)) return;
    this.met = [...this.met, lesson.chapter];
    this.save();
  }

  goOn(): void {
    const lesson = this.lesson;
    if (!lesson) return;
    this.read = [...this.read, lesson.id];
    if (lesson.chapter && !this.met.includes(lesson.chapter)) this.met = [...this.met, lesson.chapter];
    this.save();
  }

  leave(left: boolean): void {
    this.left = left;
    this.s.led = !left;
    this.save();
  }

  private save(): void {
    keep({ table: this.s.id, left: this.left, read: this.read, met: this.met });
  }
}
