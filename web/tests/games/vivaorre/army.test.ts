import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/lib/generated/http";
import { armed, armsOf, brigadesOf, calledOf, carried, mended, moved, placeOf, renamed, resized, sizeOf, withBrigade, withoutBrigade, withoutUnit, withUnit, type Army, type Entry } from "../../../src/games/vivaorre/army/editing";

const text = { en: "", it: "" };
const entry = (id: string, arm: string, arms: object[]): Entry => ({ id, name: text, arm, about: text, size: arm === "artillery" ? 1 : 8, sizes: [1, 9], limits: [], class: "c-c-c", training: "regular", group: null, group_name: null, arms: arms.map((one) => ({ name: text, figure: 10, unit: 80, weapon: null, gun: null, mount: null, ...one })) });
const line = entry("it.line", "infantry", [{ weapon: "musket" }, { weapon: "rifled_musket" }]);
const guns = entry("it.guns", "artillery", [{ gun: "smooth_6" }, { gun: "smooth_6", mount: "horse" }]);
const empty: Army = { kind: "quadrilatero-army", format: 1, game: "vivaorre", list: "it", year: 1866, points: 1000, against: null, theatre: "europe", name: "", brigades: [] };
const names = (army: Army) => brigadesOf(army).map((brigade) => brigade.units.map((unit) => unit.entry));
const fault = (reason: string, unit: string): Fault => ({ rule: "2-b", reason, data: { unit }, text });

describe("an army being edited", () => {
  const two = withUnit(withUnit(withUnit(empty, line, 0), guns, 5), line, 0);
  it("gets units in the brigade that is meant, or in a first one", () => {
    expect(names(two)).toEqual([["it.line", "it.guns", "it.line"]]);
    expect(brigadesOf(withBrigade(two)).map(({ id }) => id)).toEqual(["b1", "b2"]);
    expect(names(empty)).toEqual([]);
  });
  it("calls a brigade by its name, or by its number", () => {
    const two = withBrigade(withBrigade(empty));
    expect([0, 1].map((n) => calledOf(brigadesOf(two), n))).toEqual(["Brigade 1", "Brigade 2"]);
    expect(calledOf(brigadesOf(renamed(two, 1, { name: "Guardie" })), 1)).toBe("Guardie");
  });
  it("moves units between brigades and into a new one", () => {
    const parted = moved(two, [0, 1], 1);
    expect(names(parted)).toEqual([["it.line", "it.line"], ["it.guns"]]);
    expect(names(moved(parted, [1, 0], 0))).toEqual([["it.line", "it.line", "it.guns"], []]);
    expect(names(moved(two, [0, 9], 1))).toEqual(names(two));
    expect(brigadesOf(withBrigade(withoutBrigade(parted, 0))).map(({ id }) => id)).toEqual(["b2", "b1"]);
    expect(names(withoutUnit(two, [0, 0]))).toEqual([["it.guns", "it.line"]]);
  });
  it("counts figures or sections, and knows what a unit carries", () => {
    const bigger = resized(resized(two, [0, 0], line, 6), [0, 1], guns, 2);
    const [foot, battery] = brigadesOf(bigger)[0]!.units;
    expect([sizeOf(foot!, line), sizeOf(battery!, guns), foot!.sections, battery!.figures]).toEqual([6, 2, null, null]);
    expect(carried(battery!, guns)).toBe(armsOf(guns)[0]);
    const horse = brigadesOf(armed(bigger, [0, 1], armsOf(guns)[1]!))[0]!.units[1]!;
    expect(carried(horse, guns)).toBe(armsOf(guns)[1]);
    expect(carried({ entry: "it.line", weapon: "bow" }, line)).toBeUndefined();
  });
  it("mends what has one mend, and leaves the rest to the player", () => {
    const wrong = armed(resized(two, [0, 0], line, 3), [0, 0], { ...armsOf(line)[0]!, weapon: "bow" });
    expect(brigadesOf(mended(wrong, fault("size", "b1.1"))!)[0]!.units[0]).toMatchObject({ figures: null, weapon: "bow" });
    expect(brigadesOf(mended(wrong, fault("not_carried", "b1.1"))!)[0]!.units[0]).toMatchObject({ figures: 3, weapon: null });
    expect(names(mended(wrong, fault("not_allowed", "b1.2"))!)).toEqual([["it.line", "it.line"]]);
    expect(mended(wrong, fault("share_over", "b1.1"))).toBeNull();
    expect(mended(wrong, fault("size", "b7.1"))).toBeNull();
    expect(placeOf(wrong, fault("size", "b1.3"))).toEqual([0, 2]);
  });
});
