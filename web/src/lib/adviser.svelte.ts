/** What a good player would do here, for novices and in studies: asked of the server, which looks at this seat's view alone. */

import { aim, same, type Aim, type Choices } from "./options";
import { answerWords } from "./saying";
import { t } from "./settings.svelte";
import type { Answer, Question, Reasons, Unit } from "./types";

interface Table {
  readonly novice: boolean;
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly question: Question | null;
  readonly options: readonly Answer[];
  readonly choices: Choices;
  readonly units: ReadonlyMap<string, Unit>;
  advice(): Promise<Reasons | null>;
  select(unit: string | null): void;
  foresee(aims: Aim[], index: number): void;
  cancel(): void;
  name(unit: string): string;
  say(text: string): void;
}

export class Adviser {
  found = $state.raw<Reasons | null>(null);
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

  /** Ask, and show on the map what is advised where it can be shown there. */
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
    const aimed = aim(found.answer, table.question, table.units);
    const unit = aimed?.unit ?? found.answer.unit;
    if (unit && table.units.has(unit)) table.select(unit);
    const aims = aimed ? table.choices.aims.get(aimed.unit)?.get(aimed.hex) : undefined;
    if (aims) table.foresee(aims, Math.max(0, aims.findIndex((one) => same(one.answer, found.answer))));
    table.say(`${t("suggest.title")}: ${answerWords(found.answer, (id) => table.name(id))}.`);
  }

  drop(): void {
    if (this.found) this.table.cancel();
    this.found = null;
  }
}
