/** Bases, manoeuvres and answers in words: what buttons, labels, the log and the text board share. */

import { measures } from "../../boards/table/geometry";
import { degrees, stepTold } from "../../boards/table/spoken";
import { said } from "../../lib/settings.svelte";
import type { GuerrePlay } from "./play.svelte";
import type { Answer, Base, Counter, General, Ghost, Manoeuvre } from "./types";
import { t, tt } from "./words";

/** A length in the measure of the rules. */
export const um = (length: number): string => `${measures(length)} um`;

/** The numbers of a line of characteristics, as the lists print it. */
export function values(base: Base): { morale: string; fire: string; melee: string; armour: boolean } {
  const line = base.mounted && base.mounted_stats ? base.mounted_stats : base.stats;
  const [numbers = "", armour = "-"] = line.split(" ");
  const [morale = "-", fire = "-", melee = "-"] = numbers.split("/");
  return { morale, fire, melee, armour: armour === "a" };
}
export const valuesTold = (base: Base): string => {
  const { armour, ...numbers } = values(base);
  return t("base.values", { ...numbers, armour: armour ? t("base.armour") : "" });
};

/** What a base is: its troops and what they carry. */
export function kindOf(base: Base): string {
  const type = base.mounted ? `${tt("type", base.type)}, ${t("base.mounted")}` : tt("type", base.type);
  const weapon = values(base).fire === "-" || base.weapon === "none" || base.weapon.endsWith("Art") || base.weapon === "MdHow" ? "" : tt("weapon", base.weapon);
  return [type, weapon, ...base.notes.map((note) => tt("note", note))].filter(Boolean).join(", ");
}
/** Points of strength that are left, of four. */
export const strengthOf = (base: Pick<Base, "strength" | "losses">): number => Math.max(0, base.strength - base.losses);
export const lossesTold = (base: Base): string => {
  const n = 4 - strengthOf(base);
  return n ? t("base.losses", { n }) : t("base.whole");
};

/** What has become of a base, and what it has done. */
export function marks(base: Base, play: GuerrePlay): string[] {
  const occupied = typeof base.occupies === "string" ? base.occupies : base.occupies?.piece;
  return [
    ...(base.state === "ordered" ? [] : [t(`state.${base.state}`)]),
    ...(base.fight ? [t("mark.melee")] : []),
    ...(base.engaged ? [t("mark.engaged", { unit: play.name(base.engaged) })] : []),
    ...(base.tactical ? [t("mark.tactical")] : []),
    ...(base.moved ? [t("mark.moved")] : base.acted ? [t("mark.acted")] : []),
    ...(base.fired ? [t("mark.fired")] : []),
    ...(occupied ? [t("mark.occupies", { piece: play.name(occupied) })] : base.inside ? [t("mark.inside", { piece: play.name(base.inside) })] : []),
  ];
}

export const rankOf = (general: General): string => t(general.cic ? "general.cic" : "general.division");
export const levelOf = (general: General): string => t("general.level", { level: general.level > 0 ? `+${general.level}` : general.level, radius: um(general.radius) });

export function describe(piece: Counter, play: GuerrePlay): string {
  if (piece.kind === "general") {
    const { general } = piece;
    const order = general.division ? play.view?.orders[general.division] : undefined;
    return [piece.name, rankOf(general), levelOf(general), general.state === "wounded" ? t("general.wounded") : "", order ? t("general.order", { n: order }) : ""].filter(Boolean).join(", ");
  }
  const { base } = piece;
  const unit = play.formationOf(base.id);
  const formed = unit ? t("unit.kind", { kind: tt("formation", unit.kind), n: unit.bases.length }) : tt("formation", base.formation);
  return [piece.name, kindOf(base), formed, lossesTold(base), ...marks(base, play), t("base.facing", { angle: degrees(base.facing) })].join(", ");
}

/** A manoeuvre as one says it on the field. */
export function step(one: Manoeuvre, play: GuerrePlay): string {
  switch (one.go) {
    case "form": {
      const formation = tt("formation", one.formation);
      if (one.formation === "limbered") return formation;
      return one.mounted === undefined || one.mounted === null ? t("go.form", { formation }) : t(one.mounted ? "go.mount" : "go.dismount", { formation });
    }
    case "wheel":
      return one.back ? t("go.wheel.back", { side: t(`side.${one.side}`), angle: degrees(one.angle) }) : stepTold(one, um);
    case "tactical":
      return t("go.tactical", { by: um(wayOf(one.by)) });
    case "enter":
      return t("go.enter", { piece: play.name(one.piece) });
    case "leave":
      return t("go.leave", { piece: play.name(one.piece), side: one.side + 1 });
    default:
      return stepTold(one, um);
  }
}
const wayOf = (points: readonly (readonly number[])[]): number => points.slice(1).reduce((sum, at, i) => sum + Math.hypot(at[0]! - points[i]![0]!, at[1]! - points[i]![1]!), 0);
export const steps = (path: readonly Manoeuvre[], play: GuerrePlay): string => (path.length ? path.map((one) => step(one, play)).join(", ") : t("go.stand"));

/** Where a ghost stands and what becomes of it, for the ear. */
export function ghostTold(ghost: Ghost, play: GuerrePlay): string {
  return [
    ghost.answer ? steps(ghost.answer.path ?? [], play) : "",
    ghost.left == null ? "" : t("move.left", { left: um(ghost.left) }),
    ...(ghost.notes ?? []).map((note) => tt("note", note)),
    ghost.refusal ? said(ghost.refusal.text) : "",
  ].filter(Boolean).join(". ");
}

/** The side of a base or of a piece that an answer names. */
export const faceTold = (side: string | number | null | undefined): string => (side === null || side === undefined ? "" : typeof side === "number" ? t("face.side", { n: side + 1 }) : tt("face", side));
/** A sector as the maps of the book have it: a letter and a number. */
export const sectorTold = ([column = 0, row = 0]: readonly number[]): string => `${String.fromCharCode(65 + column)}${row + 1}`;
/** Modifiers with their rules, as one line. */
export const modifiersTold = (modifiers: readonly (readonly [string, number])[] | null | undefined): string => (modifiers ?? []).map(([rule, value]) => `${value > 0 ? "+" : ""}${value} [${rule}]`).join(" ");

/** An answer as its button says it. */
export function label(answer: Answer, play: GuerrePlay): string {
  const name = (id: string) => play.name(id);
  switch (answer.do) {
    case "unit":
      return name(answer.unit);
    case "division":
      return play.divisionName(answer.division);
    case "move":
      return steps(answer.path ?? [], play);
    case "charge":
      return t("do.charge", { target: name(answer.target) });
    case "approach":
      return t("do.approach", { target: name(answer.target) });
    case "occupy":
      return Array.isArray(answer.sides) ? t("do.occupy.sides", { piece: name(answer.piece), sides: answer.sides.map((side) => side + 1).join(", ") }) : t("do.occupy", { piece: name(answer.piece) });
    case "search":
      return t("do.search", { piece: name(answer.piece) });
    case "done":
      return t(play.what === "fire" ? "do.done.fire" : play.what === "rally" ? "do.done.rally" : "do.done.move");
    case "evade":
      return t(answer.formation ? "do.evade.skirmish" : "do.evade");
    case "face":
      return t("do.face", { side: t(`side.${answer.side}`) });
    case "go_on":
      return answer.by ? t("do.go_on.by", { by: um(answer.by) }) : t("do.go_on");
    case "fire":
      return answer.target ? t("do.fire.at", { target: name(answer.target), side: answer.side === undefined || answer.side === null ? "" : ` (${faceTold(answer.side)})` }) : t("do.fire");
    case "melee":
      return t("do.melee", { unit: name(answer.unit) });
    case "join":
      return t("do.join", { unit: name(answer.unit), enemy: name(answer.enemy) });
    case "principal":
      return t("do.principal", { unit: name(answer.unit) });
    case "leader":
    case "successor":
      return t(`do.${answer.do}`, { general: name(answer.general) });
    case "rally":
      return t("do.rally", { general: name(answer.general), unit: name(answer.unit) });
    case "turn":
      return t("do.turn", { unit: name(answer.unit), angle: degrees(answer.facing) });
    case "orders": {
      const given = Object.entries(answer.assign).map(([general, die]) => `${name(general)} ${die}`);
      const dummies = (answer.dummies ?? []).map(name);
      return [given.length ? t("do.orders", { list: given.join(", ") }) : t("do.orders.none"), dummies.length ? t("do.orders.dummies", { list: dummies.join(", ") }) : ""].filter(Boolean).join("; ");
    }
    case "plan":
      return t("do.plan", { list: Object.entries(answer.sectors).map(([division, sector]) => `${play.divisionName(division)} ${sectorTold(sector)}`).join(", ") });
    case "deploy":
      return t("do.deploy", { division: play.divisionName(answer.division) });
    case "reserve":
      return t("do.reserve", { division: play.divisionName(answer.division) });
    case "enter":
      return t(answer.formation === "deployed" ? "do.enter.deployed" : "do.enter.column", { group: answer.group });
    case "appear":
      return t("do.appear", { group: answer.group });
    default:
      return t(`do.${answer.do}`);
  }
}

/** An answer as a short sentence. */
export function tell(answer: Answer, play: GuerrePlay): string {
  const own = new Set(["unit", "melee", "join", "principal", "rally", "turn"]);
  const who = "unit" in answer && typeof answer.unit === "string" && !own.has(answer.do) ? `${play.name(answer.unit)}: ` : "";
  return `${who}${label(answer, play)}`;
}
