import "../../../src/lib/words/later";
import { describe, expect, it } from "vitest";
import { HexGrid } from "../../../src/boards/hex/hex";
import { sort } from "../../../src/games/camposanto/options";
import { run, type Reader } from "../../../src/games/camposanto/textboard";
import type { Answer, Unit, View } from "../../../src/games/camposanto/types";
import { t } from "../../../src/games/camposanto/words";
import { settings } from "../../../src/lib/settings.svelte";
import type { Lang, Question } from "../../../src/lib/types";
import questions from "./questions.json";

const moment = questions.move as unknown as { view: View; options: Answer[]; question: Question };
const units = new Map<string, Unit>(moment.view.units.map((u) => [u.id, u]));
const stacks = new Map<string, Unit[]>();
for (const u of units.values()) stacks.set(u.hex, [...(stacks.get(u.hex) ?? []), u]);

const reader = (lang: Lang): Reader => ({
  grid: new HexGrid({ cols: 27, rows: 20, layout: "pointy", shifted: "even" }),
  view: moment.view,
  units,
  stacks,
  choices: sort(moment.options, moment.question, units),
  events: [],
  question: moment.question.text[lang],
  t: (key, fields) => {
    settings.lang = lang;
    return t(key, fields);
  },
  side: (side) => side,
  describe: (u) => `${u.id} ${u.name}`,
  terrain: () => "plain",
  text: (e) => e.text[lang],
  threats: async (hex, side) => `${hex} ${side ?? ""}`,
  line: async (from, to) => `${from} ${to}`,
});

describe("the board in words", () => {
  const en = reader("en");
  const unit = [...units.values()].find((u) => en.choices.aims.has(u.id))!;
  it("says what stands in a hex", async () => {
    expect((await run(`hex ${unit.hex}`, en)).lines[0]).toContain(unit.name);
    expect((await run(unit.hex, en)).lines[0]).toContain(unit.name);
    expect((await run("hex 9999", en)).lines[0]).toContain("9999");
  });
  it("goes round a hex", async () => expect((await run("around 1214", en)).lines).toHaveLength(7));
  it("lists what a unit can do, as the options say", async () => {
    const line = (await run(`can ${unit.id.toLowerCase()}`, en)).lines.join(" ");
    for (const hex of en.choices.aims.get(unit.id)!.keys()) expect(line).toContain(hex);
  });
  it("asks the engine about threats and lines of fire", async () => {
    expect((await run(`threats ${unit.id}`, en)).lines[0]).toBe(`${unit.hex} ${unit.side}`);
    expect((await run(`line ${unit.id.toLowerCase()} 1214`, en)).lines[0]).toBe(`${unit.id} 1214`);
    expect((await run("line 1212 9999", en)).lines[0]).toContain("9999");
  });
  it("moves the cursor", async () => expect((await run("go 1214", en)).go).toBe("1214"));
  it("understands Italian and answers in it", async () => {
    const it_ = reader("it");
    expect((await run("esagono 1214", it_)).lines[0]).toMatch(/^1214/);
    expect((await run("stato", it_)).lines.at(-1)).toBe(moment.question.text.it);
    expect((await run("boh", it_)).lines[0]).toContain("Non conosco");
  });
});
