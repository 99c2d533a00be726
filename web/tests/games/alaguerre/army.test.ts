import { describe, expect, it } from "vitest";
import { divisionsOf, gunsOf, made, mended, moved, placeOf, withBase, withDivision, withGun, withoutBase, type Army, type Entry } from "../../../src/games/alaguerre/army/editing";
import type { Fault } from "../../../src/lib/generated/http";

const EMPTY = { kind: "quadrilatero-army", format: 1, game: "alaguerre", list: "france", year: 1640, points: 350, against: null, theatre: "", name: "", divisions: [] } as Army;
const PIKES = { id: "france.pk.line" } as Entry;
const fault = (reason: string, data: Record<string, unknown>): Fault => ({ rule: "2.7.3-a", reason, data, text: { en: "", it: "" } });

describe("an army", () => {
  it("begins with a division that the commander leads, later ones have generals", () => {
    const two = withDivision(withBase(EMPTY, PIKES, [0, 0]));
    expect(divisionsOf(two).map(({ id, general }) => [id, general === "cic"])).toEqual([["d1", true], ["d2", false]]);
  });
  it("takes bases into a brigade or a new one, and loses brigades that are empty", () => {
    const one = withBase(withBase(EMPTY, PIKES, [0, 0]), PIKES, [0, 0]);
    expect(divisionsOf(one)[0]?.brigades.map(({ bases }) => bases.length)).toEqual([2]);
    const more = withBase(one, PIKES, [0, 9]);
    expect(divisionsOf(more)[0]?.brigades).toHaveLength(2);
    expect(divisionsOf(withoutBase(more, [0, 1], 0))[0]?.brigades).toHaveLength(1);
  });
  it("moves a brigade under another general", () => {
    const there = moved(withDivision(withBase(EMPTY, PIKES, [0, 0])), [0, 0], 1);
    expect(divisionsOf(there).map(({ brigades }) => brigades.length)).toEqual([0, 1]);
  });
  it("has guns under the commander", () => {
    expect(gunsOf(withGun(EMPTY, { id: "france.ltart" } as Entry))).toEqual([{ entry: "france.ltart" }]);
  });
  it("is mended where there is one way", () => {
    const great = made(withBase(EMPTY, PIKES, [0, 0]), [0, 0], true);
    expect(placeOf(great, "d1.1")).toEqual([0, 0]);
    expect(divisionsOf(mended(great, fault("great_bases", { brigade: "d1.1" }))!)[0]?.brigades[0]?.great).toBe(false);
    expect(mended(great, fault("points_over", {}))).toBeNull();
  });
});
