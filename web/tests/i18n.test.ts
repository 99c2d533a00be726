import { describe, expect, it } from "vitest";
import { KEYS, browserLanguage, phrase } from "../src/lib/dictionary";

const code = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/lib/words/*.ts"], { query: "?raw", import: "default", eager: true });
const text = Object.values(code).join("\n");
const fields = (s: string) => [...s.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).toSorted();

describe("the dictionary", () => {
  it("has every word in both languages, with the same fields", () => {
    for (const key of KEYS) {
      const [en, it] = [phrase("en", key), phrase("it", key)];
      expect(en.trim(), key).not.toBe("");
      expect(it.trim(), key).not.toBe("");
      expect(fields(it), key).toEqual(fields(en));
    }
  });
  it("is really translated: long phrases differ", () => {
    const bare = (lang: "en" | "it", key: (typeof KEYS)[number]) => phrase(lang, key).replace(/\{\w+\}/g, "").trim();
    const same = KEYS.filter((key) => bare("en", key).length > 12 && bare("en", key) === bare("it", key));
    expect(same).toEqual([]);
  });
  it("has every key the page asks for", () => {
    const asked = [...text.matchAll(/\bt\("([\w.]+)"/g)].map((m) => m[1]!);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !KEYS.includes(key as never))).toEqual([]);
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
    expect(phrase("it", "phase", { n: 2 })).toBe("Fase 2");
    expect(browserLanguage(["de-AT", "it-IT", "en"])).toBe("it");
    expect(browserLanguage(["de"])).toBe("en");
  });
});
