/** A position that brings its own board is drawn on that board, not over the printed map. */
import { describe, expect, it } from "vitest";
import { laidOut } from "../../../src/games/custoza/blank";
import { crossings } from "../../../src/games/custoza/ground";
import { HexGrid } from "../../../src/boards/hex/hex";
import type { Field } from "../../../src/games/custoza/types";

const printed = {
  hexes: { "3010": { terrain: "village", level: 3, metres: 120 }, "3011": { terrain: "woods", level: 2, metres: 110 } },
  hexsides: [{ between: ["3010", "3011"], slope: "slope", up: "3010" }],
  roads: [{ id: "r", class: "major", hexes: ["3010", "3011"] }],
  railways: [{ id: "x", years: [1866], hexes: ["3010", "3011"] }],
  crossings: [{ id: "b", name: "B", hex: "3010", river: "tione", kind: "bridge" }],
  rivers: [{ id: "tione", name: "Tione", hexes: ["3010", "3011"] }],
  places: [{ id: "p", name: "Oliosi", hexes: ["3010"] }],
  columns: [10, 70],
} as unknown as Field;

describe("a blank board", () => {
  it("has nothing of the printed map but its numbers", () => {
    const bare = laidOut(printed, {});
    expect(bare.hexes).toEqual({ "3010": { terrain: "clear", level: 0, metres: 0 }, "3011": { terrain: "clear", level: 0, metres: 0 } });
    for (const key of ["hexsides", "roads", "railways", "crossings", "rivers", "places"] as const) expect(bare[key]).toEqual([]);
    expect(bare.columns).toEqual([10, 70]);
  });

  it("has the ground that the position says", () => {
    const laid = laidOut(printed, { terrain: { "3011": "tione" }, levels: { "3010": 1 }, hexsides: [["3011", "3010", "steep_slope"], ["3010", "3011", "stream"]], roads: [{ class: "major", path: ["3010", "3011"] }], bridges: ["3011"] });
    expect(laid.hexes["3011"]?.terrain).toBe("tione");
    expect(laid.hexes["3010"]?.level).toBe(1);
    expect(laid.hexsides).toEqual([{ between: ["3011", "3010"], slope: "steep_slope", up: "3010" }, { between: ["3010", "3011"], stream: "stream" }]);
    expect(laid.roads[0]).toMatchObject({ class: "major", hexes: ["3010", "3011"] });
    const grid = new HexGrid({ cols: 61, rows: 31, layout: "flat", shifted: "odd", first: { col: 10, row: 4 } });
    expect(crossings(grid, laid, null).bridges).toMatch(/^M[\d.]+ [\d.]+L/);
  });
});
