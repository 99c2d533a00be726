import { describe, expect, it } from "vitest";
import { FACINGS, HexGrid, facingTo, number, place, turned } from "../../src/boards/hex/hex";

const grid = new HexGrid({ cols: 27, rows: 20, layout: "pointy", shifted: "even" });
const flat = new HexGrid({ cols: 9, rows: 9, layout: "flat", shifted: "even" });

describe("numbers", () => {
  it("keep their leading zeros", () => {
    expect(number(3, 2)).toBe("0302");
    expect(place("0302")).toEqual({ col: 3, row: 2 });
  });
  it("end where the map ends", () => {
    expect(grid.has("2720")).toBe(true);
    for (const hex of ["2820", "2721", "0001", "123", "ab12"]) expect(grid.has(hex)).toBe(false);
  });
});

describe("a pointy grid", () => {
  it("has the engine's neighbours, clockwise from the north-east", () => {
    const around = [0, 1, 2, 3, 4, 5].map((d) => grid.neighbour("1219", d));
    expect(around).toEqual(["1218", "1319", "1220", "1120", "1119", "1118"]);
  });
  it("ends at its edges", () => {
    expect(grid.neighbours("0101").toSorted()).toEqual(["0102", "0201"]);
    expect(grid.neighbour("0101", 3)).toBeNull();
  });
  it("puts neighbours one hex width away", () => {
    for (const hex of ["0101", "1214", "1213", "2720"]) {
      const c = grid.center(hex);
      for (const near of grid.neighbours(hex)) {
        const p = grid.center(near);
        expect(Math.hypot(p.x - c.x, p.y - c.y)).toBeCloseTo(Math.sqrt(3) * grid.size, 6);
      }
    }
  });
  it("finds the hex under every centre, and under points near it", () => {
    for (const hex of grid.hexes()) {
      const c = grid.center(hex);
      expect(grid.at(c)).toBe(hex);
      expect(grid.at({ x: c.x + 25, y: c.y - 14 })).toBe(hex);
    }
    expect(grid.at({ x: -500, y: 0 })).toBeNull();
  });
  it("draws the front at the corner that is faced", () => {
    expect(grid.front("1219", "N")).toEqual(["1118", "1218"]);
    expect(grid.front("1219", "SE")).toEqual(["1319", "1220"]);
    for (const facing of FACINGS) {
      const corner = grid.corners("1214")[FACINGS.indexOf(facing)]!;
      for (const hex of grid.front("1214", facing)) {
        const near = grid.corners(hex).some((p) => Math.hypot(p.x - corner.x, p.y - corner.y) < 0.01);
        expect(near).toBe(true);
      }
    }
  });
  it("reads a direction back as the facing", () => {
    const c = grid.center("1214");
    grid.corners("1214").forEach((corner, i) => expect(facingTo(c, corner)).toBe(FACINGS[i]));
    expect(turned("N", -1)).toBe("NW");
    expect(turned("NW", 1)).toBe("N");
  });
  it("outlines a set by its outer sides only", () => {
    const sides = (d: string) => d.split("M").length - 1;
    expect(sides(grid.outline(["1214"]))).toBe(6);
    expect(sides(grid.outline(["1214", "1314"]))).toBe(10);
    expect(sides(grid.outline(["1214", ...grid.neighbours("1214")]))).toBe(18);
  });
  it("walks with the arrow keys", () => {
    expect(grid.step("1214", "ArrowUp")).toBe("1213");
    expect(grid.step("1214", "ArrowRight")).toBe("1314");
    expect(grid.step("0101", "ArrowUp")).toBeNull();
    expect(grid.step("0101", "ArrowLeft")).toBeNull();
  });
});

describe("a flat grid", () => {
  it("has six neighbours one hex away inside, and every hex is found", () => {
    for (const hex of flat.hexes()) {
      const c = flat.center(hex);
      expect(flat.at(c)).toBe(hex);
      for (const near of flat.neighbours(hex)) {
        const p = flat.center(near);
        expect(Math.hypot(p.x - c.x, p.y - c.y)).toBeCloseTo(Math.sqrt(3) * flat.size, 6);
      }
    }
    expect(flat.neighbours("0505")).toHaveLength(6);
  });
});

describe("a sheet whose numbers begin elsewhere", () => {
  const only = new Set(["1004", "1005", "1104", "1105", "1204"]);
  const sheet = new HexGrid({ cols: 3, rows: 2, layout: "flat", shifted: "odd", first: { col: 10, row: 4 }, only });
  it("has the hexes it names and no others", () => {
    expect([...sheet.hexes()].toSorted()).toEqual([...only].toSorted());
    expect([sheet.has("1205"), sheet.has("0101"), sheet.has("1003")]).toEqual([false, false, false]);
    expect(sheet.neighbours("1104").toSorted()).toEqual(["1004", "1005", "1105", "1204"]);
  });
  it("begins at its corner, and finds its hexes again", () => {
    expect(sheet.center("1004").x).toBe(sheet.size);
    for (const hex of sheet.hexes()) expect(sheet.at(sheet.center(hex))).toBe(hex);
    expect(sheet.at({ x: sheet.width, y: sheet.height })).toBeNull();
  });
  it("looks ahead over the side that is faced", () => {
    const [c, north, south] = [sheet.center("1104"), sheet.ahead("1104", "N"), sheet.ahead("1104", "SE", 2)];
    expect(north.x).toBeCloseTo(c.x);
    expect(c.y - north.y).toBeCloseTo((sheet.size * Math.sqrt(3)) / 2);
    expect(sheet.at(south)).toBeNull();
    expect(sheet.at(sheet.ahead("1104", "SW", 2))).toBe("1005");
  });
});
