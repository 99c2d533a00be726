/** Armies as their files have them, as far as every game's are alike: packed into links, kept in this browser. */

import { unpacked as unpackedPlain } from "../lib/packing";
import { store, stored } from "../lib/settings.svelte";

export { packed } from "../lib/packing";

export interface ArmyFile {
  kind: "quadrilatero-army";
  format: number;
  game: string;
  list: string;
  year: number;
  points: number;
  against: string | null;
  theatre: string;
  name: string;
  [more: string]: unknown;
}

/** Whether something may be an army of that game; the server says what else is wrong with it. */
export const isArmy = (plain: unknown, game: string): plain is ArmyFile => {
  const army = plain as Partial<ArmyFile> | null;
  return typeof army === "object" && army !== null && army.kind === "quadrilatero-army" && army.game === game && typeof army.list === "string";
};

/** What a file may leave out. */
export const whole = (army: ArmyFile): ArmyFile => ({ ...army, against: army.against ?? null, theatre: army.theatre ?? "", name: army.name ?? "" });

/** What a part of an army is called by that has no name: its number, without the letter that its file puts before it. */
export const numberOf = (id: string): string => id.replace(/^[a-z](?=\d)/, "");

const MOST = 60_000;

/** The army of the letters of a link; null where they hold none. */
export async function unpacked(letters: string, game: string): Promise<ArmyFile | null> {
  const plain = await unpackedPlain(letters, MOST);
  return isArmy(plain, game) ? whole(plain) : null;
}

const key = (game: string) => `armies.${game}`;

/** The armies that were kept here, by the names they were kept under. */
export function kept(game: string): Record<string, ArmyFile> {
  try {
    const found = JSON.parse(stored(key(game)) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(Object.entries(found).flatMap(([name, army]) => (isArmy(army, game) ? [[name, whole(army)]] : [])));
  } catch {
    return {};
  }
}

export const keep = (name: string, army: ArmyFile): void => store(key(army.game), JSON.stringify({ ...kept(army.game), [name]: { ...army, name } }));

export const forget = (game: string, name: string): void =>
  store(key(game), JSON.stringify(Object.fromEntries(Object.entries(kept(game)).filter(([other]) => other !== name))));
