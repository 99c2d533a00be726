import { describe, expect, it } from "vitest";
import { lapsed, standing } from "../src/lib/company.svelte";
import { lately, localeOf } from "../src/lib/dates";
import type { Table } from "../src/lib/types";

const NONE = { draw: [], takeback: [], rematch: [] };
const table = (change: Partial<Table>) => ({ status: "running", study: false, mine: ["spain"], rematch: null, offers: NONE, ...change }) as Table;

describe("offers", () => {
  it("are one's own, or wait for one's answer", () => {
    const asked = table({ offers: { ...NONE, draw: ["austria"], takeback: ["spain"] } });
    expect(standing(asked)).toEqual([
      { what: "draw", seats: ["austria"], own: false },
      { what: "takeback", seats: ["spain"], own: true },
    ]);
  });
  it("concern nobody who only watches, and nobody in a study", () => {
    const offers = { ...NONE, draw: ["austria"] };
    expect(standing(table({ offers, mine: [] }))).toEqual([]);
    expect(standing(table({ offers, study: true }))).toEqual([]);
  });
  it("of a rematch stand when the game is over, as long as there is a table for it", () => {
    const offers = { ...NONE, rematch: ["austria"], draw: ["austria"] };
    expect(standing(table({ offers, status: "over", rematch: "next" })).map((o) => o.what)).toEqual(["rematch"]);
    expect(standing(table({ offers, status: "over" }))).toEqual([]);
  });
  it("of a draw lapse when they are gone and the game goes on", () => {
    const before = table({ offers: { ...NONE, draw: ["spain"] } });
    expect(lapsed(before, table({}))).toBe("draw");
    expect(lapsed(before, before)).toBeUndefined();
    expect(lapsed(before, table({ status: "over" }))).toBeUndefined();
    expect(lapsed(table({ offers: { ...NONE, draw: ["austria"] } }), table({}))).toBeUndefined();
  });
});

describe("dates", () => {
  it("follow the browser's locale of the chosen language", () => {
    expect(localeOf("en", ["en-GB", "it"])).toBe("en-GB");
    expect(localeOf("en", ["it-IT", "en-US"])).toBe("en-US");
    expect(localeOf("en", ["it-IT", "en"])).toBe("en-GB");
    expect(localeOf("it", ["en-US"])).toBe("it-IT");
  });
  it("leave out the day where it is today's", () => {
    const noon = new Date(2026, 10, 16, 12, 5).getTime() / 1000;
    expect(lately(noon, noon + 60)).not.toMatch(/Nov|nov/);
    expect(lately(noon, noon + 86400)).toMatch(/16/);
  });
});
