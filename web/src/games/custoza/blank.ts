/** A board that a position brings with it instead of the printed map: bare ground, and what is said to lie on it. */

import type { BlankMap } from "./generated";
import type { Field, Hexside } from "./types";

const sideOf = ([a = "", b = "", kind]: readonly string[]): Hexside =>
  kind === "stream" ? { between: [a, b], stream: kind } : { between: [a, b], slope: kind === "steep_slope" ? kind : "slope", up: b };

/** The printed field with this ground in place of its own; the numbers of the hexes stay. */
export function laidOut(printed: Field, map: BlankMap): Field {
  const crossing = (kind: string) => (hex: string) => ({ id: hex, name: hex, hex, river: "", kind });
  return {
    ...printed,
    hexes: Object.fromEntries(Object.keys(printed.hexes).map((hex) => [hex, { terrain: map.terrain?.[hex] ?? "clear", level: map.levels?.[hex] ?? 0, metres: 0 }])),
    hexsides: (map.hexsides ?? []).map(sideOf),
    roads: (map.roads ?? []).map(({ class: kind = "minor", path }, i) => ({ id: String(i), class: kind, hexes: path })),
    crossings: [...(map.bridges ?? []).map(crossing("bridge")), ...(map.fords ?? []).map(crossing("ford"))],
    railways: [],
    rivers: [],
    places: [],
    entries: [],
  };
}
