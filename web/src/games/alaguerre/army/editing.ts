/** Changes of an army as its file has it. What is lawful the server says. */

import type { ArmyFile } from "../../../armies/army";
import type { ArmyEntry, Fault } from "../../../lib/generated/http";

export interface Base {
  entry: string;
  name?: string;
}
export interface Brigade {
  bases: Base[];
  great?: boolean;
}
export interface General {
  level?: number;
  name?: string;
  player?: boolean;
}
export interface Division {
  id?: string | null;
  general?: General | "cic" | null;
  brigades: Brigade[];
}
export interface Army extends ArmyFile {
  cic?: General;
  divisions: Division[];
  guns?: Base[];
}
export type Entry = ArmyEntry & { type: string; stats: string; cost: number; great: boolean };
/** a brigade by its division and its place in it */
export type Place = readonly [division: number, brigade: number];

export const divisionsOf = (army: ArmyFile): Division[] => (army as Army).divisions ?? [];
export const gunsOf = (army: ArmyFile): Base[] => (army as Army).guns ?? [];
export const idOf = (divisions: readonly Division[], n: number): string => divisions[n]?.id ?? `d${n + 1}`;

const put = (army: ArmyFile, divisions: Division[]): Army => ({ ...army, divisions });
const at = <T>(all: readonly T[], n: number, change: (one: T) => T): T[] => all.map((one, i) => (i === n ? change(one) : one));
const without = <T>(all: readonly T[], n: number): T[] => all.filter((_, i) => i !== n);

function freeId(divisions: readonly Division[]): string {
  const taken = new Set(divisions.map((_, n) => idOf(divisions, n)));
  let n = 1;
  while (taken.has(`d${n}`)) n += 1;
  return `d${n}`;
}

/** One more division; the commander-in-chief leads the first, whoever comes later has a general of his own. */
export function withDivision(army: ArmyFile): Army {
  const divisions = divisionsOf(army);
  const led = divisions.some(({ general }) => general === "cic");
  return put(army, [...divisions, { id: freeId(divisions), general: led ? { level: 0, name: "" } : "cic", brigades: [] }]);
}
export const withoutDivision = (army: ArmyFile, n: number): Army => put(army, without(divisionsOf(army), n));
export const led = (army: ArmyFile, n: number, general: Division["general"]): Army => put(army, at(divisionsOf(army), n, (one) => ({ ...one, general: general ?? null })));

/** One more base of these troops: in the brigade, in a new one of the division, or with the guns of the commander. */
export function withBase(army: ArmyFile, entry: Entry, [division, brigade]: Place): Army {
  const base: Base = { entry: entry.id };
  const before = divisionsOf(army).length ? (army as Army) : withDivision(army);
  const d = Math.min(division, divisionsOf(before).length - 1);
  return put(before, at(divisionsOf(before), d, (one) => ({ ...one, brigades: one.brigades[brigade] ? at(one.brigades, brigade, (b) => ({ ...b, bases: [...b.bases, base] })) : [...one.brigades, { bases: [base] }] })));
}
export const withGun = (army: ArmyFile, entry: Entry): Army => ({ ...(army as Army), guns: [...gunsOf(army), { entry: entry.id }] });
export const withoutGun = (army: ArmyFile, n: number): Army => ({ ...(army as Army), guns: without(gunsOf(army), n) });

/** Without a base; a brigade that has none left goes with it. */
export const withoutBase = (army: ArmyFile, [division, brigade]: Place, n: number): Army =>
  put(army, at(divisionsOf(army), division, (one) => ({ ...one, brigades: at(one.brigades, brigade, (b) => ({ ...b, bases: without(b.bases, n) })).filter(({ bases }) => bases.length) })));
export const withoutBrigade = (army: ArmyFile, [division, brigade]: Place): Army => put(army, at(divisionsOf(army), division, (one) => ({ ...one, brigades: without(one.brigades, brigade) })));
export const made = (army: ArmyFile, [division, brigade]: Place, great: boolean): Army =>
  put(army, at(divisionsOf(army), division, (one) => ({ ...one, brigades: at(one.brigades, brigade, (b) => ({ ...b, great })) })));
/** A brigade under another general. */
export function moved(army: ArmyFile, [division, brigade]: Place, to: number): Army {
  const one = divisionsOf(army)[division]?.brigades[brigade];
  if (!one || to === division) return army as Army;
  return put(army, at(divisionsOf(withoutBrigade(army, [division, brigade])), to, (other) => ({ ...other, brigades: [...other.brigades, one] })));
}

/** The army with a fault mended; null where there is more than one way. */
export function mended(army: ArmyFile, fault: Fault): Army | null {
  const divisions = divisionsOf(army);
  const division = divisions.findIndex((_, n) => idOf(divisions, n) === fault.data["division"]);
  switch (fault.reason) {
    case "no_general":
      return division >= 0 ? led(army, division, { level: 0, name: "" }) : null;
    case "brigade_empty": {
      const place = placeOf(army, String(fault.data["brigade"]));
      return place ? withoutBrigade(army, place) : null;
    }
    case "great_who":
    case "great_bases": {
      const place = placeOf(army, String(fault.data["brigade"]));
      return place ? made(army, place, false) : null;
    }
    default:
      return null;
  }
}
/** Where a brigade is that the server names, such as d1.2. */
export function placeOf(army: ArmyFile, id: string): Place | null {
  const divisions = divisionsOf(army);
  for (const [n, division] of divisions.entries()) {
    const brigade = division.brigades.findIndex((_, m) => `${idOf(divisions, n)}.${m + 1}` === id);
    if (brigade >= 0) return [n, brigade];
  }
  return null;
}
