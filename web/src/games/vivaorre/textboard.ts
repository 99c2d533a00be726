/** The board in words: units by clock and distance, moves as one would call them across the table. */

import { apart, centre, hour, measures } from "../../boards/table/geometry";
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
const SIDES_SAID: Record<string, "left" | "right"> = { left: "left", sinistra: "left", right: "right", destra: "right" };
const FORMED: Record<string, string> = {
  line: "line", linea: "line", column: "assault", colonna: "assault", assault: "assault", assalto: "assault", march: "march", marcia: "march", square: "square", quadrato: "square", skirmish: "skirmish", sparso: "skirmish", mass: "mass", massa: "mass", battery: "battery", batteria: "battery", limber: "limbered", traino: "limbered",
};
const inchesOf = (text: string | undefined): number => Math.round(Number((text ?? "").replace(",", ".")) * 1000);

/** One manoeuvre as it is typed; null where it cannot be read. */
export function read(text: string): Manoeuvre | null {
  const [verb = "", a = "", b = "", c = ""] = text.trim().toLowerCase().split(/\s+/);
  const formation = FORMED[verb];
  if (formation) return { go: "form", formation: formation as "line", ...(a && Number(a) > 1 && { ranks: Number(a) }) };
  const side = SIDES_SAID[a];
  switch (verb) {
    case "advance":
    case "avanza":
      return inchesOf(a) > 0 ? { go: "advance", by: inchesOf(a) } : null;
    case "back":
    case "indietro":
      return inchesOf(a) > 0 ? { go: "back", by: inchesOf(a) } : null;
    case "wheel":
    case "ruota":
      return side && Number(b) > 0 ? { go: "wheel", side, angle: Math.round(Number(b) * 100) } : null;
    case "oblique":
    case "obliquo":
      return side && Number(b) > 0 && inchesOf(c) > 0 ? { go: "oblique", side, angle: Math.round(Number(b) * 100), by: inchesOf(c) } : null;
    case "aside":
    case "fianco":
      return side && inchesOf(b) > 0 ? { go: "sideways", side, by: inchesOf(b) } : null;
    case "about":
    case "dietrofront":
      return { go: "about" };
    case "turn":
    case "gira":
      return side ? { go: "turn", side } : null;
    case "to":
    case "a":
      return a && b ? { go: "to", at: [inchesOf(a), inchesOf(b)] } : null;
    default:
      return null;
  }
}

/** A whole path, manoeuvres apart by commas; what cannot be read is given back. */
export function readPath(text: string): Manoeuvre[] | string {
  const path: Manoeuvre[] = [];
  for (const part of text.split(/[,;](?!\d)/).map((one) => one.trim()).filter(Boolean)) {
    const step = read(part);
    if (!step) return part;
    path.push(step);
  }
  return path;
}

const found = (play: VivaPlay, word: string): Counter | undefined => {
  const wanted = word.trim().toLowerCase();
  const all = [...play.pieces.values()];
  return all.find((one) => one.id.toLowerCase() === wanted || one.name.toLowerCase() === wanted) ?? (wanted ? all.find((one) => one.name.toLowerCase().includes(wanted)) : undefined);
};

/** Others round a unit, the nearest first, as its men see them. */
export function around(piece: Counter, play: VivaPlay, most = 12): string[] {
  const here = centre(piece.pose);
  return [...play.pieces.values()]
    .filter((one) => one.id !== piece.id)
    .map((one) => ({ one, far: apart(here, centre(one.pose)) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ one, far }) =>
      t("text.at", {
        name: one.name,
        kind: one.kind === "unit" ? `${seatName(play.s.table?.game, one.unit.side)}, ${kindOf(one.unit)}, ${t("unit.in", { formation: tt("formation", one.unit.formation), n: one.unit.figures })}` : t(`rank.${one.general.rank}`),
        distance: `${measures(far, 1)}″`,
        hour: hour(here, piece.pose[2], centre(one.pose)),
        marks: one.kind === "unit" && marks(one.unit).length ? `, ${marks(one.unit).join(", ")}` : "",
      }),
    );
}

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
      return { lines: [describe(piece, play), t("text.where", { name: piece.name, x: measures(piece.pose[0], 1), y: measures(piece.pose[1], 1), angle: Math.round(piece.pose[2] / 100) })] };
    }
    case "near": {
      const piece = found(play, rest);
      const lines = piece ? around(piece, play) : [];
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
      return { lines: [`${t("turn.n", { turn: view.turn })}, ${tt("phase", view.phase)}`, ...SIDES.map((side) => `${seatName(play.s.table?.game, side)}: ${view.score[side] ?? 0} ${t("status.points")}, ${t("status.units", { n: view.units.filter((unit) => unit.side === side).length })}`), ...(play.s.question ? [said(play.s.question.text)] : [])] };
    case "move": {
      const [name = "", way = ""] = rest.split(":", 2);
      const piece = found(play, name);
      if (!piece) return none(name);
      if (!play.movers.includes(piece.id)) return { lines: [t("text.notyours", { unit: piece.name })] };
      const path = readPath(way);
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
      const words = rest.split(/\s+/);
      for (let i = 1; i < words.length; i += 1) {
        const [a, b] = [found(play, words.slice(0, i).join(" ")), found(play, words.slice(i).join(" "))];
        if (a && b) return { lines: [await play.taped(a.id, b.id)] };
      }
      return none(rest);
    }
    default:
      return runPlain(input, play, t("text.help"));
  }
}
