/** Anybody's answers in words. */

import type { Question } from "../../lib/types";
import { asGroup } from "./options";
import type { Answer } from "./types";
import { has, t, tt } from "./words";

/** What units and Formations are called. */
export interface Names {
  unit: (id: string) => string;
  formation: (id: string) => string;
  /** whether a unit is drawn by horses: for guns and train, marching is being limbered */
  limbers: (id: string) => boolean;
  /** what a hex is called where there is a name for it */
  place: (hex: string) => string;
  /** a Strategic Objective, by its number */
  strategic: (number: number) => string;
}

const end = (path: readonly string[] | null | undefined): string => path?.at(-1) ?? "";

/** An answer as its button says it: short, where the Force and the question are seen beside it. */
export function label(answer: Answer, question: Question | null, names: Names): string {
  const what = question?.what ?? "";
  if (what === "limber" && answer.do === "limber") return t(answer.units.length ? "word.limber.some" : "word.limber.none", { n: answer.units.length, units: answer.units.map(names.unit).join(", ") });
  if (what === "leave_march" && answer.do === "leave_march") return t("word.leave_march.who", { units: answer.units.map(names.unit).join(", ") });
  if (answer.do === "activate") return names.formation(answer.formation);
  if (answer.do === "hit" || answer.do === "lead") return t(`word.${answer.do}`, { name: names.unit(answer.unit) });
  if (answer.do === "choose") return t("word.choose", { n: answer.objective, title: names.strategic(answer.objective) });
  if (answer.do === "rally" || answer.do === "halt" || answer.do === "remove") return t(`word.${answer.do}`, { name: names.unit(answer.unit) });
  if (answer.do === "reserve" && answer.formation) return tell(answer, question, names);
  if (answer.do === "reserve") return t("word.reserve", { name: names.unit(answer.unit ?? "") });
  if (answer.do === "recover") return t(`word.recover.${answer.of}`);
  if (answer.do === "advance") return answer.with.length ? t("word.advance.with", { units: answer.with.map(names.unit).join(", ") }) : t("word.advance");
  const special = `word.${answer.do}.${what}`;
  if (has(special) && !("path" in answer && answer.path)) return t(special);
  return tell(answer, question, names);
}

/** What a Force does where it stands, in a word or two. */
export function deed(answer: Answer, names: Pick<Names, "limbers">): string {
  if (answer.do === "move") {
    const drawn = answer.units.some(names.limbers);
    if (answer.unlimber) return t("deed.unlimber");
    return t(answer.march === true ? (drawn ? "deed.limber" : "deed.march") : answer.march === false ? (drawn ? "deed.unlimber" : "deed.leave_march") : "deed.turn");
  }
  if (answer.do === "face") return t("deed.face", { facing: t(`facing.${answer.facing}`) });
  const key = `deed.${answer.do}`;
  return has(key) ? t(key) : answer.do;
}

/** An answer as a short sentence. */
export function tell(answer: Answer, question: Question | null, names: Names): string {
  const asked = question?.data["units"];
  const force = "units" in answer ? answer.units : "unit" in answer && answer.unit ? [answer.unit] : Array.isArray(asked) ? (asked as string[]) : [];
  const name = force.map(names.unit).join(" + ");
  switch (answer.do) {
    case "activate":
      return t("does.activate", { name: names.formation(answer.formation) });
    case "declare":
      return t(`does.declare.${answer.type}`, { hex: answer.hex, target: answer.target });
    case "turn":
      return t("does.turn", { hex: answer.hex, target: answer.target });
    case "move": {
      if (!answer.path.length) return `${name}: ${deed(answer, names)}`;
      const drawn = answer.units.some(names.limbers);
      const how = answer.march === true ? t(drawn ? "does.limbered" : "does.marching") : answer.march === false ? t("does.unmarching") : "";
      return `${t("does.move", { name, hex: end(answer.path) })}${how}${answer.unlimber ? t("does.unlimbering") : ""}`;
    }
    case "fire":
      return t(answer.hex ? "does.fire" : "does.fire.back", { name, hex: answer.hex ?? "", at: answer.at ? tt("type", answer.at) : "" }) + (answer.path?.length ? t("does.from", { hex: end(answer.path) }) : "");
    case "assault":
    case "charge":
      return t(`does.${answer.do}`, { name }) + (answer.target ? t("does.at", { hex: answer.target }) : "") + (answer.path?.length ? t("does.from", { hex: end(answer.path) }) : "");
    case "fall_back":
      if (answer.paths) return t("does.fall_back.ways", { ways: Object.entries(answer.paths).map(([id, path]) => `${names.unit(id)} → ${end(path)}`).join(", ") });
      return t("does.fall_back", { name, hex: end(answer.path) });
    case "retreat":
      return t("does.retreat", { name, hex: end(answer.path) }) + (answer.with?.length ? t("does.with", { units: answer.with.map(names.unit).join(", ") }) : "");
    case "go_on":
      return answer.path?.length ? t("does.go_on", { hex: end(answer.path) }) : t("word.go_on");
    case "face":
      return t("does.face", { name, facing: t(`facing.${answer.facing}`) });
    case "place":
      return t("does.place", { name, hex: answer.hex });
    case "objective":
      return t("does.objective", { name: names.formation(answer.formation), place: names.place(answer.hex) });
    case "march":
      return t("does.march", { name: names.formation(answer.formation), place: names.place(answer.objective) });
    case "deploy":
      return t("does.deploy", { name: names.formation(answer.formation) });
    case "reserve":
      return answer.formation ? t("does.reserve", { name: names.formation(answer.formation) }) : t("word.reserve", { name });
    case "choose":
      return t("word.choose", { n: answer.objective, title: names.strategic(answer.objective) });
    case "shift":
      return t("does.shift", { name: names.unit(asGroup(answer.group)), place: names.place(answer.hex) });
    case "claim":
      return t("does.claim", { name: names.unit(asGroup(answer.group)) });
    case "build":
      return t("does.build", { hex: answer.hex });
    case "ferry":
      return t("does.ferry", { name, hex: answer.hex });
    case "square":
    case "leave_square":
    case "leave_march":
    case "limber":
    case "unlimber":
      return name ? `${name}: ${deed(answer, names)}` : deed(answer, names);
    case "hit":
    case "lead":
    case "rally":
    case "halt":
    case "remove":
      return t(`word.${answer.do}`, { name });
    case "recover":
      return `${name}: ${t(`word.recover.${answer.of}`)}`;
    default: {
      const key = `word.${answer.do}`;
      return has(key) ? t(key, { name }) : answer.do.replaceAll("_", " ");
    }
  }
}
