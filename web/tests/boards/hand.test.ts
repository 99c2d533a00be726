import { describe, expect, it } from "vitest";
import { roomFor } from "../../src/boards/hex/bubble";
import { drawn, pinned, takenUp } from "../../src/boards/hex/drag";
import { HexGrid } from "../../src/boards/hex/hex";

const grid = new HexGrid({ cols: 27, rows: 20, layout: "pointy", shifted: "even" });
const at = (hex: string, dx = 0, dy = 0) => ({ x: grid.center(hex).x + dx, y: grid.center(hex).y + dy });

describe("a piece that is dragged", () => {
  const up = takenUp("A", "1010", at("1010"));
  it("goes to the hex under the pointer and leaves its facing open", () => {
    expect(drawn(up, grid, at("1210", 9, 9), true)).toMatchObject({ goal: "1210", facing: null, pinned: false });
    expect(drawn(up, grid, { x: -500, y: 0 }, true).goal).toBeNull();
  });
  it("stays where it is unless it is pulled", () => {
    expect(drawn(up, grid, at("1010", 6, 6), true)).toMatchObject({ goal: null, facing: null });
    expect(drawn(up, grid, at("1010", 0, -26), true)).toMatchObject({ goal: "1010", facing: "N" });
    expect(drawn(up, grid, at("1010", 0, -26), false).goal).toBeNull();
  });
  it("says its facing once the pointer has rested, and lets go of the hex far away", () => {
    const held = pinned(drawn(up, grid, at("1210"), true));
    expect(drawn(held, grid, at("1210", 4, 4), true)).toMatchObject({ goal: "1210", facing: null });
    expect(drawn(held, grid, at("1210", 0, 60), true)).toMatchObject({ goal: "1210", facing: "S" });
    expect(drawn(held, grid, at("1210", 50, -30), true)).toMatchObject({ goal: "1210", facing: "NE" });
    expect(drawn(held, grid, at("1510"), true)).toMatchObject({ goal: "1510", facing: null, pinned: false });
  });
  it("remembers the way it came, fills in what a quick pointer left out, and forgets what it goes back on", () => {
    const way = (...hexes: string[]) => hexes.reduce((drag, hex) => drawn(drag, grid, at(hex), true), up).trail;
    expect(way("1110", "1111", "1112")).toEqual(["1110", "1111", "1112"]);
    expect(way("1310")).toEqual(["1110", "1210", "1310"]);
    expect(way("1110", "1210", "1211", "1210")).toEqual(["1110", "1210"]);
    expect(way("1110", "1210", "1010", "0910")).toEqual(["0910"]);
  });
  it("is not pinned at home", () => expect(pinned(drawn(up, grid, at("1010", 0, 26), true)).pinned).toBe(false));
});

describe("the same way from elsewhere", () => {
  it("is the same number of steps in the same directions, over shifted rows", () => {
    for (const hex of ["0505", "0506", "1111", "1212"]) {
      for (let direction = 0; direction < 6; direction++) {
        const away = (from: string) => grid.neighbour(grid.neighbour(from, direction)!, (direction + 1) % 6)!;
        expect(grid.shifted(hex, "1010", away("1010"))).toBe(away(hex));
      }
    }
  });
  it("ends at the edge of the map", () => {
    expect(grid.shifted("0101", "1010", "1009")).toBeNull();
    expect(grid.shifted("2720", "1010", "1110")).toBeNull();
  });
  it("holds in a flat grid", () => {
    const flat = new HexGrid({ cols: 20, rows: 20, layout: "flat", shifted: "odd" });
    for (let direction = 0; direction < 6; direction++) expect(flat.shifted("0707", "1010", flat.neighbour("1010", direction)!)).toBe(flat.neighbour("0707", direction));
  });
});

describe("a remark about a hex", () => {
  const view = { w: 800, h: 600 };
  const box = { w: 270, h: 80 };
  it("stands beside it", () => expect(roomFor(box, { x: 400, y: 300 }, view, [], 30)).toEqual({ x: 265, y: 336 }));
  it("never covers what may be chosen", () => {
    const legal = [0, 1, 2, 3, 4, 5].map((i) => ({ x: 300 + 40 * i, y: 370 }));
    const found = roomFor(box, { x: 400, y: 300 }, view, legal, 30)!;
    for (const p of legal) expect(p.x > found.x - 30 && p.x < found.x + 300 && p.y > found.y - 30 && p.y < found.y + 110).toBe(false);
  });
  it("stays away where there is no room", () => {
    const everywhere = Array.from({ length: 300 }, (_, i) => ({ x: (i % 20) * 42, y: Math.floor(i / 20) * 42 }));
    expect(roomFor(box, { x: 400, y: 300 }, view, everywhere, 30)).toBeNull();
  });
});
