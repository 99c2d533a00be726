import { describe, expect, it } from "vitest";
import { roomFor } from "../../../src/boards/table/labels";

describe("names on the table", () => {
  const a = { id: "a", x: 0, y: 0, text: "1st Carabiniers" };
  const b = { id: "b", x: 50, y: 4, text: "2nd Carabiniers" };
  it("do not lie on each other: the first that is named is written", () => {
    expect([...roomFor([a, b], 13)]).toEqual(["a"]);
    expect([...roomFor([a, { ...b, y: 14 }], 13)]).toEqual(["a", "b"]);
    expect([...roomFor([a, { ...b, x: 100 }], 13)]).toEqual(["a", "b"]);
  });
  it("are written whatever lies in their way where a hand has chosen the unit", () => {
    expect([...roomFor([a, { ...b, first: true }], 13)]).toEqual(["b"]);
    expect(roomFor([{ ...a, first: true }, { ...b, first: true }], 13).size).toBe(2);
  });
});
