/** Positions set up by hand: their fields in words, and the empty field. */

import type { Editing } from "../../client";
import { has, tt } from "./words";

/** what tells of a game under way, and of counters that may be gone */
const PASSING = new Set("since active result ended".split(" "));

export const editing: Editing = {
  field: (name) => tt("field", name),
  value: (field, value) => (has(`${field}.${value}`) ? tt(field, value) : value.replaceAll("_", " ")),
  empty: (position) => ({ ...Object.fromEntries(Object.entries(position).filter(([key]) => !PASSING.has(key))), units: [], eliminated: [] }),
};
