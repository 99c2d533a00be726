/** Counters and ground in words, and how counters lie in a hex: what a table, a replay and the text board share. */

import { said } from "../../lib/settings.svelte";
import { asGroup } from "./options";
import type { ClassName, Field, Formation, Group, ToldUnit, Unit, View } from "./types";
import { t, tt } from "./words";

/** The class of a counter (2.8); pieces have none. */
export function classOf(type: Unit["type"]): ClassName | null {
  if (type === "line" || type === "light" || type === "infantry" || type === "fortress") return "infantry";
  if (type === "cavalry") return "cavalry";
  return type === "artillery" || type === "horse_artillery" || type === "train" ? "artillery" : null;
}

/** Commanders, Generals, scouts, and whatever might be one. */
export const isPiece = (unit: Pick<Unit, "type">): boolean => classOf(unit.type) === null;

export const formationName = (field: Field | null, formation: { id: string; name?: string }): string => {
  const printed = field?.formations[formation.id]?.name;
  return printed ? said(printed) : (formation.name ?? formation.id);
};

/** A few letters for a Formation's bar: 1 for the 1st Division, V for the V Corps. */
export function formationMark(id: string): string {
  const code = id.split(".").at(-1) ?? id;
  const numbered = /^([a-z])(\d+)$/.exec(code);
  if (numbered) return numbered[1] === "d" ? numbered[2]! : `${numbered[1]!.toUpperCase()}${numbered[2]!}`;
  return /^[ivx]+$/.test(code) ? code.toUpperCase() : code.charAt(0).toUpperCase();
}

/** A counter as it lies on the map, with what views leave out. */
export function counterOf(field: Field | null, told: ToldUnit & { hex: string }): Unit {
  const printed = field?.units[told.id]?.name;
  return {
    formation: null, hidden: false, sp: null, max: null, cv: null, ma: null, status: "good_order", facing: null, ammo: "full",
    march: false, square: false, exhausted: false, ooc: false, reserve: false, guns: 0, value: null,
    ...told,
    sv: told.sv ?? 0,
    name: printed ? said(printed) : told.type === "scout" ? t("unit.scout", { mark: formationMark(told.id) }) : (told.name ?? veiledName(field, told)),
  };
}

const veiledName = (field: Field | null, told: ToldUnit): string =>
  told.type === "piece" || !told.formation ? tt("type", told.type) : t("unit.hidden", { type: tt("type", told.type), formation: formationName(field, { id: told.formation }) });

/** The commander of each Formation, wherever he is. */
export const commandersOf = (view: View | null): Map<string, string> => new Map((view?.units ?? []).flatMap((unit) => (unit.type === "commander" && unit.formation ? [[unit.formation, unit.id] as const] : [])));

/** The groups of reinforcements that a name among units stands for. */
export const groupsOf = (view: View | null, id: string): Group[] => (view?.reinforcements ?? []).filter((group) => asGroup(group.id) === id);

/** The groups of reinforcements that may still have to come, in their order, each with those of it that its reader has
 * not seen come: he does not know who of the enemy has come in face down. */
export function timetable(view: View | null): Group[] {
  const boxes = new Map((view?.units ?? []).map((unit) => [unit.id, unit.box]));
  const awaited = (id: string) => !boxes.has(id) || boxes.get(id) === "due";
  return (view?.reinforcements ?? [])
    .map((group) => ({ ...group, units: group.units.filter(awaited) }))
    .filter((group) => group.units.length)
    .toSorted((a, b) => a.day - b.day || a.gt - b.gt);
}

/** What a hex is called, with its number. */
export const placeName = (field: Field | null, hex: string): string => {
  const place = field?.places.find(({ hexes }) => hexes.includes(hex))?.name.replace(/ \d$/, "");
  const edge = field?.entries.find((entry) => entry.hex === hex)?.name;
  const name = place ?? (edge && tt("entry", edge));
  return name ? `${name} (${hex})` : hex;
};

/** A Strategic Objective in words. */
export const strategicTitle = (view: View | null, side: string | null, number: number): string => {
  const said = view?.victory?.objectives?.find((one) => one.side === side && one.number === number);
  return said ? tt("strategic", said.title) : String(number);
};

/** The counters on the map; in a free set-up one's own where they are planned to stand. */
export const counters = (field: Field | null, view: View | null): Unit[] =>
  (view?.units ?? []).flatMap((unit) => {
    const told = { ...unit, ...view?.plan?.[unit.id] };
    return told.hex ? [counterOf(field, { ...told, hex: told.hex })] : [];
  });

/** The counters of each hex, the lowest first: small units below, the largest over them, pieces on top. */
export function stacked(units: readonly Unit[]): Map<string, Unit[]> {
  const stacks = new Map<string, Unit[]>();
  for (const unit of units) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  for (const stack of stacks.values()) stack.sort((a, b) => Number(isPiece(a)) - Number(isPiece(b)) || a.sv - b.sv || Number(classOf(b.type) === "artillery") - Number(classOf(a.type) === "artillery"));
  return stacks;
}

/** The marks on a counter, in words. */
export function marks(unit: Unit): string[] {
  return [
    ...(unit.status === "good_order" ? [] : [t(`status.${unit.status}`)]),
    ...(unit.ammo === "full" ? [] : [t(`ammo.${unit.ammo}`)]),
    ...(unit.march ? [t(classOf(unit.type) === "artillery" ? "mark.limbered" : "mark.march")] : []),
    ...(["square", "exhausted", "ooc", "reserve"] as const).flatMap((mark) => (unit[mark] ? [t(`mark.${mark}`)] : [])),
  ];
}

/** A counter in words, for its label and for the text field. */
export function describe(unit: Unit, field: Field | null): string {
  const parts = [unit.name];
  if (!unit.hidden && unit.name !== tt("type", unit.type)) parts.push(tt("type", unit.type));
  if (!unit.hidden && unit.formation) parts.push(formationName(field, { id: unit.formation }));
  if (unit.hidden && unit.sv) parts.push(t("unit.points", { n: unit.sv }));
  if (unit.sp !== null) parts.push(t("unit.sp", { sp: unit.sp, max: unit.max ?? unit.sp }));
  if (unit.cv !== null) parts.push(t("unit.cv", { cv: unit.cv }));
  parts.push(...marks(unit));
  if (unit.facing && !isPiece(unit)) parts.push(t("unit.facing", { facing: t(`facing.${unit.facing}`) }));
  parts.push(t("unit.hex", { hex: unit.hex }));
  return parts.join(", ");
}

/** What lies in a hex, in words: ground, level, name, crossing. */
export function terrainOf(field: Field | null, hex: string): string {
  const known = field?.hexes[hex];
  if (!field || !known) return "";
  const ground = field.terrain[known.terrain];
  const crossing = field.crossings.find((one) => one.hex === hex);
  const roads = new Set(field.roads.filter((road) => road.hexes.includes(hex)).map((road) => road.class));
  return [
    field.places.find((place) => place.hexes.includes(hex))?.name.replace(/ \d$/, ""),
    ground ? said(ground) : known.terrain,
    t("map.level", { level: known.level }),
    crossing ? t(crossing.kind === "ford" ? "map.ford" : "map.bridge") : "",
    roads.has("major") ? t("map.road.major") : roads.has("minor") ? t("map.road.minor") : "",
  ].filter(Boolean).join(", ");
}

/** How many units of a Formation on the map are in command, and how many are not. */
export const inCommand = (view: View | null, formation: Formation): { n: number; out: number } => {
  const own = (view?.units ?? []).filter((unit) => unit.formation === formation.id && unit.hex && !isPiece(unit));
  return { n: own.filter((unit) => !unit.ooc).length, out: own.filter((unit) => unit.ooc).length };
};
