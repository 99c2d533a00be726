import { describe, expect, it } from "vitest";
import { choicesOf, expected, placeOf } from "../../../src/games/vivaorre/firing.svelte";
import { inches } from "../../../src/games/vivaorre/saying";
import { foretold } from "../../../src/lib/saying";
import { spots } from "../../../src/boards/table/spots";
import { NAMING } from "../../../src/games/vivaorre/events";
import { readPath } from "../../../src/boards/table/spoken";
import { read } from "../../../src/games/vivaorre/textboard";
import type { Answer, Counter } from "../../../src/games/vivaorre/types";
import type { GameEvent } from "../../../src/lib/types";

describe("the plan of fire", () => {
  const options: Answer[] = [
    { do: "fire", shots: [{ unit: "A", target: "D" }, { unit: "G", target: "D", ammo: "ball" }] },
    { do: "fire", shots: [{ unit: "A", target: "E" }, { unit: "G", target: "D", ammo: "shell" }] },
    { do: "fire", shots: [] },
  ];
  it("knows every shot once", () => {
    const found = choicesOf(options);
    expect(found.get("A:")?.map(({ target }) => target)).toEqual(["D", "E"]);
    expect(found.get("G:")?.map(({ ammo }) => ammo)).toEqual(["ball", "shell"]);
  });
  it("finds a shot again in a list that was sent anew", () => {
    const again = structuredClone(choicesOf(options).get("A:")!);
    expect(placeOf(again, { unit: "A", target: "E" })).toBe(1);
    expect(placeOf(again, null)).toBe(-1);
  });
  it("expects hits by dice and need", () => {
    expect(expected({ count: 6, need: 5 })).toBeCloseTo(2);
    expect(expected({})).toBe(0);
  });
});

describe("typed moves", () => {
  it("are read in both languages", () => {
    expect(read("advance 2.5")).toEqual({ go: "advance", by: 2500 });
    expect(read("avanza 2,5")).toEqual({ go: "advance", by: 2500 });
    expect(read("wheel left 30")).toEqual({ go: "wheel", side: "left", angle: 3000 });
    expect(read("ruota destra 12")).toEqual({ go: "wheel", side: "right", angle: 1200 });
    expect(read("skirmish 2")).toEqual({ go: "form", formation: "skirmish", ranks: 2 });
    expect(read("to 12 30.5")).toEqual({ go: "to", at: [12000, 30500] });
  });
  it("are whole paths, or say what cannot be read", () => {
    expect(readPath("wheel left 30, advance 2.5", read)).toHaveLength(2);
    expect(readPath("ruota sinistra 30, avanza 2,5", read)).toHaveLength(2);
    expect(readPath("advance 1, dance", read)).toBe("dance");
    expect(readPath("advance", read)).toBe("advance");
  });
});

describe("measures and places", () => {
  it("are told for larger figures too", () => {
    expect(inches(2000, "15")).toBe("2″");
    expect(inches(2000, "25")).toBe("2″ (3″)");
  });
  it("point at who moved and who was shot at", () => {
    const piece = (id: string, x: number) => [id, { kind: "unit", id, name: id, pose: [x, 1000, 0, 1000, 0] }] as unknown as [string, Counter];
    const pieces = new Map([piece("A", 1000), piece("D", 5000)]);
    const event = (kind: string, data: Record<string, unknown>) => ({ kind, data }) as unknown as GameEvent;
    expect(spots(event("roll", { why: "fire", unit: "A", target: "D" }), pieces, NAMING).shots).toEqual([[[1000, 1000], [5000, 1000]]]);
    expect(spots(event("moved", { unit: "A", from: { at: [0, 0] }, to: { at: [1000, 1000] } }), pieces, NAMING).ways).toEqual([[[0, 0], [1000, 1000]]]);
    expect(spots(event("state", { unit: "X" }), pieces, NAMING).spots).toEqual([]);
  });
});

describe("odds in words", () => {
  it("are lines, with every rule apart to be looked up", () => {
    const found = foretold("A at D: a hit in 42.1%.\n- A: 3 dice, 5 or more hits, +1 breech-loaders [9-m6], -1 cover [9-m7].\n");
    expect(found.map(({ whole }) => whole)).toEqual([true, false]);
    expect(found[1]?.parts).toEqual(["A: 3 dice, 5 or more hits, +1 breech-loaders ", "9-m6", ", -1 cover ", "9-m7", "."]);
  });
});
