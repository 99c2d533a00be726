import { describe, expect, it } from "vitest";
import { timetable } from "../../../src/games/custoza/pieces";
import type { View } from "../../../src/games/custoza/types";

const group = (id: string, units: string[], day: number, gt: number) => ({ id, units, day, gt, side: "italy", formation: null, entry: "4434", condition: null });
const view = (units: object[]) => ({ units, reinforcements: [group("late", ["c", "d"], 2, 1), group("soon", ["a", "b"], 1, 14)] }) as unknown as View;

describe("the timetable of reinforcements", () => {
  it("names who may still come, soonest first", () => {
    const coming = timetable(view([{ id: "a", box: "due" }, { id: "b", box: "due" }, { id: "c", box: "due" }, { id: "d", box: "due" }]));
    expect(coming.map(({ id, units }) => [id, units])).toEqual([["soon", ["a", "b"]], ["late", ["c", "d"]]]);
  });
  it("leaves out who is seen on the map or lost, and a group of which nobody is left to come", () => {
    const coming = timetable(view([{ id: "a", hex: "4434" }, { id: "b", box: "routed" }, { id: "c", box: "due" }, { id: "d", hex: "4434" }]));
    expect(coming.map(({ id, units }) => [id, units])).toEqual([["late", ["c"]]]);
  });
  it("keeps the enemy's of whom nothing is known", () => {
    expect(timetable(view([{ id: "?4434a", hex: "4434" }])).map(({ units }) => units)).toEqual([["a", "b"], ["c", "d"]]);
  });
});
