import { describe, expect, it } from "vitest";
import { browserLanguage, keys as known, phrase, spoken, type Words } from "../src/lib/dictionary";
import "../src/lib/words/later";

const code = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/**/words/*.ts", "!../src/**/words.ts"], { query: "?raw", import: "default", eager: true });
const text = Object.values(code).join("\n");
const fields = (s: string) => [...new Set([...s.matchAll(/\{(\w+)(?:\|[^|{}]+\|[^|{}]+)?\}/g)].map((m) => m[1]))].toSorted();

/** The dictionary of the page, and those of the parts that are loaded by themselves. */
const own = import.meta.glob<Words>("../src/**/words.ts", { import: "words", eager: true });
const page: Words = Object.fromEntries(known().map((key) => [key, [phrase("en", key), phrase("it", key)] as const]));
const all: [string, Words][] = [["page", page], ...Object.entries(own)];
const keys = new Set(all.flatMap(([, words]) => Object.keys(words)));

describe.each(all)("the words of %s", (_, words) => {
  const told = Object.entries(words).map(([key, both]) => ({ key, en: spoken("en", both), it: spoken("it", both) }));
  it("are there in both languages, with the same fields", () => {
    for (const { key, en, it } of told) {
      expect(en.trim(), key).not.toBe("");
      expect(it.trim(), key).not.toBe("");
      expect(fields(it), key).toEqual(fields(en));
    }
  });
  it("are really translated: long phrases differ", () => {
    const bare = (phrase: string) => phrase.replace(/\{\w+[^{}]*\}/g, "").trim();
    expect(told.filter(({ en, it }) => bare(en).length > 12 && bare(en) === bare(it)).map(({ key }) => key)).toEqual([]);
  });
});

describe("the dictionary", () => {
  it("has every key the page asks for", () => {
    const asked = [...text.matchAll(/\bt\("([\w.]+)"/g)].map((m) => m[1]!);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !keys.has(key))).toEqual([]);
  });
  it("keeps no sentence outside: components have no bare words", () => {
    const bare: string[] = [];
    for (const [path, source] of Object.entries(code)) {
      if (!path.endsWith(".svelte")) continue;
      const markup = source.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<kbd>[^<]*<\/kbd>|<option value="(en|it)"[^<]*<\/option>/g, "");
      for (const m of markup.matchAll(/>([^<>{}]*[a-zA-Z]{4,}[^<>{}]*)</g)) if (!/=|\(|MDCC/.test(m[1]!)) bare.push(`${path}: ${m[1]!.trim()}`);
    }
    expect(bare).toEqual([]);
  });
  it("fills fields and follows the browser", () => {
    expect(phrase("it", "guide.progress", { n: 2, m: 8 })).toBe("2 capitoli su 8");
    expect(browserLanguage(["de-AT", "it-IT", "en"])).toBe("it");
    expect(browserLanguage(["de"])).toBe("en");
  });
  it("picks the form that goes with a number", () => {
    expect(phrase("en", "pace.minutes", { n: 1 })).toBe("1 minute per side");
    expect(phrase("en", "pace.minutes", { n: 45 })).toBe("45 minutes per side");
    expect(phrase("it", "pace.minutes", { n: 1 })).toBe("1 minuto per parte");
    expect(phrase("it", "pace.minutes", { n: 0 })).toBe("0 minuti per parte");
  });
});
