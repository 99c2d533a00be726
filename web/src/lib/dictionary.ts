/** Every word of the page in both languages. Sentences of the rules come from the server. */

import type { Lang } from "./types";
import { common } from "./words/common";
import type { Later } from "./words/later";
import { welcome } from "./words/welcome";

/** Phrases by key, each in English and Italian. */
export type Words = Readonly<Record<string, readonly [string, string]>>;

// The first page brings its own words; those of the others come with them (words/later.ts).
const first = { ...common, ...welcome } as const satisfies Words;
const words: Record<string, readonly [string, string]> = { ...first };

export type Key = keyof typeof first | keyof Later;
export const learnWords = (more: Words): void => void Object.assign(words, more);
export const keys = (): Key[] => Object.keys(words) as Key[];

const COLUMN: Record<Lang, 0 | 1> = { en: 0, it: 1 };

export const has = (key: string): key is Key => Object.hasOwn(words, key);

const PLURALS: Record<Lang, Intl.PluralRules> = { en: new Intl.PluralRules("en"), it: new Intl.PluralRules("it") };

/** A phrase in a language with its {fields} filled in; {n|unit|units} is the form that goes with the number n. */
export const spoken = (lang: Lang, both: readonly [string, string], fields: Record<string, string | number> = {}): string =>
  both[COLUMN[lang]].replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = fields[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : (PLURALS[lang].select(Number(value)) === "one" ? one : (other ?? ""));
  });

export const phrase = (lang: Lang, key: Key, fields: Record<string, string | number> = {}): string => spoken(lang, words[key] ?? [key, key], fields);

export function browserLanguage(languages: readonly string[]): Lang {
  for (const language of languages) {
    if (language.toLowerCase().startsWith("it")) return "it";
    if (language.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}
