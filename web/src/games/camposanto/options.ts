/** Options sorted for hand and eye: what belongs to which unit, what to which hex, what is a plain button. */

import type { Aim as AnyAim } from "../../boards/hex/hand.svelte";
import type { Facing } from "../../boards/hex/hex";
import type { Question } from "../../lib/types";
import type { Assault, Face, FallBack, Move, Orders } from "./generated";
import type { Answer, Unit } from "./types";

type Aim = AnyAim<Answer>;
type Units = ReadonlyMap<string, Pick<Unit, "hex">>;

export interface Choices {
  /** unit -> hex -> answers that end there (several ways may lead to one hex) */
  aims: Map<string, Map<string, Aim[]>>;
  /** unit -> facings it may take */
  facings: Map<string, Map<Facing, Face>>;
  /** unit -> the lists of targets it may assault */
  assaults: Map<string, Assault[]>;
  /** units that are an answer by themselves: who takes the hit, which Assault is next */
  picks: Map<string, Answer>;
  /** units with a turn on the spot (an empty path) */
  turns: Map<string, Move>;
  /** everything said with a word: done, pass, fight, stay... */
  words: Answer[];
  /** ways for several units at once (falling back together) */
  together: FallBack[];
  /** order points: the values that may be laid, smallest first */
  points: number[];
  orders: Orders[];
}

/** One answer as an aim, or null if it does not point at the map. */
export function aim(answer: Answer, question: Question | null, units: Units): Aim | null {
  const way = (unit: string, path: string[]): Aim | null => {
    const hex = path.at(-1) ?? units.get(unit)?.hex;
    return hex === undefined ? null : { answer, unit, hex, path };
  };
  switch (answer.do) {
    case "move":
    case "flee":
      return way(answer.unit, answer.path);
    case "fire":
    case "advance":
      return { answer, unit: answer.unit, hex: answer.hex, path: [] };
    case "go_on":
      return typeof question?.data["unit"] === "string" ? way(question.data["unit"], answer.path) : null;
    case "fall_back": {
      const ways = answer.paths ? Object.entries(answer.paths) : [[answer.unit ?? "", answer.path ?? []] as const];
      return ways.length === 1 ? way(...ways[0]!) : null;
    }
    default:
      return null;
  }
}

export function sort(options: readonly Answer[], question: Question | null, units: Units): Choices {
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
  for (const answer of options) {
    if (answer.do === "orders") found.orders.push(answer);
    else if (answer.do === "face") inner(found.facings, answer.unit).set(answer.facing, answer);
    else if (answer.do === "assault") found.assaults.set(answer.unit, [...(found.assaults.get(answer.unit) ?? []), answer]);
    else if (answer.do === "hit" || answer.do === "next") found.picks.set(answer.unit, answer);
    else if (answer.do === "move" && answer.path.length === 0) found.turns.set(answer.unit, answer);
    else {
      const aimed = aim(answer, question, units);
      if (aimed) {
        const byHex = inner(found.aims, aimed.unit);
        byHex.set(aimed.hex, [...(byHex.get(aimed.hex) ?? []), aimed]);
      } else if (answer.do === "fall_back") found.together.push(answer);
      else found.words.push(answer);
    }
  }
  found.points = [...new Set(found.orders.flatMap(({ left, centre, right }) => [left, centre, right]))].sort((a, b) => a - b);
  return found;
}

/** The map kept under a key, made if need be. */
function inner<A, B, C>(map: Map<A, Map<B, C>>, key: A): Map<B, C> {
  const found = map.get(key) ?? new Map<B, C>();
  map.set(key, found);
  return found;
}

/** Where each attacker may point: pointed at, an enemy hex joins what is declared or leaves it. */
export function assaultAims(assaults: ReadonlyMap<string, readonly Assault[]>, declared: Readonly<Record<string, readonly string[]>>, units: Units): Choices["aims"] {
  const found: Choices["aims"] = new Map();
  const hexes = (targets: readonly string[]) => [...new Set(targets.flatMap((id) => units.get(id)?.hex ?? []))].sort();
  for (const [unit, answers] of assaults) {
    const now = hexes(declared[unit] ?? []);
    for (const hex of new Set([...now, ...answers.flatMap((answer) => hexes(answer.targets))])) {
      const then = now.includes(hex) ? now.filter((one) => one !== hex) : [...now, hex].sort();
      const answer = answers.find((one) => hexes(one.targets).join() === then.join());
      if (answer) inner(found, unit).set(hex, [{ answer, unit, hex, path: [] }]);
    }
  }
  return found;
}

/** Answers upon which dice fall at once: what the odds are about. */
export const rolls = (answer: { do: string }): boolean => answer.do === "fire" || answer.do === "fight" || answer.do === "reroll";

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
export function laidAnswer(orders: readonly Orders[], laid: Laid): Orders | null {
  return orders.find((o) => o.left === laid.left && o.centre === laid.centre && o.right === laid.right) ?? null;
}
