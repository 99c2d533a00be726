/** The ledger of luck: successes that were rolled against those to be expected, from the rolls that have happened. */

import type { GameEvent } from "./types";

export interface Roll<E extends GameEvent = GameEvent> {
  event: E;
  seat: string;
  chance: number;
  success: boolean;
  /** of its side, after this roll: successes rolled less those expected */
  sum: number;
}

export interface Ledger<E extends GameEvent = GameEvent> {
  rolls: Roll<E>[];
  sides: Record<string, Balance>;
}

export interface Balance {
  rolls: number;
  expected: number;
  rolled: number;
  /** the chance that the same rolls bring less luck, a tie counted half */
  rank: number;
}

export function ledger<E extends GameEvent>(events: readonly E[], seats: readonly string[]): Ledger<E> {
  const sums: Record<string, number> = {};
  const rolls: Roll<E>[] = [];
  for (const event of events) {
    if (!event.chance) continue;
    const { seat, chance, success } = event.chance;
    sums[seat] = (sums[seat] ?? 0) + (success ? 1 : 0) - chance;
    rolls.push({ event, seat, chance, success, sum: sums[seat] });
  }
  return { rolls, sides: Object.fromEntries(seats.map((seat) => [seat, balance(rolls.filter((roll) => roll.seat === seat))])) };
}

function balance(rolls: readonly Roll[]): Balance {
  // How likely each number of successes was: one roll after another.
  let ways = [1];
  for (const { chance } of rolls) ways = [...ways, 0].map((p, n) => p * (1 - chance) + (ways[n - 1] ?? 0) * chance);
  const rolled = rolls.filter((roll) => roll.success).length;
  const fewer = ways.slice(0, rolled).reduce((a, b) => a + b, 0);
  return { rolls: rolls.length, expected: rolls.reduce((sum, roll) => sum + roll.chance, 0), rolled, rank: fewer + (ways[rolled] ?? 0) / 2 };
}

/** How much a roll surprised, in doublings of improbability. */
export const surprise = (roll: Roll): number => -Math.log2(Math.max(1e-9, roll.success ? roll.chance : 1 - roll.chance));

/** The rolls that surprised most; what was even money or better surprises nobody. */
export const strokes = <E extends GameEvent>(rolls: readonly Roll<E>[], most = 5): Roll<E>[] =>
  rolls.filter((roll) => surprise(roll) > 1).sort((a, b) => surprise(b) - surprise(a)).slice(0, most);
