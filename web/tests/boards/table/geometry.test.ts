import { describe, expect, it } from "vitest";
import { awayFrom, bearing, beside, centre, corners, covers, hour, local, measures, Plane, turnTo, type Pose } from "../../../src/boards/table/geometry";
import { settings } from "../../../src/lib/settings.svelte";

const NORTH: Pose = [10000, 10000, 0, 3000, 600];
const EAST: Pose = [10000, 10000, 9000, 3000, 600];

describe("a free table on the sheet", () => {
  const plane = new Plane(72000, 48000);
  it("has north up and a measure in twenty pixels", () => {
    expect(plane.size).toEqual({ w: 1440, h: 960 });
    expect(plane.at([0, 48000])).toEqual({ x: 0, y: 0 });
    expect(plane.at([1000, 0])).toEqual({ x: 20, y: 960 });
  });
  it("finds the point of the table again", () => {
    expect(plane.back(plane.at([12300, 4500]))).toEqual([12300, 4500]);
  });
  it("puts a drawing where a pose stands, turned clockwise", () => {
    expect(plane.place(EAST)).toBe("translate(200 760) rotate(90)");
  });
});

describe("poses", () => {
  it("have their corners behind the front", () => {
    expect(corners(NORTH)).toEqual([[8500, 10000], [11500, 10000], [11500, 9400], [8500, 9400]]);
    expect(corners(EAST)[0]).toEqual([10000, 11500]);
    expect(centre(EAST)).toEqual([9700, 10000]);
  });
  it("see a point ahead and to the right", () => {
    expect(beside([10000, 10000], 9000, 1000, 500)).toEqual([11000, 9500]);
    const { ahead, right } = local(EAST, [11000, 9500]);
    expect([Math.round(ahead), Math.round(right)]).toEqual([1000, 500]);
  });
  it("cover what lies on them and are near to what does not", () => {
    expect(covers(NORTH, [11000, 9700])).toBe(true);
    expect(covers(NORTH, [11000, 10100])).toBe(false);
    expect(awayFrom(NORTH, [11000, 9700])).toBe(0);
    expect(awayFrom(NORTH, [10000, 10100])).toBe(100);
    expect(awayFrom(NORTH, [12500, 9700])).toBe(1000);
  });
});

describe("directions", () => {
  it("go clockwise from north", () => {
    expect(bearing([0, 0], [0, 1000])).toBe(0);
    expect(bearing([0, 0], [1000, 0])).toBe(9000);
    expect(bearing([0, 0], [-1000, 0])).toBe(27000);
  });
  it("turn by the short way", () => {
    expect(turnTo(35000, 1000)).toBe(2000);
    expect(turnTo(1000, 35000)).toBe(-2000);
  });
  it("are told by the clock of who looks", () => {
    expect(hour([0, 0], 0, [0, 1000])).toBe(12);
    expect(hour([0, 0], 0, [1000, 0])).toBe(3);
    expect(hour([0, 0], 18000, [1000, 0])).toBe(9);
  });
  it("are measured without zeros at the end", () => {
    expect([measures(2500), measures(3000), measures(1234), measures(72000)]).toEqual(["2.5", "3", "1.23", "72"]);
  });
  it("are written as readers of the language write numbers", () => {
    const before = settings.lang;
    settings.lang = "it";
    expect([measures(2500), measures(3000), measures(1234)]).toEqual(["2,5", "3", "1,23"]);
    settings.lang = before;
  });
});
