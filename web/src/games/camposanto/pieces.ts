/** Counters and ground in words, and how counters lie in a hex: what a table, a replay and the text board share. */

import type { Field, Unit, View } from "./types";
import { t } from "./words";

// Foot below, guns and light infantry above, the Marshal on top: as one would lay them.
const HEIGHT = { infantry: 0, cavalry: 0, light: 1, artillery: 2, marshal: 3 };

/** The counters of each hex, the lowest first. */
export function stacked(view: View | null): Map<string, Unit[]> {
  const stacks = new Map<string, Unit[]>();
  for (const unit of view?.units ?? []) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  for (const stack of stacks.values()) stack.sort((a, b) => HEIGHT[a.type] - HEIGHT[b.type]);
  return stacks;
}

export const nationOf = (field: Field | null, unit: { id: string; side: string }): string =>
  field?.units[unit.id]?.nation ?? (unit.side === "spain" ? "Spain" : "Austria");

export function terrainOf(field: Field | null, hex: string): string {
  if (!field) return "";
  const farm = field.farmhouses.find((f) => f.hex === hex);
  if (farm) return t("map.farmhouse", { name: farm.name });
  if (field.bridge === hex) return t("map.bridge");
  if (field.river.includes(hex)) return t("map.river");
  if (field.pond.includes(hex)) return t("map.pond");
  if (field.out_of_play.includes(hex)) return t("map.out_of_play");
  return t("map.open");
}

/** A counter in words, for its label and for the text field. */
export function describe(unit: Unit, nation: string): string {
  const fields = {
    id: unit.id,
    name: unit.name,
    side: t(nation === "Spain" || nation === "Savoy" || nation === "Austria" ? `nation.${nation}` : "nation.Austria"),
    type: t(`type.${unit.type}`),
    wing: t(`wing.${unit.wing}`),
    hex: unit.hex,
  };
  if (unit.type === "marshal") return t("unit.label.marshal", fields);
  const stars = unit.stars ? `, ${unit.stars === 1 ? t("unit.star") : t("unit.stars", { n: unit.stars })}` : "";
  const facing = unit.facing ? t(`facing.${unit.facing}`) : "";
  return t("unit.label", { ...fields, steps: unit.steps ?? 1, max: unit.max ?? unit.steps ?? 1, facing }) + stars;
}

/** How strong a unit was in its day, in words: "2 of 6 bn" is a part of six battalions. */
export function strengthOf(field: Field | null, unit: Pick<Unit, "id">): string | null {
  const told = field?.units[unit.id]?.strength;
  return told ? told.replace(/(\d+) (bn|sq)\b/g, (_, n: string, kind: "bn" | "sq") => t(`unit.${kind}`, { n: Number(n) })).replace(/^(\d+) of /, "$1/") : null;
}
