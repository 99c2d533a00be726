import { describe, expect, it } from "vitest";
import { Plane } from "../../../src/boards/table/geometry";
import { sizeIn } from "../../../src/games/vivaorre/deploying.svelte";
import { standPath } from "../../../src/boards/table/figures";
import { bases, figurePath, roll } from "../../../src/games/vivaorre/figures";
import { along, hachures, inside, marks, strewn } from "../../../src/boards/table/ground";
import type { Unit } from "../../../src/games/vivaorre/types";

const unit = (more: Partial<Unit>): Unit => ({ arm: "infantry", figures: 8, start: 8, files: 4, ranks: 1, mounted: false, formation: "line", ...more }) as Unit;
const SQUARE = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];

describe("bases", () => {
  it("stand side by side in a line, on the whole front", () => {
    const found = bases(unit({}), 3000, 625);
    expect(found).toHaveLength(8);
    expect(found[0]!.x).toBeCloseTo(-30);
    expect(found[7]!.x + found[7]!.w).toBeCloseTo(30);
  });
  it("stand in ranks in a column, the last one behind the middle", () => {
    const found = bases(unit({ formation: "assault", figures: 6, files: 4 }), 1500, 1250);
    expect(found.filter(({ y }) => y === 0)).toHaveLength(4);
    expect(found[4]!.x).toBeCloseTo(-7.5);
  });
  it("keep a width between skirmishers", () => {
    const [a, b] = bases(unit({ formation: "skirmish", figures: 3 }), 1875, 625);
    expect(b!.x - a!.x).toBeCloseTo(2 * a!.w);
  });
  it("are sections for guns, one behind the other when limbered", () => {
    expect(bases(unit({ arm: "artillery", figures: 5, formation: "battery" }), 4125, 1375)).toHaveLength(3);
    expect(new Set(bases(unit({ arm: "artillery", figures: 4, formation: "limbered" }), 1375, 2750).map(({ y }) => y)).size).toBe(2);
  });
  it("have figures of their arm", () => {
    const [foot, horse] = [unit({}), unit({ arm: "cavalry", mounted: true })].map((one) => figurePath(one, bases(one, 3000, 625)));
    expect(foot).not.toBe(horse);
    expect(standPath(bases(unit({}), 3000, 625)).match(/M/g)).toHaveLength(8);
  });
  it("leave a hollow mark for every figure lost", () => {
    const { there, gone } = roll({ figures: 5, start: 8 }, 625);
    expect([there.match(/M/g)?.length, gone.match(/M/g)?.length]).toEqual([5, 3]);
  });
  it("take up another ground in another formation", () => {
    expect(sizeIn(unit({}), [3000, 625], "assault")).toEqual([1500, 1250]);
    expect(sizeIn(unit({}), [3000, 625], "march")).toEqual([375, 5000]);
  });
});

describe("the ground", () => {
  const plane = new Plane(20000, 20000);
  it("knows what lies in an area", () => {
    expect(inside(SQUARE, { x: 50, y: 50 })).toBe(true);
    expect(inside(SQUARE, { x: 150, y: 50 })).toBe(false);
  });
  it("is strewn within its edges, the same whenever it is drawn", () => {
    const trees = strewn(SQUARE, 12);
    expect(trees.length).toBeGreaterThan(30);
    expect(trees.every((at) => inside(SQUARE, at))).toBe(true);
    expect(strewn(SQUARE, 12)).toEqual(trees);
  });
  it("has points along a line at equal distances", () => {
    expect(along([{ x: 0, y: 0 }, { x: 100, y: 0 }], 20).map(({ x }) => x)).toEqual([10, 30, 50, 70, 90]);
  });
  it("draws woods and hills, and nothing over open ground", () => {
    const shape = [[0, 0], [5000, 0], [5000, 5000], [0, 5000]];
    expect(marks({ id: "w", look: "thick", shape }, plane).length).toBeGreaterThan(marks({ id: "w", look: "wood", shape }, plane).length);
    expect(marks({ id: "o", look: "open", shape }, plane)).toBe("");
    expect(hachures({ id: "h", look: "steep", shape }, plane).match(/M/g)!.length).toBeGreaterThan(hachures({ id: "h", look: "slope", shape }, plane).match(/M/g)!.length);
  });
});
