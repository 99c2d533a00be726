/** A rulebook with what stands behind each rule. */

import type { CatalogueGame, Proofs, Rule, Text } from "../lib/types";

export type Standing = "tested" | "information" | "bare";
export type Proved = Rule & { code: string[]; tests: string[]; standing: Standing };
export type Book = { game: string; title: Text; chapters: Record<string, Text>; rules: Proved[] };
export type Chosen = Standing | "all" | "reconstructed";

export function bound(game: CatalogueGame, rules: Rule[], proofs: Proofs): Book {
  const behind = new Map(proofs.rules.map((one) => [one.id, one]));
  return {
    game: game.game,
    title: game.title,
    chapters: proofs.chapters,
    rules: rules.map((rule) => {
      const { code, tests } = behind.get(rule.id) ?? { code: [], tests: [] };
      return { ...rule, code, tests, standing: tests.length ? "tested" : rule.information ? "information" : "bare" };
    }),
  };
}

export const count = (books: Book[], standing: Standing): number => books.reduce((sum, book) => sum + book.rules.filter((rule) => rule.standing === standing).length, 0);

export const chapterOf = (id: string): string => id.split(/[.-]/, 1)[0]!;

/** The rules of a book that are looked for, by chapter. */
export function found(book: Book, words: string, chosen: Chosen, lang: "en" | "it"): [chapter: string, rules: Proved[]][] {
  const wanted = words.trim().toLowerCase();
  const chapters = new Map<string, Proved[]>();
  for (const rule of book.rules) {
    if (chosen === "reconstructed" ? !rule.reconstructed : chosen !== "all" && rule.standing !== chosen) continue;
    if (wanted && !`${rule.id} ${rule.title[lang]} ${rule.text[lang]}`.toLowerCase().includes(wanted)) continue;
    const chapter = chapterOf(rule.id);
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), rule]);
  }
  return [...chapters];
}

/** What a test says it shows: its name in words. */
export const inWords = (test: string): string => test.split("::").at(-1)!.replace(/^test_/, "").replaceAll("_", " ");
