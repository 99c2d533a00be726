/** Assaults as they are declared on the map, with the odds of every choice beside each other. */

import type { TableSession } from "../../lib/session.svelte";
import type { Answer, Odds } from "../../lib/types";
import type { Assault } from "./generated";

/** The server compares so many answers at a time. */
const MOST = 32;

const key = (answer: Assault): string => JSON.stringify([answer.unit, answer.targets]);

interface Play {
  readonly s: Pick<TableSession, "novice" | "oddsAllowed" | "compare" | "version">;
  readonly choices: { readonly assaults: ReadonlyMap<string, readonly Assault[]> };
  readonly declared: Readonly<Record<string, readonly string[]>>;
  /** the ends of the declaration: what is declared is fought */
  readonly ends: readonly Answer[];
}

export class Fights {
  private odds = $state.raw<ReadonlyMap<string, Odds>>(new Map());
  /** What is declared, fought out; null where nothing is, or where it cannot be fought yet. */
  total = $state.raw<Odds | null>(null);
  /** Whether the player wants the odds of everything; a novice does. */
  comparing = $state(false);
  asking = $state(false);

  constructor(private readonly play: Play) {}

  /** What can be declared and what is, attacker by attacker: the present declaration is no option, but a choice. */
  get choices(): Assault[] {
    const { assaults } = this.play.choices;
    const { declared } = this.play;
    const attackers = new Set([...assaults.keys(), ...Object.keys(declared)]);
    return [...attackers].flatMap((unit) => {
      const now = declared[unit];
      const stands: Assault[] = now?.length ? [{ do: "assault", unit, targets: [...now] }] : [];
      return [...stands, ...(assaults.get(unit) ?? []).filter((answer) => answer.targets.length)];
    });
  }

  isDeclared(answer: Assault): boolean {
    const now = this.play.declared[answer.unit] ?? [];
    return now.length === answer.targets.length && now.every((target) => answer.targets.includes(target));
  }

  /** The odds of a choice; of what is declared, those of the whole Assault that it belongs to. */
  of(answer: Assault): Odds | null {
    return this.isDeclared(answer) ? this.ofAttacker(answer.unit) : (this.odds.get(key(answer)) ?? null);
  }

  /** The odds of the Assault in which a unit attacks as it is declared. */
  ofAttacker(unit: string): Odds | null {
    const { total } = this;
    if (!total) return null;
    return (total.parts.length ? total.parts : [total]).find((part) => part.pieces.includes(unit)) ?? null;
  }

  /** Whether more than one Assault is declared: then it is worth telling what comes of them together. */
  get several(): boolean {
    return (this.total?.parts.length ?? 0) > 1;
  }

  /** Every declaration changes the odds of the others. */
  async weigh(): Promise<void> {
    const { s } = this.play;
    this.odds = new Map();
    this.total = null;
    const choices = this.choices.filter((answer) => !this.isDeclared(answer)).slice(0, MOST - 1);
    const fought = Object.keys(this.play.declared).length ? this.play.ends.slice(0, 1) : [];
    if (!s.oddsAllowed || !(choices.length || fought.length) || !(this.comparing || s.novice)) return;
    const version = s.version;
    this.asking = true;
    const found = await s.compare([...choices, ...fought]);
    this.asking = false;
    if (!found || s.version !== version) return;
    this.total = fought.length ? (found[choices.length] ?? null) : null;
    this.odds = new Map(choices.flatMap((answer, i) => (found[i] ? [[key(answer), found[i]] as const] : [])));
  }
}
