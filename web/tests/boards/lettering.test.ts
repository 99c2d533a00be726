import { describe, expect, it } from "vitest";
import { broken, lettered } from "../../src/boards/hex/lettering";

const place = { x: 500, y: 500 };
const SIZE = 40;
const HALF = 21;
const beside = (dx: number, dy: number) => ({ x: place.x + dx, y: place.y + dy });
const way = (name: string, ...counters: { x: number; y: number }[]) => lettered(name, place, 14, SIZE, counters, HALF);

describe("the name of a place", () => {
  it("stands below where nothing is in its way, and below the counter in its own hex", () => {
    expect(way("Oliosi")).toEqual({ lines: ["Oliosi"], x: 500, y: 500 + 0.92 * SIZE, anchor: "middle" });
    expect(way("Oliosi", place).y).toBe(500 + 0.92 * SIZE);
  });

  it("goes above, to a side or into two lines to leave counters free", () => {
    expect(way("San Rocco di Palazzolo", beside(60, 35)).y).toBe(500 - 0.62 * SIZE);
    const columns = [beside(60, 35), beside(60, -35), beside(-60, 35), beside(-60, -35)];
    expect(way("La Pernisa", place, ...columns).lines).toEqual(["La Pernisa"]);
    expect(way("San Rocco di Palazzolo", ...columns, beside(120, 0), beside(-120, 0)).lines).toHaveLength(2);
    expect(way("Mongabia", place, beside(0, 37), beside(0, -37), beside(-60, 0)).anchor).toBe("start");
  });

  it("is parted where its lines are most even", () => {
    expect(broken("San Rocco di Palazzolo")).toEqual(["San Rocco", "di Palazzolo"]);
    expect(broken("Oliosi")).toEqual(["Oliosi"]);
  });
});
