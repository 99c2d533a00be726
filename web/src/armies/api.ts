/** What the server says of armies: it asks the game's own book, and keeps nothing. */

import { call } from "../lib/api";
import type { ArmyCheck, ArmyEntry, ArmyLists, Cost } from "../lib/generated/http";
import type { ArmyFile } from "./army";

const at = (game: string, what = "") => `/api/armies/${encodeURIComponent(game)}${what}`;
type Setting = Pick<ArmyFile, "list" | "year" | "against" | "theatre">;
const setting = ({ list, year, against, theatre }: Setting): Setting => ({ list, year, against, theatre });

export const lists = (game: string) => call<ArmyLists>("GET", at(game));
export const entries = (army: ArmyFile) => call<{ entries: ArmyEntry[] }>("POST", at(army.game, "/entries"), setting(army));
export const check = (army: ArmyFile) => call<ArmyCheck>("POST", at(army.game, "/check"), { army });
export const cost = (game: string, spec: Record<string, unknown>) => call<Cost>("POST", at(game, "/cost"), { spec });
/** A lawful army; with `keep`, one that has the units of this one. */
export const suggest = (army: ArmyFile, seed: number, keep: boolean) =>
  call<ArmyFile>("POST", at(army.game, "/suggest"), { ...setting(army), points: army.points, seed, ...(keep ? { keep: army } : {}) });
