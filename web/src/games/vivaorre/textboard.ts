/** The board in words: units by clock and distance, moves as one would call them across the table. */

import { around, found, foundPair, HANDS, readPath, readStep, whereTold } from "../../boards/table/spoken";
import { said } from "../../lib/settings.svelte";
import { run as runPlain } from "../../plain/text";
import type { Told } from "../client";
import { seatName } from "../cards";
import type { VivaPlay } from "./play.svelte";
import { describe, ghostTold, kindOf, marks } from "./saying";
import { SIDES, type Counter, type Manoeuvre } from "./types";
import { t, tt } from "./words";

const COMMANDS: Record<string, string> = {
  units: "units", "unità": "units", unita: "units", unit: "unit",
  near: "near", vicini: "near",
  can: "can", "può": "can", puo: "can",
  command: "command", comando: "command",
  fire: "fire", fuoco: "fire",
  status: "status", stato: "status",
  move: "move", muovi: "move",
  give: "give", dai: "give",
  measure: "measure", misura: "measure",
};
const FORMED: Record<string, string> = {
  line: "line", linea: "line", column: "assault", colonna: "assault", assault: "assault", assalto: "assault", march: "march", marcia: "march", square: "square", quadrato: "square", skirmish: "skirmish", sparso: "skirmish", mass: "mass", massa: "mass", battery: "battery", batteria: "battery", limber: "limbered", traino: "limbered",
};

/** One manoeuvre as it is typed; null where it cannot be read. */
export function read(text: string): Manoeuvre | null {
  const [verb = "", a = ""] = text.trim().toLowerCase().split(/\s+/);
  const formation = FORMED[verb];
  if (formation) return { go: "form", formation: formation as "line", ...(a && Number(a) > 1 && { ranks: Number(a) }) };
  const side = HANDS[a];
  if (verb === "turn" || verb === "gira") return side ? { go: "turn", side } : null;
  return readStep(text);
}

const kind = (play: VivaPlay) => (one: Counter) => (one.kind === "unit" ? `${seatName(play.s.table, one.unit.side)}, ${kindOf(one.unit)}, ${t("unit.in", { formation: tt("formation", one.unit.formation), n: one.unit.figures })}` : t(`rank.${one.general.rank}`));
const marked = (one: Counter) => (one.kind === "unit" ? marks(one.unit) : []);

export async function run(input: string, play: VivaPlay): Promise<Told> {
  const [verb = ""] = input.trim().split(/\s+/, 1);
  const rest = input.trim().slice(verb.length).trim();
  const none = (unit: string) => ({ lines: [t("text.nounit", { unit: unit || "?" })] });
  const { view } = play;
  if (!view) return { lines: [] };
  switch (COMMANDS[verb.toLowerCase()]) {
    case "units": {
      const shown = [...play.pieces.values()].filter((one) => !rest || describe(one, play).toLowerCase().includes(rest.toLowerCase()));
      return shown.length ? { lines: shown.map((one) => describe(one, play)) } : none(rest);
    }
    case "unit": {
      const piece = found(play, rest);
      if (!piece) return none(rest);
      play.select(piece.id);
      return { lines: [describe(piece, play), whereTold(piece)] };
    }
    case "near": {
      const piece = found(play, rest);
      const lines = piece ? around(piece, play, kind(play), marked, "″") : [];
      return piece ? { lines: lines.length ? lines : [t("text.nothing")] } : none(rest);
    }
    case "can": {
      const piece = found(play, rest);
      if (!piece) return none(rest);
      const lines = play.options.filter((one) => "unit" in one && one.unit === piece.id).map((one) => play.tell(one));
      return { lines: lines.length ? lines : [play.actors.includes(piece.id) ? describe(piece, play) : t("text.notyours", { unit: piece.name })] };
    }
    case "command":
      return { lines: view.generals.map((general) => `${said(general.name)}: ${t(`rank.${general.rank}`)}, ${view.units.filter((unit) => unit.brigade === general.brigade && unit.side === general.side).map((unit) => `${said(unit.name)}${unit.out ? ` (${t("mark.out")})` : ""}`).join(", ")}`) };
    case "fire":
      return { lines: [...play.firing.plan.values()].flatMap((shot) => (shot ? [t("text.shots", { unit: play.name(shot.unit), target: shot.target ? play.name(shot.target) : "?", dice: play.firing.aims.get(`${shot.unit}:${shot.side ?? ""}`)?.count ?? "?", need: play.firing.aims.get(`${shot.unit}:${shot.side ?? ""}`)?.need ?? "?" })] : [])) };
    case "status":
      return { lines: [`${t("turn.n", { turn: view.turn })}, ${tt("phase", view.phase)}`, ...SIDES.map((side) => `${seatName(play.s.table, side)}: ${view.score[side] ?? 0} ${t("status.points")}, ${t("status.units", { n: view.units.filter((unit) => unit.side === side).length })}`), ...(play.s.question ? [said(play.s.question.text)] : [])] };
    case "move": {
      const [name = "", way = ""] = rest.split(":", 2);
      const piece = found(play, name);
      if (!piece) return none(name);
      if (!play.movers.includes(piece.id)) return { lines: [t("text.notyours", { unit: piece.name })] };
      const path = readPath(way, read);
      if (typeof path === "string") return { lines: [t("text.notread", { what: path })] };
      play.select(piece.id);
      const ghost = await play.moving.tried(path);
      return { lines: [ghost ? ghostTold(ghost, play) : t("text.nomove"), ...(ghost?.answer ? [t("text.shown")] : [])] };
    }
    case "give": {
      if (!play.moving.ready) return { lines: [t("text.nomove")] };
      await play.moving.commit();
      return { lines: [t("text.given")] };
    }
    case "measure": {
      const pair = foundPair(play, rest);
      if (pair) return { lines: [await play.taped(pair[0].id, pair[1].id)] };
      return none(rest);
    }
    default:
      return runPlain(input, play, t("text.help"));
  }
}
