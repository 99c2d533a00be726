/** Against real questions of the engine (questions.json: views and options as the server sends them). */
import { describe, expect, it } from "vitest";
import { actors, assaultAims, laidAnswer, sort } from "../../../src/games/camposanto/options";
import type { Answer, Unit, View } from "../../../src/games/camposanto/types";
import { same } from "../../../src/lib/saying";
import type { Question } from "../../../src/lib/types";
import questions from "./questions.json";

interface Moment {
  seat: string;
  view: View;
  options: Answer[];
  question: Question;
}
const moments = questions as unknown as Record<string, Moment>;
const moment = (what: string) => {
  const m = moments[what]!;
  const units = new Map<string, Unit>(m.view.units.map((u) => [u.id, u]));
  return { ...m, units, choices: sort(m.options, m.question, units) };
};

describe("sorting options", () => {
  it.each(Object.keys(moments))("loses and doubles none: %s", (what) => {
    const { choices, options } = moment(what);
    const sorted = [
      ...[...choices.aims.values()].flatMap((m) => [...m.values()].flat().map((a) => a.answer)),
      ...[...choices.facings.values()].flatMap((m) => [...m.values()]),
      ...[...choices.assaults.values()].flat(),
      ...choices.picks.values(),
      ...choices.turns.values(),
      ...choices.words,
      ...choices.together,
      ...choices.orders,
    ];
    expect(sorted.length).toBe(options.length);
    for (const option of options) expect(sorted.filter((s) => same(s, option)).length).toBe(1);
  });
  it("paints the hexes where a move ends", () => {
    const { choices, options } = moment("move");
    const unit = actors(choices)[0]!;
    const goals = options.flatMap((o) => (o.do === "move" && o.unit === unit && o.path.length ? [o.path.at(-1)] : []));
    expect([...choices.aims.get(unit)!.keys()].toSorted()).toEqual([...new Set(goals)].toSorted());
    expect(choices.turns.get(unit)?.path).toEqual([]);
    expect(choices.words).toEqual([{ do: "done" }]);
  });
  it("keeps all ways to one hex", () => {
    const { choices, options } = moment("flee");
    const all = [...choices.aims.values()].flatMap((m) => [...m.values()]);
    expect(all.flat().length).toBe(options.length);
    expect(all.every((aims) => new Set(aims.map((a) => a.hex)).size === 1)).toBe(true);
  });
  it("takes the unit from the question where the answer has none", () => {
    const { choices, question } = moment("go_on");
    expect([...choices.aims.keys()]).toEqual([question.data["unit"]]);
    expect(choices.words).toEqual([{ do: "stop" }]);
  });
  it("puts falling back from an Assault on the map when one unit does it", () => {
    const { choices, options } = moment("stand");
    const single = options.filter((o) => o.do === "fall_back" && Object.keys(o.paths ?? {}).length === 1);
    expect([...choices.aims.values()].flatMap((m) => [...m.values()].flat()).length).toBe(single.length);
    expect(choices.words.map((w) => w.do)).toEqual(["fight"]);
  });
  it("offers six facings", () => {
    const { choices, question } = moment("face");
    expect([...choices.facings.get(String(question.data["unit"]))!.keys()]).toEqual(["N", "NE", "SE", "S", "SW", "NW"]);
  });
  it("lists targets under their attacker", () => {
    const { choices, options } = moment("assault");
    for (const [unit, list] of choices.assaults) expect(list).toEqual(options.filter((o) => o.do === "assault" && o.unit === unit));
    expect(choices.words.every((w) => w.do === "done")).toBe(true);
  });
  it("lets attackers point at the enemies on their Front, one hex after another", () => {
    const { choices, units } = moment("assault");
    const aims = assaultAims(choices.assaults, {}, units);
    for (const [unit, byHex] of aims) {
      for (const [hex, [aim]] of byHex) {
        expect(aim!.answer.do === "assault" && aim!.answer.unit === unit && aim!.answer.targets.every((id) => units.get(id)!.hex === hex)).toBe(true);
      }
    }
    expect([...aims.keys()]).toEqual([...choices.assaults.keys()]);
  });
  it("adds a second target to the first and calls the last one off", () => {
    const units = new Map([["A", { hex: "0510" }], ["X", { hex: "0509" }], ["Y", { hex: "0609" }]]);
    const answer = (...targets: string[]) => ({ do: "assault" as const, unit: "A", targets });
    const pointed = (declared: string[], ...options: string[][]) => {
      const found = assaultAims(new Map([["A", options.map((targets) => answer(...targets))]]), { A: declared }, units).get("A")!;
      return Object.fromEntries([...found].map(([hex, [aim]]) => [hex, aim!.answer]));
    };
    expect(pointed(["X"], ["X", "Y"], ["Y"], [])).toEqual({ "0509": answer(), "0609": answer("X", "Y") });
    expect(pointed([], ["X", "Y"], ["X"], ["Y"])).toEqual({ "0509": answer("X"), "0609": answer("Y") });
  });
  it("lays order points only as the options have them", () => {
    const { choices } = moment("orders");
    const first = choices.orders[0]!;
    expect(choices.points.length).toBe(9);
    expect(laidAnswer(choices.orders, { left: first.left!, centre: first.centre!, right: first.right! })).toEqual(first);
    expect(laidAnswer(choices.orders, { left: 1, centre: 1, right: 1 })).toBeNull();
    expect(laidAnswer(choices.orders, { left: 1, centre: null, right: 4 })).toBeNull();
  });
});
