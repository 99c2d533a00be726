import { describe, expect, it } from "vitest";
import type { Pose } from "../../../src/boards/table/geometry";
import { headed, pulled } from "../../../src/boards/table/manoeuvres";
import { joined } from "../../../src/games/vivaorre/moving.svelte";

const POSE: Pose = [10000, 10000, 0, 3000, 600];

describe("manoeuvres put together", () => {
  it("add lengths of one kind", () => {
    expect(joined([{ go: "advance", by: 500 }], { go: "advance", by: 250 })).toEqual([{ go: "advance", by: 750 }]);
    expect(joined([{ go: "sideways", side: "left", by: 500 }], { go: "sideways", side: "right", by: 250 })).toHaveLength(2);
  });
  it("put changes before movements", () => {
    expect(joined([{ go: "advance", by: 500 }], { go: "form", formation: "assault" }).map(({ go }) => go)).toEqual(["form", "advance"]);
    expect(joined([{ go: "form", formation: "line" }, { go: "advance", by: 500 }], { go: "wheel", side: "left", angle: 500 }).map(({ go }) => go)).toEqual(["form", "wheel", "advance"]);
  });
  it("have one wheel, which goes on or comes back", () => {
    const left = joined([], { go: "wheel", side: "left", angle: 500 });
    expect(joined(left, { go: "wheel", side: "left", angle: 500 })).toEqual([{ go: "wheel", side: "left", angle: 1000 }]);
    expect(joined(left, { go: "wheel", side: "right", angle: 200 })).toEqual([{ go: "wheel", side: "left", angle: 300 }]);
    expect(joined(left, { go: "wheel", side: "right", angle: 500 })).toEqual([]);
    expect(joined(left, { go: "wheel", side: "right", angle: 800 })).toEqual([{ go: "wheel", side: "right", angle: 300 }]);
  });
  it("replace the formation and the goal", () => {
    expect(joined([{ go: "form", formation: "line" }], { go: "form", formation: "march" })).toEqual([{ go: "form", formation: "march" }]);
    expect(joined([{ go: "to", at: [1, 1] }], { go: "to", at: [2, 2] })).toEqual([{ go: "to", at: [2, 2] }]);
  });
});

describe("a pull at a handle", () => {
  const from = [10000, 10500] as const;
  it("straight on is an advance, back a step back, aside a side-step", () => {
    expect(pulled("middle", POSE, from, [10050, 12500], false)).toEqual({ go: "advance", by: 2000 });
    expect(pulled("middle", POSE, from, [10000, 9500], false)).toEqual({ go: "back", by: 1000 });
    expect(pulled("flank-left", POSE, from, [9000, 10500], false)).toEqual({ go: "sideways", side: "left", by: 1000 });
  });
  it("off the straight goes obliquely, never more than it may", () => {
    expect(pulled("middle", POSE, from, [11000, 12232], false)).toMatchObject({ go: "oblique", side: "right", angle: 3000, by: 2000 });
    expect(pulled("middle", POSE, from, [11000, 11300], false)).toMatchObject({ go: "oblique", angle: 4500 });
  });
  it("at a corner wheels on the other one", () => {
    expect(pulled("right", POSE, [11500, 10000], [11000, 11500], false)).toMatchObject({ go: "wheel", side: "left" });
    expect(pulled("left", POSE, [8500, 10000], [9000, 11500], false)).toMatchObject({ go: "wheel", side: "right" });
  });
  it("takes who goes as he likes there, and turns him", () => {
    expect(pulled("middle", POSE, from, [11000, 11500], true)).toEqual({ go: "to", at: [11000, 11000], facing: 0 });
    expect(pulled("turn", POSE, from, [12000, 10000], true)).toEqual({ go: "to", at: [10000, 10000], facing: 9000 });
  });
});

describe("a point on the ground", () => {
  it("is wheeled to and gone to", () => {
    expect(headed([], POSE, [10000, 12000])).toEqual([{ go: "advance", by: 2000 }]);
    expect(headed([], POSE, [12000, 12000])).toEqual([{ go: "wheel", side: "right", angle: 4500 }, { go: "advance", by: 2828 }]);
    expect(headed([], POSE, [10000, 9000])).toEqual([{ go: "back", by: 1000 }]);
  });
});
