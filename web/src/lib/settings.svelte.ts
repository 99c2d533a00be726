/** What this browser remembers: language, theme, movement, how the seats change. */

import { browserLanguage, has, phrase, spoken, type Key, type Words } from "./dictionary";
import { PACES, type Pace } from "./pacing";
import type { Lang, Text } from "./types";

export type Theme = "auto" | "light" | "dark";

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`quadrilatero.${name}`);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`quadrilatero.${name}`, value);
  } catch {
    // private windows may refuse: the choice then lasts as long as the page
  }
}

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("auto");
  motion = $state(true);
  coverAlways = $state(true);
  numbers = $state(true);
  recap = $state(true);
  /** how fast the computer's decisions are shown */
  pace = $state<Pace>("steady");
  /** whether the camera goes where something happens or is asked */
  follow = $state(true);
  /** Whether a move is shown before it is made; fingers miss more than a mouse does. */
  sure = $state(false);
  /** Whether the next piece that can act is chosen by itself. */
  next = $state(false);

  load(): void {
    const lang = stored("lang");
    this.lang = lang === "en" || lang === "it" ? lang : browserLanguage(navigator.languages);
    const theme = stored("theme");
    this.theme = theme === "light" || theme === "dark" ? theme : "auto";
    this.motion = (stored("motion") ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "no" : "yes")) === "yes";
    this.coverAlways = stored("cover") !== "sealed";
    this.numbers = stored("numbers") !== "no";
    this.recap = stored("recap") !== "no";
    this.pace = PACES.find((pace) => pace === stored("pace")) ?? (this.motion ? "steady" : "none");
    this.follow = stored("follow") !== "no";
    this.sure = (stored("sure") ?? (matchMedia("(pointer: coarse)").matches ? "yes" : "no")) === "yes";
    this.next = stored("next") === "yes";
    this.apply();
  }

  private apply(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    if (this.theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.motion ? "yes" : "no";
  }

  setLang(lang: Lang): void {
    this.lang = lang;
    store("lang", lang);
    this.apply();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    store("theme", theme);
    this.apply();
  }

  setMotion(on: boolean): void {
    this.motion = on;
    store("motion", on ? "yes" : "no");
    this.apply();
  }

  setCoverAlways(on: boolean): void {
    this.coverAlways = on;
    store("cover", on ? "always" : "sealed");
  }

  setRecap(on: boolean): void {
    this.recap = on;
    store("recap", on ? "yes" : "no");
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    store("pace", pace);
  }

  setFollow(on: boolean): void {
    this.follow = on;
    store("follow", on ? "yes" : "no");
  }

  setSure(on: boolean): void {
    this.sure = on;
    store("sure", on ? "yes" : "no");
  }

  setNext(on: boolean): void {
    this.next = on;
    store("next", on ? "yes" : "no");
  }

  setNumbers(on: boolean): void {
    this.numbers = on;
    store("numbers", on ? "yes" : "no");
  }
}

export const settings = new Settings();

type Fields = Record<string, string | number>;

/** A word of the page in the chosen language. */
export const t = (key: Key, fields: Fields = {}): string => phrase(settings.lang, key, fields);

/** A word put together from data: the text as it is where the dictionary has none. */
export const tt = (prefix: string, value: string): string => {
  const key = `${prefix}.${value}`;
  return has(key) ? t(key) : value;
};

/** The same with words of one's own before those of the page: for parts that are loaded by themselves. */
export function speaks<W extends Words>(own: W) {
  type Known = (keyof W & string) | Key;
  const mine = (key: string): key is keyof W & string => Object.hasOwn(own, key);
  const known = (key: string): key is Known => mine(key) || has(key);
  const say = (key: Known, fields: Fields = {}): string => (mine(key) ? spoken(settings.lang, own[key]!, fields) : t(key as Key, fields));
  return {
    t: say,
    has: known,
    tt: (prefix: string, value: string): string => {
      const key = `${prefix}.${value}`;
      return known(key) ? say(key) : value;
    },
  };
}

/** A text of the server in the chosen language. */
export const said = (text: Readonly<Record<string, string>> | Text | string | null | undefined): string =>
  text === null || text === undefined ? "" : typeof text === "string" ? text : (text[settings.lang] ?? text.en ?? "");

/** A number as readers of the chosen language write it, with at most so many decimals and at least so many. */
export const decimal = (n: number, most = 1, least = 0): string => n.toLocaleString(settings.lang, { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false });

/** A refusal without its rule at the end, where the rule stands beside it as a link. */
export const plainReason = (refusal: { text: Text; rule: string | null }): string =>
  said(refusal.text).replace(refusal.rule === null ? "" : ` [${refusal.rule}]`, "");
