/** Against real questions of the engine (questions.json: what seats see, with the options as the server lists them). */
import { describe, expect, it } from "vitest";
import { actors, forcesOf, sort, waysOf } from "../../../src/games/custoza/options";
import { commandersOf, counterOf, stacked } from "../../../src/games/custoza/pieces";
import { label, tell } from "../../../src/games/custoza/saying";
import { markersOf, type Answer, type ToldUnit, type View } from "../../../src/games/custoza/types";
import { has } from "../../../src/games/custoza/words";
import { same } from "../../../src/lib/saying";
import { settings } from "../../../src/lib/settings.svelte";
import type { Question } from "../../../src/lib/types";
import questions from "./questions.json";

interface Moment {
  view: View;
  options: Answer[];
  question: Question;
}
const moments = questions as unknown as Record<string, Moment>;
const moment = (what: string) => {
  const { view, options, question } = moments[what]!;
  const units = new Map(view.units.map((unit) => [unit.id, counterOf(null, unit as ToldUnit & { hex: string })]));
  return { options, question, units, choices: sort(options, question, units, markersOf(view), commandersOf(view)) };
};
const names = { place: (hex: string) => `at ${hex}`, strategic: (n: number) => `objective ${n}`, unit: (id: string) => id, formation: (id: string) => id, limbers: (id: string) => id === "G" };

describe("sorting options", () => {
  it.each(Object.keys(moments))("loses none: %s", (what) => {
    const { choices, options } = moment(what);
    const sorted = [
      ...[...choices.ways.values()].flatMap((forces) => [...forces.values()]).flatMap((ways) => [...ways.values()].flat()).map(({ answer }) => answer),
      ...[...choices.deeds.values()].flat(),
      ...[...choices.facings.values()].flatMap((facings) => [...facings.values()]),
      ...choices.picks.values(),
      ...choices.marks,
      ...choices.formations,
      ...choices.words,
    ];
    for (const option of options) expect(sorted.some((one) => same(one, option)), JSON.stringify(option)).toBe(true);
  });

  it("aims an Assault at the target of its marker, and at the hex it is made from", () => {
    const { choices } = moment("act");
    const ways = waysOf(choices, "A", ["A"]);
    expect(ways.get("3011")?.[0]).toMatchObject({ answer: { do: "assault", units: ["A"], path: ["3010"] }, path: ["3010", "3011"] });
    expect(ways.get("3010")?.[0]?.answer.do).toBe("assault");
    expect(waysOf(choices, "K", ["K"]).get("3211")?.[0]?.answer.do).toBe("charge");
  });

  it("aims a shot at its target", () => {
    const { choices } = moment("act");
    const shots = [...waysOf(choices, "G", ["G"])].flatMap(([hex, aims]) => aims.filter(({ answer }) => answer.do === "fire").map(() => hex));
    expect(shots).toContain("3011");
  });

  it("lets a stack go as one Force, or one unit of it alone", () => {
    const { choices } = moment("act");
    expect(forcesOf(choices, "A")).toEqual([["A", "B"], ["A"]]);
    const together = waysOf(choices, "A", ["A", "B"]);
    expect([...together.values()].flat().every(({ answer }) => "units" in answer && answer.units.length === 2)).toBe(true);
  });

  it("gives a part of a Force that is not listed the ways of the whole", () => {
    const { choices } = moment("act");
    choices.ways.get("A")!.delete("A");
    const [aim] = [...waysOf(choices, "A", ["A"]).values()].flat();
    expect(aim?.answer).toMatchObject({ units: ["A"] });
    expect(waysOf(choices, "A", ["A", "K"]).size).toBe(0);
  });

  it("points every reaction against the enemy who gave the occasion", () => {
    const { choices, question } = moment("react");
    const hex = String(question.data["hex"]);
    const aimed = [...choices.ways.values()].flatMap((forces) => [...forces.values()]).flatMap((ways) => [...(ways.get(hex) ?? [])]);
    expect(aimed.length).toBeGreaterThan(0);
    expect(aimed.every(({ answer }) => ["fire", "assault", "charge"].includes(answer.do))).toBe(true);
    expect(choices.words).toEqual([{ do: "pass" }]);
  });

  it("knows who may act", () => {
    expect(actors(moment("retreat").choices).length).toBeGreaterThan(0);
    expect(actors(moment("hit").choices)).toEqual(moment("hit").options.map((option) => (option.do === "hit" ? option.unit : "")));
    expect(actors(moment("activate").choices)).toEqual([]);
  });
});

describe("orders of the Advanced Game", () => {
  it("are given through the commanders of Formations", () => {
    const { choices } = moment("objectives");
    const [commander] = [...choices.ways.keys()];
    expect(commander).toMatch(/^com\./);
    const [[hex, [aim]] = ["", []]] = [...waysOf(choices, commander!, [commander!])];
    expect(aim?.answer).toMatchObject({ do: "objective", formation: commander!.slice(4), hex });
  });
  it("point at where a counter is placed, a column marches and a group enters", () => {
    expect([...moment("deploy").choices.ways.keys()]).toEqual([moment("deploy").question.data["unit"]]);
    expect([...moment("march_move").choices.ways.keys()][0]).toMatch(/^com\./);
    expect([...moment("reinforcements").choices.ways.keys()]).toEqual(["group:1848.r1"]);
  });
  it("are a choice of units where nothing else is asked", () => {
    expect([...moment("rally").choices.picks.keys()]).toEqual(moment("rally").question.data["units"]);
    expect([...moment("scout").choices.picks.values()].every(({ do: verb }) => verb === "halt")).toBe(true);
    expect([...moment("screen").choices.picks.values()].every(({ do: verb }) => verb === "place")).toBe(true);
  });
});

describe("answers in words", () => {
  it.each(Object.keys(moments))("have a sentence and a label in both languages: %s", (what) => {
    const { options, question } = moment(what);
    for (const lang of ["en", "it"] as const) {
      settings.lang = lang;
      for (const option of options) {
        for (const said of [tell(option, question, names), label(option, question, names)]) {
          expect(said).not.toBe("");
          expect(said, JSON.stringify(option)).not.toMatch(/[{}]|undefined/);
          expect(said).not.toBe(option.do);
        }
      }
    }
  });
  it("are told apart where they lead to different places", () => {
    settings.lang = "en";
    const { options, question } = moment("declare");
    expect(new Set(options.map((option) => tell(option, question, names))).size).toBe(options.length);
  });
  it("name what a shot and a march are", () => {
    settings.lang = "it";
    expect(tell({ do: "fire", units: ["G"], hex: "3011", at: "infantry" }, null, names)).toBe("G fa fuoco su 3011 (fanteria)");
    expect(tell({ do: "move", units: ["A"], path: ["3010", "3110"], march: true }, null, names)).toBe("A → 3110, in Movimento di Marcia");
    expect(tell({ do: "move", units: ["G"], path: [], march: true }, null, names)).toBe("G: Attacca al traino");
    expect(tell({ do: "declare", type: "charge", hex: "3210", target: "3211" }, null, names)).toBe("Carica da 3210 a 3211");
  });
  it("know every mark of status", () => {
    for (const status of ["shaken", "disordered", "disorganised"]) expect(has(`status.${status}.letter`)).toBe(true);
  });
});

describe("a stack", () => {
  it("has its largest unit on top, and a commander over it", () => {
    const unit = (id: string, type: ToldUnit["type"], sv: number) => counterOf(null, { id, type, sv, side: "italy", hex: "3010" });
    const order = stacked([unit("com", "commander", 0), unit("line", "line", 3), unit("guns", "artillery", 1)]).get("3010")!;
    expect(order.map(({ id }) => id)).toEqual(["guns", "line", "com"]);
  });
});
