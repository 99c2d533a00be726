/** The board in words: a small command line for screen readers and for those who like it. */

import type { HexGrid } from "../../boards/hex/hex";
import type { Reply } from "../../boards/hex/text";
import { said } from "../../lib/settings.svelte";
import type { GameEvent } from "../../lib/types";
import { seatName } from "../cards";
import type { Choices } from "./options";
import type { CamposantoPlay } from "./play.svelte";
import type { SideName, Unit, View, Wing } from "./types";
import { t, type Key } from "./words";

export interface Reader {
  grid: HexGrid;
  view: View;
  units: ReadonlyMap<string, Unit>;
  stacks: ReadonlyMap<string, readonly Unit[]>;
  choices: Choices;
  events: readonly GameEvent[];
  question: string | null;
  t: (key: Key, fields?: Record<string, string | number>) => string;
  side: (side: string) => string;
  describe: (unit: Unit) => string;
  terrain: (hex: string) => string;
  text: (event: GameEvent) => string;
  /** what the engine says of the enemies that stand against a hex, in words */
  threats: (hex: string, side?: string) => Promise<string>;
  /** the verdict on a line of fire from a unit or hex, in words */
  line: (from: string, to: string) => Promise<string>;
}

/** The board of a table, to be read. */
export function readerOf(play: CamposantoPlay): Reader | null {
  const { s, grid, view, lookout } = play;
  if (!grid || !view) return null;
  return {
    grid,
    view,
    units: play.pieces,
    stacks: play.stacks,
    choices: play.choices,
    events: s.events,
    question: s.question ? said(s.question.text) : null,
    t,
    side: (side) => seatName(s.table, side),
    describe: (unit) => play.describe(unit),
    terrain: (hex) => play.terrain(hex),
    text: (e) => said(e.text),
    threats: async (hex, side) => {
      const found = await lookout.askThreats(hex, side);
      return found ? lookout.tellThreats(found) : t("text.unknown", { what: hex });
    },
    line: async (from, to) => {
      const found = await lookout.look(from, to);
      return found ? lookout.tellSight(found) : t("text.nohex", { hex: to });
    },
  };
}

const COMMANDS: Record<string, string> = {
  hex: "hex", esagono: "hex", h: "hex",
  around: "around", intorno: "around", a: "around",
  units: "units", "unità": "units", unita: "units",
  can: "can", "può": "can", puo: "can",
  threats: "threats", minacce: "threats",
  line: "line", linea: "line", tiro: "line",
  events: "events", eventi: "events",
  status: "status", stato: "status",
  go: "go", vai: "go",
  help: "help", aiuto: "help", "?": "help",
};

export async function run(input: string, r: Reader): Promise<Reply> {
  const [verb = "", argument = "", second = ""] = input.trim().split(/\s+/, 3);
  const command = COMMANDS[verb.toLowerCase()];
  const noHex = () => ({ lines: [r.t("text.nohex", { hex: argument || "?" })] });
  const find = () => [...r.units.values()].find((u) => u.id.toLowerCase() === argument.toLowerCase() || u.name.toLowerCase() === input.trim().slice(verb.length).trim().toLowerCase());
  switch (command) {
    case "hex":
      return r.grid.has(argument) ? { lines: [hexLine(argument, r)] } : noHex();
    case "around":
      if (!r.grid.has(argument)) return noHex();
      return { lines: [argument, ...r.grid.neighbours(argument)].map((hex) => hexLine(hex, r)) };
    case "go":
      return r.grid.has(argument) ? { lines: [hexLine(argument, r)], go: argument } : noHex();
    case "units": {
      const wanted = argument.toLowerCase();
      const shown = r.view.units.filter((u) => !wanted || u.wing === wanted || u.side === wanted || r.t(`wing.${u.wing}`).toLowerCase().includes(wanted));
      return { lines: shown.map((u) => r.describe(u)) };
    }
    case "can": {
      const unit = find();
      return { lines: unit ? can(unit, r) : [r.t("text.nounit", { unit: argument || "?" })] };
    }
    case "threats": {
      const unit = find();
      const hex = unit?.hex ?? argument;
      if (!r.grid.has(hex)) return { lines: [r.t("text.nounit", { unit: argument || "?" })] };
      return { lines: [await r.threats(hex, unit?.side)] };
    }
    case "line": {
      const from = [...r.units.keys()].find((id) => id.toLowerCase() === argument.toLowerCase()) ?? argument;
      if (!r.units.has(from) && !r.grid.has(from)) return noHex();
      if (!r.grid.has(second)) return { lines: [r.t("text.nohex", { hex: second || "?" })] };
      return { lines: [await r.line(from, second)] };
    }
    case "events":
      return { lines: r.events.slice(-(Number(argument) || 5)).map((e) => `${r.text(e)}${e.rule ? ` [${e.rule}]` : ""}`) };
    case "status": {
      const lines = [`${r.t(`turn.${r.view.turn}`)}, ${r.t("phase", { n: r.view.phase })}`];
      for (const side of Object.keys(r.view.vp) as SideName[]) lines.push(`${r.side(side)}: ${r.view.vp[side]} ${r.t("status.vp.short")}`);
      for (const key of r.view.order) {
        const [side, wing] = key.split(".") as [SideName, Wing];
        const state = r.view.states[side]?.[wing];
        lines.push(r.t("text.wing", { side: r.side(side), wing: r.t(`wing.${wing}`), state: state ? r.t(`state.${state}`) : r.t("state.none") }));
      }
      if (r.question) lines.push(r.question);
      return { lines };
    }
    case "help":
      return { lines: [r.t("text.help")] };
    default:
      return r.grid.has(verb) ? { lines: [hexLine(verb, r)] } : { lines: [r.t("text.unknown", { what: input.trim() })] };
  }
}

function hexLine(hex: string, r: Reader): string {
  const stack = r.stacks.get(hex) ?? [];
  return `${hex}: ${r.terrain(hex)}; ${stack.length ? stack.map((u) => r.describe(u)).join("; ") : r.t("text.empty")}.`;
}

function can(unit: Unit, r: Reader): string[] {
  const name = `${unit.id} ${unit.name}`;
  const lines: string[] = [];
  const byDo = new Map<string, string[]>();
  for (const [hex, aims] of r.choices.aims.get(unit.id) ?? []) {
    const what = aims[0]?.answer.do ?? "";
    byDo.set(what, [...(byDo.get(what) ?? []), hex]);
  }
  for (const [what, hexes] of byDo) {
    const key = what === "move" || what === "fire" ? what : "other";
    lines.push(r.t(`text.can.${key}`, { unit: name, hexes: hexes.sort().join(", ") }));
  }
  if (r.choices.turns.has(unit.id)) lines.push(r.t("text.can.turn", { unit: name }));
  const facings = r.choices.facings.get(unit.id);
  if (facings) lines.push(r.t("text.can.face", { unit: name, facings: [...facings.keys()].map((f) => r.t(`facing.${f}`)).join(", ") }));
  const assaults = r.choices.assaults.get(unit.id)?.filter((a) => a.targets.length);
  if (assaults?.length) lines.push(r.t("text.can.assault", { unit: name, targets: assaults.map((a) => a.targets.join(" + ")).join("; ") }));
  return lines.length ? lines : [r.t("text.can.nothing", { unit: name })];
}
