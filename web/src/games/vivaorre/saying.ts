/** Units, manoeuvres and answers in words: what buttons, labels, the log and the text board share. */

import { measures } from "../../boards/table/geometry";
import { degrees, stepTold } from "../../boards/table/spoken";
import { said } from "../../lib/settings.svelte";
import type { VivaPlay } from "./play.svelte";
import type { Answer, Counter, Ghost, Manoeuvre, Shot, Unit } from "./types";
import { t, tt } from "./words";

/** A length in inches of the rules, with what a real table would measure where its figures are larger. */
export function inches(length: number, figures: string): string {
  const rule = `${measures(length)}″`;
  return figures === "25" ? `${rule} (${measures(length * 1.5)}″)` : rule;
}
/** A brigade by its number, without the letter of its id and without whose it is, which is plain from where it is named. */
export const brigadeName = (id: string): string => id.replace(/^(red|blue)\./, "").replace(/^b(?=\d)/, "");

/** The letters of a unit in words are long: what stands on it, and what it owes. */
export function marks(unit: Unit): string[] {
  return [
    ...(unit.state === "steady" ? [] : [t(`state.${unit.state}`)]),
    ...(unit.disorder ? [t(`disorder.${unit.disorder}`)] : []),
    ...(["moved", "fired", "fought", "digging", "hidden", "out"] as const).flatMap((mark) => (unit[mark] ? [t(`mark.${mark}`)] : [])),
    ...(unit.ammunition ? [] : [t("mark.empty")]),
  ];
}

/** What a unit is: arm, training, letters, weapon. */
export function kindOf(unit: Unit): string {
  const arm = unit.arm === "cavalry" && unit.mounted === false ? t("arm.dismounted") : tt("arm", unit.arm);
  const weapon = unit.gun ? tt("gun", unit.gun) : unit.weapon === "none" ? "" : tt("weapon", unit.weapon);
  return [arm, tt("training", unit.training), unit.class.toUpperCase(), weapon].filter(Boolean).join(", ");
}
export const strength = (unit: Unit): string => `${unit.figures}/${unit.start}`;

export function describe(piece: Counter, play: VivaPlay): string {
  if (piece.kind === "general") {
    const { general } = piece;
    return [piece.name, t(`rank.${general.rank}`), ...general.characters, general.state === "wounded" ? t("general.wounded") : "", general.with ? t("general.with", { unit: play.name(general.with) }) : ""].filter(Boolean).join(", ");
  }
  const { unit } = piece;
  return [piece.name, kindOf(unit), t("unit.in", { formation: tt("formation", unit.formation), n: unit.figures }), ...marks(unit), t("unit.facing", { angle: degrees(unit.facing) })].join(", ");
}

/** A manoeuvre as one says it on the field. */
export function step(one: Manoeuvre, play: VivaPlay): string {
  switch (one.go) {
    case "form":
      if (one.formation === "limbered") return tt("formation", "limbered");
      return one.mounted === undefined || one.mounted === null ? t("go.form", { formation: formationName(one.formation, one.ranks) }) : t(one.mounted ? "go.mount" : "go.dismount", { formation: formationName(one.formation, one.ranks) });
    case "turn":
      return t("go.turn", { side: t(`side.${one.side}`) });
    case "follow":
      return t("go.follow", { by: play.inches(one.by) });
    default:
      return stepTold(one, (length) => play.inches(length));
  }
}
export const formationName = (formation: string, ranks?: number): string => (formation === "skirmish" && (ranks ?? 1) > 1 ? t("formation.ranks", { formation: tt("formation", formation), n: ranks ?? 1 }) : tt("formation", formation));

export const steps = (path: readonly Manoeuvre[], play: VivaPlay): string => (path.length ? path.map((one) => step(one, play)).join(", ") : t("go.stand"));

export function shotTold(shot: Shot, play: VivaPlay): string {
  const target = shot.target ? play.name(shot.target) : shot.at ? t("fire.place", { x: measures(shot.at[0] ?? 0, 1), y: measures(shot.at[1] ?? 0, 1) }) : "?";
  return [target, shot.ammo ? t(`ammo.${shot.ammo}`) : "", shot.side ? t(`face.${shot.side}`) : ""].filter(Boolean).join(", ");
}

/** Where a ghost stands and what becomes of it, for the ear. */
export function ghostTold(ghost: Ghost, play: VivaPlay): string {
  return [
    ghost.answer ? steps(ghost.answer.path ?? [], play) : "",
    ghost.left == null ? "" : t("move.left", { left: play.inches(ghost.left) }),
    ...(ghost.notes ?? []).map((note) => tt("note", note)),
    ghost.refusal ? said(ghost.refusal.text) : "",
  ].filter(Boolean).join(". ");
}

/** An answer as its button says it. */
export function label(answer: Answer, play: VivaPlay): string {
  switch (answer.do) {
    case "unit":
      return play.name(answer.unit);
    case "move":
      return steps(answer.path ?? [], play);
    case "charge":
      return answer.target ? t("do.charge", { target: play.name(answer.target) }) : t("do.withdraw");
    case "done":
      return t(play.what === "charge" ? "do.done.charge" : "do.done");
    case "reorder":
      return [answer.back ? t("do.reorder.back", { by: play.inches(answer.back) }) : t("do.reorder"), answer.formation ? tt("formation", answer.formation) : ""].filter(Boolean).join(", ");
    case "demolish":
      return t("do.demolish", { piece: play.name(answer.piece) });
    case "crew":
      return t("do.crew", { battery: play.name(answer.battery), n: answer.figures ?? 1 });
    case "when":
      return t(`do.when.${answer.half}`, { brigade: brigadeName(answer.brigade) });
    case "reroll":
      return answer.die === undefined || answer.die === null ? t("do.reroll.all", { general: play.name(answer.general) }) : t("do.reroll.die", { general: play.name(answer.general), n: answer.die + 1 });
    case "fire":
      return answer.shots.length ? answer.shots.map((shot) => `${play.name(shot.unit)} → ${shotTold(shot, play)}`).join("; ") : t("fire.holdall");
    case "melee":
      return Object.entries(answer.targets).map(([unit, target]) => `${play.name(unit)} → ${play.name(target)}`).join("; ");
    case "orders":
      return Object.entries(answer.orders).map(([general, told]) => `${play.name(general)}: ${t(`order.${told}`)}`).join("; ");
    case "deploy":
      return t("do.deploy", { n: Object.keys(answer.units ?? {}).length });
    case "terrain":
      return tt("terrain", answer.type);
    case "route":
      return t("do.route", { n: answer.order.length });
    case "go_on":
      return t("do.go_on", { path: steps(answer.path ?? [], play) });
    default:
      return t(`do.${answer.do}`);
  }
}

/** An answer as a short sentence. */
export function tell(answer: Answer, play: VivaPlay): string {
  const who = "unit" in answer && typeof answer.unit === "string" ? `${play.name(answer.unit)}: ` : "";
  return `${who}${label(answer, play)}${answer.do === "move" && answer.forced ? `, ${t("move.forced")}` : ""}`;
}
