/** What a good player would do here, for novices and in studies: asked of the server, which looks at this seat's view alone. */

import type { Play } from "../games/client";
import { t, tt } from "./settings.svelte";
import type { Advice, Answer, Question } from "./types";

interface Table {
  readonly novice: boolean;
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly question: Question | null;
  readonly options: readonly Answer[];
  readonly play: Play | null;
  advice(): Promise<Advice | null>;
  cancel(): void;
  say(text: string): void;
}

export class Adviser {
  found = $state.raw<Advice | null>(null);
  asking = $state(false);
  private about = "";

  constructor(private readonly table: Table) {}

  /** What the other side seals meanwhile changes nothing; anything else makes the advice old. */
  newMoment(): void {
    if (this.about !== this.topic()) this.found = null;
  }

  private topic(): string {
    const { question, options } = this.table;
    return JSON.stringify([question?.what, question?.data, options.length]);
  }

  /** Ask, and point at what is advised where that can be shown. */
  async ask(): Promise<void> {
    const { table } = this;
    const about = this.topic();
    if (!table.novice || !table.myTurn || table.busy || this.asking) return;
    this.asking = true;
    const found = await table.advice();
    this.asking = false;
    if (!found || about !== this.topic()) return;
    this.about = about;
    this.found = found;
    table.play?.foreshow(found.answer);
    table.say(`${t("suggest.title", { level: tt("level", found.level) })}: ${table.play?.tell(found.answer) ?? ""}.`);
  }

  drop(): void {
    if (this.found) this.table.cancel();
    this.found = null;
  }
}
