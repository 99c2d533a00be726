/** What is kept of a game beyond the game: its story as a text, visits, bookmarks. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bookmarks, keepBookmarks, lastVisit, rememberVisit } from "../src/lib/memory";
import { told } from "../src/lib/story";
import type { GameEvent } from "../src/lib/types";
import { Line } from "../src/replay/line.svelte";

const event = (n: number, kind: string, en: string, it: string, more: Partial<GameEvent> = {}): GameEvent => ({ n, kind, text: { en, it }, dice: [], rule: null, data: {}, ...more }) as unknown as GameEvent;
const log = { filters: [], styles: { turn: "head", activated: "part" } as const, opens: () => null, side: () => null };

describe("the story as a text", () => {
  const events = [event(0, "turn", "Turn 1", "Turno 1"), event(1, "activated", "The 1st Division acts", "Agisce la 1ª Divisione"), event(2, "roll", "A shot", "Un tiro", { dice: [3, 4], rule: "8.7-a" })];
  it("has headings, paragraphs, dice and rules, in the language that is wanted", () => {
    expect(told(events, log, "it", { title: "Custoza", players: ["Italia: Anna"] })).toBe("Custoza\n=======\n\nItalia: Anna\n\nTurno 1\n-------\n\nAgisce la 1ª Divisione\n  Un tiro [3, 4] (8.7-a)\n");
    expect(told(events, log, "en", { title: "Custoza", players: [] })).toContain("  A shot [3, 4] (8.7-a)");
  });
  it("is read whole from a film, whatever part of it was shown", async () => {
    const all = Array.from({ length: 950 }, (_, n) => ({ ...event(n, "x", "x", "x"), frame: n }));
    const line = new Line(async (from, count) => all.slice(from, from + count));
    line.begin(all.length);
    await line.follow(500);
    expect((await line.whole()).map((one) => one.n)).toEqual(all.map((one) => one.n));
  });
});

describe("what is remembered of a table", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  });
  it("is the visit before this one; a reload is no new visit", () => {
    expect(lastVisit("t", "italy", 0)).toBeNull();
    rememberVisit("t", "italy", 40, null, 1000);
    expect(lastVisit("t", "italy", 1500)).toBeNull();
    const before = lastVisit("t", "italy", 90_000);
    expect(before).toEqual({ at: 1000, told: 40 });
    rememberVisit("t", "italy", 55, before, 90_010);
    expect(lastVisit("t", "italy", 90_020)).toEqual({ at: 1000, told: 40 });
    expect(lastVisit("t", "austria", 90_020)).toBeNull();
  });
  it("are its bookmarks, each seat's own", () => {
    keepBookmarks("t", "italy", [{ frame: 7, label: "Night", at: 1 }]);
    expect(bookmarks("t", "italy")).toEqual([{ frame: 7, label: "Night", at: 1 }]);
    expect(bookmarks("t", "austria")).toEqual([]);
  });
});
