/** Counters and ground in words, and how counters lie in a hex: what a table, a replay and the text board share. */

import { t } from "./settings.svelte";
import type { BoardData, Unit, View } from "./types";

// Foot below, guns and light infantry above, the Marshal on top: as one would lay them.
const HEIGHT = { infantry: 0, cavalry: 0, light: 1, artillery: 2, marshal: 3 };

/** The counters of each hex, the lowest first. */
export function stacked(view: View | null): Map<string, Unit[]> {
  const stacks = new Map<string, Unit[]>();
  for (const unit of view?.units ?? []) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  for (const stack of stacks.values()) stack.sort((a, b) => HEIGHT[a.type] - HEIGHT[b.type]);
  return stacks;
}

export const nationOf = (board: BoardData | null, unit: { id: string; side: string }): string =>
  board?.units[unit.id]?.nation ?? (unit.side === "spain" ? "Spain" : "Austria");

export function terrainOf(board: BoardData | null, hex: string): string {
  if (!board) return "";
  const farm = board.farmhouses.find((f) => f.hex === hex);
  if (farm) return t("map.farmhouse", { name: farm.name });
  if (board.bridge === hex) return t("map.bridge");
  if (board.river.includes(hex)) return t("map.river");
  if (board.pond.includes(hex)) return t("map.pond");
  if (board.out_of_play.includes(hex)) return t("map.out_of_play");
  return t("map.open");
}

/** A counter in words, for its label and for the text board. */
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
