/** Every word of the page in both languages. Sentences of the rules come from the server. */

import type { Lang } from "./types";
import { coach } from "./words/coach";
import { common } from "./words/common";
import { guide } from "./words/guide";
import { lobby } from "./words/lobby";
import { mail } from "./words/mail";
import { replay } from "./words/replay";
import { table } from "./words/table";
import { tokens } from "./words/tokens";

const words = {
  ...coach,
  ...common,
  ...guide,
  ...lobby,
  ...mail,
  ...replay,
  ...table,
  ...tokens,
} as const satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof words;
export const KEYS = Object.keys(words) as Key[];

const COLUMN: Record<Lang, 0 | 1> = { en: 0, it: 1 };

export const has = (key: string): key is Key => Object.hasOwn(words, key);

/** A phrase with its {fields} filled in. */
export function phrase(lang: Lang, key: Key, fields: Record<string, string | number> = {}): string {
  return words[key][COLUMN[lang]].replace(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}

export function browserLanguage(languages: readonly string[]): Lang {
  for (const language of languages) {
    if (language.toLowerCase().startsWith("it")) return "it";
    if (language.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}
