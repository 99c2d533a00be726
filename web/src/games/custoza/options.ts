/** Options sorted for hand and eye: what belongs to which Force, what to which hex, what is a plain button. */

import type { Aim as AnyAim } from "../../boards/hex/hand.svelte";
import type { Facing } from "../../boards/hex/hex";
import type { Question } from "../../lib/types";
import type { Activate, Declare, Face, Turn } from "./generated";
import type { Answer, Marker, Unit } from "./types";

export type Aim = AnyAim<Answer>;
type Units = ReadonlyMap<string, Pick<Unit, "hex">>;
type Aims = Map<string, Aim[]>;

export interface Choices {
  /** unit -> Force it goes with (its units, joined) -> hex -> answers that end there or are aimed at it */
  ways: Map<string, Map<string, Aims>>;
  /** unit -> what its Force may do where it stands: Square, turning, limbering */
  deeds: Map<string, Answer[]>;
  /** unit -> facings that are asked */
  facings: Map<string, Map<Facing, Face>>;
  /** units that are an answer by themselves: who takes the loss, who leads */
  picks: Map<string, Answer>;
  /** markers to be laid, or to be turned */
  marks: (Declare | Turn)[];
  formations: Activate[];
  /** everything said with a word: done, pass, stop... */
  words: Answer[];
}

/** Who speaks for a Formation that is given an order: its commander, on the map or not. */
export type Commanders = ReadonlyMap<string, string>;
const NOBODY: Commanders = new Map();

/** What a group of reinforcements is called among units. */
export const asGroup = (group: string): string => `group:${group}`;

/** The units that an answer is about; where it names none, those the question is about. */
export function unitsOf(answer: Answer, question: Question | null, commanders = NOBODY): string[] {
  if ("units" in answer) return answer.units;
  if ("unit" in answer && answer.unit) return [answer.unit];
  if (answer.do === "shift" || answer.do === "claim") return [asGroup(answer.group)];
  if (ORDERS.has(answer.do) && "formation" in answer && answer.formation) return [commanders.get(answer.formation) ?? answer.formation];
  const asked = question?.data["units"];
  return answer.do === "go_on" && Array.isArray(asked) ? (asked as string[]) : [];
}

export const forceKey = (units: readonly string[]): string => units.join(" ");

/** Where an answer points, the target before the way to it; none where it is said with a word. */
export function goals(answer: Answer, question: Question | null, units: Units, markers: readonly Marker[]): { hex: string; path: string[] }[] {
  const home = units.get(unitsOf(answer, question)[0] ?? "")?.hex ?? "";
  const trigger = question?.what === "react" ? String(question.data["hex"]) : null;
  switch (answer.do) {
    case "move":
    case "retreat":
      return answer.path.length ? [{ hex: answer.path.at(-1)!, path: answer.path }] : [];
    case "go_on":
    case "fall_back":
      return answer.path?.length ? [{ hex: answer.path.at(-1)!, path: answer.path }] : [];
    case "fire": {
      const hex = answer.hex ?? trigger;
      return hex ? [{ hex, path: answer.path ?? [] }] : [];
    }
    case "assault":
    case "charge": {
      const path = answer.path ?? [];
      if (trigger) return [{ hex: trigger, path }];
      const from = path.at(-1) ?? home;
      const target = answer.target ?? markers.find((marker) => marker.hex === from && marker.type === answer.do && !marker.spent)?.target;
      return target ? [{ hex: target, path: [...path, target] }, ...(path.length ? [{ hex: from, path: [...path, target] }] : [])] : [];
    }
    case "place":
    case "objective":
    case "shift":
    case "ferry":
      return [{ hex: answer.hex, path: [] }];
    case "march":
      return [{ hex: answer.objective, path: [] }];
    default:
      return [];
  }
}

// What is meant where several answers point at one hex: the fight before the walk.
const ORDER = ["charge", "assault", "fire", "move", "retreat", "fall_back", "go_on", "place", "objective", "march", "shift", "ferry"];
const rank = ({ answer }: Aim): number => ORDER.indexOf(answer.do) + ("march" in answer && answer.march ? 0.5 : 0) + ("unlimber" in answer && answer.unlimber ? 0.2 : 0);

export function sort(options: readonly Answer[], question: Question | null, units: Units, markers: readonly Marker[], commanders = NOBODY): Choices {
  const found: Choices = { ways: new Map(), deeds: new Map(), facings: new Map(), picks: new Map(), marks: [], formations: [], words: [] };
  for (const answer of options) {
    if (SETS.has(question?.what ?? "")) found.words.push(answer);
    else if (answer.do === "declare" || answer.do === "turn") found.marks.push(answer);
    else if (answer.do === "activate") found.formations.push(answer);
    else if (PICKED.has(answer.do) || (answer.do === "place" && SCREENS.has(question?.what ?? "") && Array.isArray(question?.data["units"]))) found.picks.set(unitsOf(answer, question)[0] ?? "", answer);
    else if (answer.do === "hit" || answer.do === "lead" || (answer.do === "reserve" && answer.unit)) found.picks.set(answer.unit ?? "", answer);
    else if (answer.do === "face" && question?.what === "face") for (const unit of answer.units) under(found.facings, unit).set(answer.facing, answer);
    else {
      const about = unitsOf(answer, question, commanders);
      const aimed = goals(answer, question, units, markers);
      for (const unit of about) {
        for (const { hex, path } of aimed) {
          const ways = under(under(found.ways, unit), forceKey(about)) as Aims;
          ways.set(hex, [...(ways.get(hex) ?? []), { answer, unit, hex, path }]);
        }
        if (!aimed.length && SPOT.has(answer.do)) found.deeds.set(unit, [...(found.deeds.get(unit) ?? []), answer]);
      }
      if (!aimed.length && !(about.length && SPOT.has(answer.do))) found.words.push(answer);
    }
  }
  for (const forces of found.ways.values()) for (const ways of forces.values()) for (const aims of ways.values()) aims.sort((a, b) => rank(a) - rank(b));
  return found;
}

/** Questions about a set of units: answered as a whole. */
const SETS = new Set(["limber", "leave_march", "advance"]);
/** What a Force does without leaving its hex. */
const SPOT = new Set(["move", "square", "leave_square", "leave_march", "limber", "unlimber", "face", "recover", "deploy", "reserve", "claim"]);
/** What a Formation is ordered, by its commander. */
const ORDERS = new Set(["objective", "march", "deploy", "reserve"]);
/** Answers that are a unit and nothing else. */
const PICKED = new Set(["rally", "halt", "remove"]);
/** Questions of which scout comes to a place that is settled. */
const SCREENS = new Set(["scout", "screen"]);

/** The map kept under a key, made if need be. */
function under<A, B, C>(map: Map<A, Map<B, C>>, key: A): Map<B, C> {
  const found = map.get(key) ?? new Map<B, C>();
  map.set(key, found);
  return found;
}

/** The Forces that a unit may go with, the largest first. */
export const forcesOf = (choices: Choices, unit: string): string[][] => [...(choices.ways.get(unit)?.keys() ?? [])].map((key) => key.split(" ")).sort((a, b) => b.length - a.length);

/** The ways of a Force; of one that is not listed, those of the largest that holds it: the server judges them. */
export function waysOf(choices: Choices, unit: string, force: readonly string[]): ReadonlyMap<string, readonly Aim[]> {
  const listed = choices.ways.get(unit);
  const exact = listed?.get(forceKey(force));
  if (exact) return exact;
  const [whole] = forcesOf(choices, unit);
  const ways = whole && force.every((id) => whole.includes(id)) ? listed?.get(forceKey(whole)) : undefined;
  return new Map([...(ways ?? [])].map(([hex, aims]) => [hex, aims.map((aim) => ({ ...aim, answer: { ...aim.answer, units: [...force] } as Answer }))]));
}

/** Answers upon which dice fall at once, or after the enemy's reactions: what the odds are about. */
export const rolls = ({ do: verb }: { do: string }): boolean => ["fire", "assault", "charge", "activate", "break_off", "square", "rally"].includes(verb);

/** Units with something to decide, in the order of the question. */
export const actors = (choices: Choices): string[] => [...new Set([...choices.ways.keys(), ...choices.deeds.keys(), ...choices.facings.keys(), ...choices.picks.keys()])];
