/** Days and hours as the reader writes them: by the browser's own locale of the chosen language. */

import { settings } from "./settings.svelte";
import type { Lang } from "./types";

const USUAL: Record<Lang, string> = { en: "en-GB", it: "it-IT" };

/** The first of the browser's locales that speaks the language. */
export const localeOf = (lang: Lang, locales: readonly string[]): string =>
  locales.find((locale) => locale.toLowerCase().split("-")[0] === lang && locale.length > 2) ?? USUAL[lang];

const made = new Map<string, Intl.DateTimeFormat>();
function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = localeOf(settings.lang, navigator.languages);
  const key = `${locale} ${kind}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

const date = (at: number): Date => new Date(at * 1000);
/** "16 November 2026" */
export const day = (at: number): string => format("day", { dateStyle: "long" }).format(date(at));
/** "16 Nov 2026, 16:46" */
export const moment = (at: number): string => format("moment", { dateStyle: "medium", timeStyle: "short" }).format(date(at));
/** "16:46" today, "16 Nov, 16:46" on another day. */
export function lately(at: number, now: number = Date.now() / 1000): string {
  const then = date(at);
  if (then.toDateString() === date(now).toDateString()) return format("hour", { timeStyle: "short" }).format(then);
  return format("lately", { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(then);
}
