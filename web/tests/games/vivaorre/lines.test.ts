import { describe, expect, it } from "vitest";
import { middled, stretched } from "../../../src/games/vivaorre/deploying.svelte";
import { leading } from "../../../src/games/vivaorre/moving.svelte";
import { bent, shifted, toEdge } from "../../../src/games/vivaorre/routing.svelte";
import type { Body } from "../../../src/games/vivaorre/types";

describe("a line that moves as one", () => {
  const body: Body = {
    path: [{ go: "advance", by: 3000 }],
    members: [
      { unit: "B", answer: { do: "move", unit: "B", path: [] }, pose: [1, 2, 0, 4, 5], steps: [], refusal: null, left: 0 },
      { unit: "A", answer: null, pose: null, steps: [], refusal: { rule: "8-ad", text: { en: "must reorder", it: "deve riordinarsi" } } },
    ],
    slowest: "B",
    refusal: { rule: "8-a", text: { en: "too far", it: "troppo" } },
    forms: [],
  };
  it("is led by the ghost of its leader, with what holds it up", () => {
    expect(leading(body, "B")).toMatchObject({ pose: [1, 2, 0, 4, 5], refusal: { rule: "8-a" }, body });
    expect(leading({ ...body, refusal: null }, "A")).toMatchObject({ answer: null, pose: null, refusal: { rule: "8-ad" } });
  });
});

describe("a way drawn before the battle", () => {
  it("begins and ends at the nearest edge", () => {
    expect(toEdge([1000, 20000], [72000, 48000])).toEqual([0, 20000]);
    expect(toEdge([71000, 20000], [72000, 48000])).toEqual([72000, 20000]);
    expect(toEdge([30000, 2000], [72000, 48000])).toEqual([30000, 0]);
    expect(toEdge([30000, 50000], [72000, 48000])).toEqual([30000, 48000]);
  });
  it("is bent where it is nearest", () => {
    expect(bent([[0, 0], [1000, 0], [2000, 0]], [1600, 100])).toEqual([[0, 0], [1000, 0], [1600, 100], [2000, 0]]);
  });
  it("has an order that can be changed", () => {
    expect(shifted(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(shifted(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  });
});

describe("a trench", () => {
  it("is stretched by an end up to twelve inches, moved by its middle", () => {
    expect(stretched([[0, 0], [4000, 0]], 1, [6000, 0])).toEqual([[0, 0], [6000, 0]]);
    expect(stretched([[0, 0], [4000, 0]], 1, [24000, 0])).toEqual([[0, 0], [11900, 0]]);
    expect(stretched([[0, 0], [4000, 0]], 0, [1000, 0])).toEqual([[1000, 0], [4000, 0]]);
    expect(middled([[0, 0], [4000, 0]], [3000, 500])).toEqual([[1000, 500], [5000, 500]]);
  });
});
