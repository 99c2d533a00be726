/** Armies as their files have them, as far as every game's are alike: packed into links, kept in this browser. */

import { store, stored } from "../lib/settings.svelte";

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

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** An army as letters that an address can hold. */
export async function packed(army: ArmyFile): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(army)), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const MOST = 60_000;

/** The army of such letters; null where they hold none. */
export async function unpacked(letters: string, game: string): Promise<ArmyFile | null> {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const plain: unknown = text.length < MOST ? JSON.parse(text) : null;
    return isArmy(plain, game) ? whole(plain) : null;
  } catch {
    return null;
  }
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
