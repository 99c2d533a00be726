/** Options sorted for hand and eye: what belongs to which unit, what to which hex, what is a plain button. */

import type { Aim as AnyAim } from "../../boards/hex/hand.svelte";
import type { Facing } from "../../boards/hex/hex";
import type { Question } from "../../lib/types";
import type { Answer, Unit } from "./types";

type Aim = AnyAim<Answer>;

export interface Choices {
  /** unit -> hex -> answers that end there (several ways may lead to one hex) */
  aims: Map<string, Map<string, Aim[]>>;
  /** unit -> facings it may take */
  facings: Map<string, Map<Facing, Answer>>;
  /** unit -> the lists of targets it may assault */
  assaults: Map<string, Answer[]>;
  /** units that are an answer by themselves: who takes the hit, which Assault is next */
  picks: Map<string, Answer>;
  /** units with a turn on the spot (an empty path) */
  turns: Map<string, Answer>;
  /** everything said with a word: done, pass, fight, stay... */
  words: Answer[];
  /** ways for several units at once (falling back together) */
  together: Answer[];
  /** order points: the values that may be laid, smallest first */
  points: number[];
  orders: Answer[];
}

const SPATIAL = new Set(["move", "go_on", "fire", "fall_back", "flee", "advance"]);

/** One answer as an aim, or null if it does not point at the map. */
export function aim(answer: Answer, question: Question | null, units: ReadonlyMap<string, Unit>): Aim | null {
  if (!SPATIAL.has(answer.do)) return null;
  let unit = answer.unit;
  let path = answer.path;
  if (answer.paths) {
    const ways = Object.entries(answer.paths);
    if (ways.length !== 1) return null;
    [unit, path] = ways[0]!;
  }
  if (unit === undefined && typeof question?.data["unit"] === "string") unit = question.data["unit"];
  if (unit === undefined) return null;
  const hex = answer.hex ?? path?.at(-1) ?? units.get(unit)?.hex;
  return hex === undefined ? null : { answer, unit, hex, path: path ?? [] };
}

export function sort(options: readonly Answer[], question: Question | null, units: ReadonlyMap<string, Unit>): Choices {
  const found: Choices = {
    aims: new Map(),
    facings: new Map(),
    assaults: new Map(),
    picks: new Map(),
    turns: new Map(),
    words: [],
    together: [],
    points: [],
    orders: [],
  };
  const points = new Set<number>();
  for (const answer of options) {
    if (answer.do === "orders") {
      found.orders.push(answer);
      for (const p of [answer.left, answer.centre, answer.right]) if (p !== undefined) points.add(p);
    } else if (answer.do === "face" && answer.unit && answer.facing) {
      put(found.facings, answer.unit, answer.facing, answer);
    } else if (answer.do === "assault" && answer.unit) {
      found.assaults.set(answer.unit, [...(found.assaults.get(answer.unit) ?? []), answer]);
    } else if ((answer.do === "hit" || answer.do === "next") && answer.unit) {
      found.picks.set(answer.unit, answer);
    } else if (answer.do === "reroll" && answer.marshal) {
      found.words.push(answer);
    } else if (answer.do === "move" && answer.unit && answer.path?.length === 0) {
      found.turns.set(answer.unit, answer);
    } else {
      const aimed = aim(answer, question, units);
      if (aimed) {
        const byHex = found.aims.get(aimed.unit) ?? new Map<string, Aim[]>();
        byHex.set(aimed.hex, [...(byHex.get(aimed.hex) ?? []), aimed]);
        found.aims.set(aimed.unit, byHex);
      } else if (answer.do === "fall_back") {
        found.together.push(answer);
      } else {
        found.words.push(answer);
      }
    }
  }
  found.points = [...points].sort((a, b) => a - b);
  return found;
}

function put<A, B, C>(map: Map<A, Map<B, C>>, a: A, b: B, c: C): void {
  const inner = map.get(a) ?? new Map<B, C>();
  inner.set(b, c);
  map.set(a, inner);
}

/** Units with something to decide, in the order of the question. */
export function actors(choices: Choices): string[] {
  return [
    ...new Set([
      ...choices.aims.keys(),
      ...choices.turns.keys(),
      ...choices.facings.keys(),
      ...choices.assaults.keys(),
      ...choices.picks.keys(),
    ]),
  ];
}

export type Laid = { left: number | null; centre: number | null; right: number | null };

/** The answer that lays these points, if the options hold it. */
export function laidAnswer(orders: readonly Answer[], laid: Laid): Answer | null {
  return orders.find((o) => o.left === laid.left && o.centre === laid.centre && o.right === laid.right) ?? null;
}
