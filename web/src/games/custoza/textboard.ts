/** The board in words: a small command line for screen readers and for those who like it. */

import type { Reply } from "../../boards/hex/text";
import { said } from "../../lib/settings.svelte";
import { run as runPlain } from "../../plain/text";
import { seatName } from "../cards";
import { formationName, inCommand, timetable } from "./pieces";
import type { CustozaPlay } from "./play.svelte";
import type { Formation, Unit } from "./types";
import { t, tt } from "./campaign/words";

const COMMANDS: Record<string, string> = {
  hex: "hex", esagono: "hex", h: "hex",
  around: "around", intorno: "around", a: "around",
  units: "units", "unità": "units", unita: "units",
  formations: "formations", formazioni: "formations",
  markers: "markers", segnalini: "markers",
  can: "can", "può": "can", puo: "can",
  status: "status", stato: "status",
  go: "go", vai: "go",
  objectives: "objectives", obiettivi: "objectives",
  reinforcements: "reinforcements", rinforzi: "reinforcements",
  lines: "lines", linee: "lines",
};

export async function run(input: string, play: CustozaPlay): Promise<Reply> {
  const [verb = "", argument = ""] = input.trim().split(/\s+/, 2);
  const rest = input.trim().slice(verb.length).trim().toLowerCase();
  const { grid, view } = play;
  if (!grid || !view) return { lines: [] };
  const noHex = () => ({ lines: [t("text.nohex", { hex: argument || "?" })] });
  switch (COMMANDS[verb.toLowerCase()]) {
    case "hex":
      return grid.has(argument) ? { lines: [hexLine(argument, play)] } : noHex();
    case "around":
      return grid.has(argument) ? { lines: [argument, ...grid.neighbours(argument)].map((hex) => hexLine(hex, play)) } : noHex();
    case "go":
      return grid.has(argument) ? { lines: [hexLine(argument, play)], go: argument } : noHex();
    case "units": {
      const shown = [...play.pieces.values()].filter((unit) => !rest || play.describe(unit).toLowerCase().includes(rest));
      return { lines: shown.length ? shown.map((unit) => play.describe(unit)) : [t("text.nounit", { unit: rest })] };
    }
    case "formations":
      return { lines: view.formations.map((one) => formationLine(one, play)) };
    case "markers":
      return { lines: play.markers.length ? play.markers.map((marker) => t("text.marker", { ...marker, type: t(`way.${marker.type}`), spent: marker.spent ? t("text.spent") : "" })) : [t("text.nomarkers")] };
    case "objectives":
      return { lines: [...(await strategic(play)), ...view.formations.filter((one) => one.side === play.s.seat).map((one) => t("text.objective", { name: formationName(play.field, one), state: t(`state.${one.state}`), place: one.objective ? play.names.place(one.objective) : "–" }))] };
    case "reinforcements": {
      const coming = timetable(view);
      return { lines: coming.length ? coming.map((group) => t("text.due", { day: group.day, gt: group.gt, name: play.groupName(group), place: play.names.place(group.entry) })) : [t("timetable.none")] };
    }
    case "lines": {
      const found = await play.lookout.traced();
      return { lines: found.length ? found.map(({ formation, line }) => t(line.length ? "text.line" : "text.noline", { name: play.names.formation(formation), hexes: line.join(" → ") })) : [t("layer.lines.none")] };
    }
    case "can": {
      const unit = [...play.pieces.values()].find((one) => one.id.toLowerCase() === rest || one.name.toLowerCase() === rest);
      return { lines: unit ? can(unit, play) : [t("text.nounit", { unit: rest || "?" })] };
    }
    case "status": {
      const lines = [t("text.turn", { day: view.day, gt: view.gt, last: view.last.gt, light: t(`light.${view.light}`), phase: tt("phase", view.phase) })];
      for (const side of ["italy", "austria"] as const) {
        const held = (view.victory?.hexes ?? []).filter((hex) => view.control[side].includes(hex));
        if (view.victory?.hexes?.length) lines.push(`${seatName(play.s.table, side)}: ${held.length} ${t("status.hexes")} (${held.join(", ")})`);
      }
      if (play.s.question) lines.push(said(play.s.question.text));
      return { lines };
    }
    default:
      return grid.has(verb) ? { lines: [hexLine(verb, play)] } : runPlain(input, play, t("text.help"));
  }
}

/** The own Strategic Objective, and what is still missing. */
async function strategic(play: CustozaPlay): Promise<string[]> {
  const chosen = (await play.lookout.objectives()).find((one) => one.chosen);
  return chosen ? [`${t("strategy.title")}: ${play.names.strategic(chosen.number)}, ${t(chosen.met ? "condition.met" : "condition.open")}`] : [];
}

function hexLine(hex: string, play: CustozaPlay): string {
  const stack = play.stacks.get(hex) ?? [];
  return `${hex}: ${play.terrain(hex)}; ${stack.length ? stack.map((unit) => play.describe(unit)).join("; ") : t("text.empty")}.`;
}

function formationLine(one: Formation, play: CustozaPlay): string {
  const { n, out } = inCommand(play.view, one);
  return [
    `${formationName(play.field, one)} (${seatName(play.s.table, one.side)}): ${t(`state.${one.state}`)}`,
    t(play.view?.active?.formation === one.id ? "status.acting" : `status.${one.this_turn ?? "waiting"}`),
    `${t("forces.command")} ${one.command}`, `${t("forces.attempts")} ${one.attempts}`, `${t("forces.morale")} ${one.morale}`, `${t("forces.losses")} ${one.losses}/${one.collapse}`,
    t("forces.in", { n }), ...(out ? [t("forces.out", { n: out })] : []),
  ].join(", ");
}

/** What a unit with its Force may do now, by kind of answer. */
function can(unit: Unit, play: CustozaPlay): string[] {
  const byDo = new Map<string, Set<string>>();
  for (const [hex, aims] of play.aims.get(unit.id) ?? []) for (const { answer } of aims) byDo.set(answer.do, (byDo.get(answer.do) ?? new Set()).add(hex));
  const lines = [...byDo].map(([what, hexes]) => t("text.can.hexes", { unit: unit.name, what: tt("way", what), hexes: [...hexes].sort().join(", ") }));
  lines.push(...(play.choices.deeds.get(unit.id) ?? []).map((answer) => play.tell(answer)));
  return lines.length ? lines : [t("text.can.nothing", { unit: unit.name })];
}
