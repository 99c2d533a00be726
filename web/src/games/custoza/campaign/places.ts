/** Hexes in words, as a campaign names many of them at once. */

import { grouped } from "../grouped";
import { placeName } from "../pieces";
import type { Field } from "../types";

/** What hexes are called, those of one place together. */
export function placeNames(field: Field | null, hexes: readonly string[]): string {
  const bare = (hex: string) => placeName(field, hex).replace(/ \(\d+\)$/, "");
  return [...grouped(hexes, bare)].map(([name, of]) => (name === of[0] ? name : `${name} (${of.join(", ")})`)).join(", ");
}
