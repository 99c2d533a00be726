/** Changes of an army as its file has it. What is lawful the server says. */

import { numberOf, type ArmyFile } from "../../../armies/army";
import type { ArmyEntry, Arms, Fault } from "../../../lib/generated/http";
import { t } from "./words";

export interface Unit {
  entry: string;
  figures?: number | null;
  sections?: number | null;
  weapon?: string | null;
  gun?: string | null;
  mount?: string | null;
  engineers?: boolean;
  name?: string;
}
export interface Brigade {
  id?: string | null;
  name?: string;
  general?: { name?: string };
  units: Unit[];
}
export interface Army extends ArmyFile {
  cic?: { name?: string };
  brigades: Brigade[];
}
export type Entry = ArmyEntry & { size: number; sizes: [number, number]; arms: Arms[]; class: string; training: string; group: string | null; group_name: { en: string; it: string } | null };
export type Carried = Arms & { weapon: string | null; gun: string | null; mount: string | null };
/** a unit by its brigade and its place in it */
export type Place = readonly [brigade: number, unit: number];

export const brigadesOf = (army: ArmyFile): Brigade[] => (army as Army).brigades ?? [];
export const idOf = (brigades: readonly Brigade[], n: number): string => brigades[n]?.id ?? `b${n + 1}`;
/** What a brigade is called: its own name, or its number. */
export const calledOf = (brigades: readonly Brigade[], n: number): string => brigades[n]?.name || t("brigade.numbered", { n: numberOf(idOf(brigades, n)) });
export const armsOf = (entry: Entry): Carried[] => entry.arms as Carried[];
/** What a unit carries, among what its troops may; undefined where it is something else. */
export const carried = (unit: Unit, entry: Entry): Carried | undefined =>
  unit.weapon || unit.gun
    ? armsOf(entry).find((arms) => arms.weapon === (unit.weapon ?? null) && arms.gun === (unit.gun ?? null) && arms.mount === (unit.mount ?? null))
    : armsOf(entry)[0];
export const sizeOf = (unit: Unit, entry: Entry): number => (entry.arm === "artillery" ? unit.sections : unit.figures) ?? entry.size;

const put = (army: ArmyFile, brigades: Brigade[]): Army => ({ ...army, brigades });

function freeId(brigades: readonly Brigade[]): string {
  const taken = new Set(brigades.map((_, n) => idOf(brigades, n)));
  let n = 1;
  while (taken.has(`b${n}`)) n += 1;
  return `b${n}`;
}

export const withBrigade = (army: ArmyFile): Army => put(army, [...brigadesOf(army), { id: freeId(brigadesOf(army)), units: [] }]);
export const withoutBrigade = (army: ArmyFile, n: number): Army => put(army, brigadesOf(army).filter((_, at) => at !== n));
export const renamed = (army: ArmyFile, n: number, part: Partial<Brigade>): Army =>
  put(army, brigadesOf(army).map((brigade, at) => (at === n ? { ...brigade, ...part } : brigade)));

/** The same army with one more unit of these troops, as they usually are; in a new brigade where there is none. */
export function withUnit(army: ArmyFile, entry: Entry, brigade: number): Army {
  const before = brigadesOf(army).length ? army : withBrigade(army);
  const at = Math.min(brigade, brigadesOf(before).length - 1);
  return put(before, brigadesOf(before).map((one, n) => (n === at ? { ...one, units: [...one.units, { entry: entry.id }] } : one)));
}

export const withoutUnit = (army: ArmyFile, [brigade, unit]: Place): Army =>
  put(army, brigadesOf(army).map((one, n) => (n === brigade ? { ...one, units: one.units.filter((_, at) => at !== unit) } : one)));

export const changed = (army: ArmyFile, [brigade, unit]: Place, part: Partial<Unit>): Army =>
  put(
    army,
    brigadesOf(army).map((one, n) => (n === brigade ? { ...one, units: one.units.map((old, at) => (at === unit ? { ...old, ...part } : old)) } : one)),
  );

export const resized = (army: ArmyFile, place: Place, entry: Entry, size: number): Army =>
  changed(army, place, entry.arm === "artillery" ? { sections: size, figures: null } : { figures: size, sections: null });

export const armed = (army: ArmyFile, place: Place, { weapon, gun, mount }: Carried): Army => changed(army, place, { weapon, gun, mount });

/** The same army with a unit in another brigade; one beyond the last is a new one. */
export function moved(army: ArmyFile, [brigade, unit]: Place, to: number): Army {
  const one = brigadesOf(army)[brigade]?.units[unit];
  if (!one || to === brigade) return put(army, brigadesOf(army));
  const room = to < brigadesOf(army).length ? army : withBrigade(army);
  const without = brigadesOf(withoutUnit(room, [brigade, unit]));
  return put(room, without.map((other, n) => (n === to ? { ...other, units: [...other.units, one] } : other)));
}

/** Where a fault is: the unit or the brigade that its data name. */
export function placeOf(army: ArmyFile, fault: Fault): Place | null {
  const id = fault.data["unit"];
  if (typeof id !== "string") return null;
  const brigades = brigadesOf(army);
  for (const [n, brigade] of brigades.entries()) {
    const unit = brigade.units.findIndex((_, at) => `${idOf(brigades, n)}.${at + 1}` === id);
    if (unit >= 0) return [n, unit];
  }
  return null;
}

/** What of a unit is to be as usual again to mend a fault; the unit itself goes where it may not be there at all. */
const MENDS: Record<string, Partial<Unit> | "remove"> = {
  size: { figures: null, sections: null },
  sections_wanted: { figures: null },
  figures_wanted: { sections: null },
  not_carried: { weapon: null, gun: null, mount: null },
  engineers_who: { engineers: false },
  not_allowed: "remove",
  unknown_entry: "remove",
};

/** The army with a fault mended; null where there is more than one way. */
export function mended(army: ArmyFile, fault: Fault): Army | null {
  const mend = MENDS[fault.reason];
  const place = placeOf(army, fault);
  if (!mend || !place) return null;
  return mend === "remove" ? withoutUnit(army, place) : changed(army, place, mend);
}
