import { describe, expect, it } from "vitest";
import type { Pose } from "../../../src/boards/table/geometry";
import { readPath } from "../../../src/boards/table/spoken";
import { figures, frame, pikes, strength } from "../../../src/games/alaguerre/drawing";
import { shotsOf } from "../../../src/games/alaguerre/firing.svelte";
import { joined } from "../../../src/games/alaguerre/moving.svelte";
import { left } from "../../../src/games/alaguerre/ordering.svelte";
import { read, readOrders } from "../../../src/games/alaguerre/textboard";
import type { Answer } from "../../../src/games/alaguerre/types";

describe("a path", () => {
  it("adds up lengths of one kind, and wheels that follow each other", () => {
    expect(joined([{ go: "advance", by: 500 }], { go: "advance", by: 250 })).toEqual([{ go: "advance", by: 750 }]);
    expect(joined([{ go: "wheel", side: "left", angle: 500 }], { go: "wheel", side: "right", angle: 200 })).toEqual([{ go: "wheel", side: "left", angle: 300 }]);
    expect(joined([{ go: "wheel", side: "left", angle: 500 }], { go: "wheel", side: "right", angle: 500 })).toEqual([]);
  });
  it("may wheel again after an advance", () => {
    expect(joined([{ go: "wheel", side: "left", angle: 500 }, { go: "advance", by: 100 }], { go: "wheel", side: "left", angle: 200 })).toHaveLength(3);
  });
  it("has nothing beside what takes the whole impulse", () => {
    expect(joined([{ go: "advance", by: 500 }], { go: "about" })).toEqual([{ go: "about" }]);
    expect(joined([{ go: "form", formation: "column" }], { go: "advance", by: 100 })).toEqual([{ go: "advance", by: 100 }]);
    expect(joined([{ go: "sideways", side: "left", by: 300 }], { go: "sideways", side: "left", by: 200 })).toEqual([{ go: "sideways", side: "left", by: 500 }]);
  });
});

describe("orders", () => {
  it("leave the dice that nobody has", () => {
    expect(left([6, 5, 5], [5])).toEqual([6, 5]);
    expect(left([4], [6])).toEqual([4]);
  });
  it("are read as names with a die each", () => {
    const named = (word: string) => ({ spinola: "red.s", mello: "red.m" })[word.toLowerCase()];
    expect(readOrders("Spinola 5, mello 4", named)).toEqual({ "red.s": 5, "red.m": 4 });
    expect(readOrders("Condé 6", named)).toBe("Condé 6");
  });
});

describe("moves in words", () => {
  it("are read in both languages", () => {
    expect(readPath("wheel left 14, advance 1.2", (part) => read(part))).toEqual([{ go: "wheel", side: "left", angle: 1400 }, { go: "advance", by: 1200 }]);
    expect(read("ordine")).toBeNull();
    expect(read("aperto")).toEqual({ go: "form", formation: "skirmish" });
    expect(read("entra fattoria", (word) => (word === "fattoria" ? "farm" : undefined))).toEqual({ go: "enter", piece: "farm" });
  });
});

describe("shots", () => {
  it("are known by who makes them", () => {
    const options: Answer[] = [{ do: "fire", unit: "A", target: "D" }, { do: "fire", unit: "A", target: "E" }, { do: "done" }];
    expect(shotsOf(options).get("A")?.map(({ target }) => target)).toEqual(["D", "E"]);
  });
});

describe("bases", () => {
  it("carry figures of their troops, pikes alone beyond the front", () => {
    const base = (type: "Pk" | "Sh" | "Cav") => ({ type, formation: "line" as const, mounted: false });
    expect(new Set([figures(base("Pk"), 40, 20), figures(base("Sh"), 40, 20), figures(base("Cav"), 40, 20)]).size).toBe(3);
    expect(pikes(base("Pk"), 40, 20)).toContain("V-8");
    expect(pikes(base("Sh"), 40, 20)).toBe("");
  });
  it("show four points of strength, left and lost", () => {
    const { there, gone } = strength(3, 20);
    expect([there.match(/M/g)?.length, gone.match(/M/g)?.length]).toEqual([3, 1]);
  });
  it("have one frame where they are one unit", () => {
    const line: Pose[] = [[10000, 6000, 0, 2000, 1000], [12000, 6000, 0, 2000, 1000]];
    expect(frame(line, 100)).toEqual([11000, 6100, 0, 4200, 1200]);
    expect(frame([], 100)).toBeNull();
  });
});
