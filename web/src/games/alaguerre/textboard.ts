/** The board in words: units by clock and distance, moves and attacks as one would call them across the table. */

import { around, found, foundPair, readPath, readStep, whereTold } from "../../boards/table/spoken";
import { said } from "../../lib/settings.svelte";
import { run as runPlain } from "../../plain/text";
import type { Told } from "../client";
import type { GuerrePlay } from "./play.svelte";
import { describe, ghostTold, kindOf, levelOf, marks, rankOf } from "./saying";
import { SIDES, type Counter, type Manoeuvre } from "./types";
import { t, tt } from "./words";

const COMMANDS: Record<string, string> = {
  units: "units", "unità": "units", unita: "units", unit: "unit",
  near: "near", vicini: "near",
  can: "can", "può": "can", puo: "can",
  command: "command", comando: "command",
  status: "status", stato: "status",
  move: "move", muovi: "move",
  charge: "charge", carica: "charge",
  approach: "approach", avvicina: "approach",
  fire: "fire", tira: "fire",
  orders: "orders", ordini: "orders",
  give: "give", dai: "give",
  measure: "measure", misura: "measure",
};
const FORMED: Record<string, string> = {
  line: "line", linea: "line", column: "column", colonna: "column", square: "square", quadrato: "square", open: "skirmish", aperto: "skirmish", battery: "battery", batteria: "battery", limber: "limbered", avantreno: "limbered",
};

/** One manoeuvre as it is typed; null where it cannot be read. */
export function read(text: string, pieceNamed: (word: string) => string | undefined = () => undefined): Manoeuvre | null {
  const [verb = "", ...rest] = text.trim().toLowerCase().split(/\s+/);
  const formation = FORMED[verb];
  if (formation) return { go: "form", formation: formation as "line" };
  if (verb === "enter" || verb === "entra") {
    const piece = pieceNamed(rest.join(" "));
    return piece ? { go: "enter", piece } : null;
  }
  const step = readStep(text);
  return step?.go === "to" ? { go: "to", at: step.at } : step;
}

/** Orders as they are typed: names with a die each; what cannot be read is given back. */
export function readOrders(text: string, named: (word: string) => string | undefined): Record<string, number> | string {
  const assign: Record<string, number> = {};
  for (const part of text.split(",").map((one) => one.trim()).filter(Boolean)) {
    const [, name = "", die = ""] = /^(.*?)\s+([1-6])$/.exec(part) ?? [];
    const general = named(name);
    if (!general) return part;
    assign[general] = Number(die);
  }
  return assign;
}

const kind = (play: GuerrePlay) => (one: Counter) => (one.kind === "base" ? `${play.seatTold(one.base.side)}, ${kindOf(one.base)}, ${tt("formation", play.formationOf(one.id)?.kind ?? one.base.formation)}` : rankOf(one.general));

export async function run(input: string, play: GuerrePlay): Promise<Told> {
  const [verb = ""] = input.trim().split(/\s+/, 1);
  const rest = input.trim().slice(verb.length).trim();
  const none = (unit: string) => ({ lines: [t("text.nounit", { unit: unit || "?" })] });
  const { view } = play;
  if (!view) return { lines: [] };
  const command = COMMANDS[verb.toLowerCase()];
  switch (command) {
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
      const lines = piece ? around(piece, play, kind(play), (one) => (one.kind === "base" ? marks(one.base, play) : []), " um") : [];
      return piece ? { lines: lines.length ? lines : [t("text.nothing")] } : none(rest);
    }
    case "can": {
      const piece = found(play, rest);
      if (!piece) return none(rest);
      const lines = play.options.filter((one) => "unit" in one && one.unit && play.unitOf(one.unit) === play.unitOf(piece.id)).map((one) => play.tell(one));
      return { lines: lines.length ? lines : [play.mayMove(piece.id) || play.actors.includes(piece.id) ? describe(piece, play) : t("text.notyours", { unit: piece.name })] };
    }
    case "command":
      return { lines: view.generals.map((general) => [`${general.name}: ${rankOf(general)}`, levelOf(general), ...(general.division && view.orders[general.division] ? [t("general.order", { n: view.orders[general.division]! })] : []), view.bases.filter((base) => base.division === general.division).map((base) => base.name).join(", ")].filter(Boolean).join("; ")) };
    case "status": {
      const cohesion = (side: string) => (view.cohesion?.[side] === undefined ? t("status.cohesion.hidden") : `${t("status.cohesion")} ${view.cohesion[side]}`);
      return { lines: [`${t("turn.of", { turn: view.turn, last: view.last_turn })}, ${t("status.impulse", { n: view.impulse })}, ${tt("phase", view.phase)}`, ...SIDES.map((side) => `${play.seatTold(side)}: ${cohesion(side)}, ${t("status.bases", { n: view.bases.filter((base) => base.side === side && base.at).length })}`), ...(play.s.question ? [said(play.s.question.text)] : [])] };
    }
    case "move": {
      const [name = "", way = ""] = rest.split(":", 2);
      const piece = found(play, name);
      if (!piece) return none(name);
      if (!play.mayMove(piece.id)) return { lines: [t("text.notyours", { unit: piece.name })] };
      const ground = (word: string) => view.table.terrain.find(({ id, name: called }) => id.toLowerCase() === word || said(called ?? "").toLowerCase() === word)?.id;
      const path = readPath(way, (part) => read(part, ground));
      if (typeof path === "string") return { lines: [t("text.notread", { what: path })] };
      play.select(piece.id);
      const ghost = await play.moving.tried(path);
      return { lines: [ghost ? ghostTold(ghost, play) : t("text.nomove"), ...(ghost?.answer ? [t("text.shown")] : [])] };
    }
    case "charge":
    case "approach":
    case "fire": {
      const pair = foundPair(play, rest);
      if (!pair) return { lines: [t("text.noattack", { verb })] };
      const answer = { do: command, unit: pair[0].id, target: pair[1].id };
      const refusal = await play.s.why(answer);
      if (refusal) return { lines: [said(refusal.text)] };
      await play.s.answer(answer);
      return { lines: [t("text.given")] };
    }
    case "orders": {
      const assign = readOrders(rest, (word) => (word ? view.generals.find(({ id, name }) => id === word || said(name).toLowerCase().includes(word.toLowerCase()))?.id : undefined));
      if (typeof assign === "string" || !play.ordering.on) return { lines: [t("text.orders", { dice: play.ordering.dice.join(", ") || "–" })] };
      const answer = { do: "orders", assign };
      const refusal = await play.s.why(answer);
      if (refusal) return { lines: [said(refusal.text)] };
      await play.s.answer(answer);
      return { lines: [t("text.given")] };
    }
    case "give": {
      if (!play.moving.ready && !play.attacking.on && !play.firing.shown) return { lines: [t("text.nomove")] };
      await play.confirm();
      return { lines: [t("text.given")] };
    }
    case "measure": {
      const pair = foundPair(play, rest);
      return pair ? { lines: [await play.taped(pair[0].id, pair[1].id)] } : none(rest);
    }
    default:
      return runPlain(input, play, t("text.help"));
  }
}
