/** Anybody's answers in words. */

import type { Question } from "../../lib/types";
import type { Answer } from "./types";
import { has, t } from "./words";

type Name = (id: string) => string;

/** The unit an answer names, by name. */
const named = (answer: Answer, name: Name): string => ("unit" in answer && answer.unit ? name(answer.unit) : "");

/** An answer as its button says it. */
export function label(answer: Answer, question: Question | null, name: Name): string {
  if (answer.do === "done" && answer.from) return t(`word.from.${answer.from}`);
  if (answer.do === "reroll") return t("word.reroll", { name: name(answer.marshal) });
  const what = question?.what ?? "";
  const step = String(question?.data["step"] ?? "");
  const special = has(`word.${answer.do}.${what}.${step}`) ? `word.${answer.do}.${what}.${step}` : `word.${answer.do}.${what}`;
  if (has(special)) return t(special);
  const plain = `word.${answer.do}`;
  return has(plain) ? t(plain, { name: named(answer, name) }) : answer.do;
}

/** An answer as a short sentence; `name` says what a unit is called. */
export function tell(answer: Answer, name: Name): string {
  const unit = named(answer, name);
  switch (answer.do) {
    case "orders":
      return t("does.orders", { left: answer.left, centre: answer.centre, right: answer.right });
    case "move": {
      const end = answer.path.at(-1);
      return end ? t("ask.preview.move", { name: unit, hex: end }) : t("does.turn", { name: unit });
    }
    case "go_on":
      return t("does.go_on", { hex: answer.path.at(-1) ?? "" });
    case "face":
      return t("does.face", { name: unit, facing: t(`facing.${answer.facing}`) });
    case "assault":
      return answer.targets.length ? t("does.assault", { name: unit, targets: answer.targets.map(name).join(" + ") }) : t("does.assault.none", { name: unit });
    case "fall_back":
      if (answer.paths) return t("does.fall_back", { ways: Object.entries(answer.paths).map(([id, path]) => `${name(id)} → ${path.at(-1) ?? ""}`).join(", ") });
      return t("ask.preview.fall_back", { name: unit, hex: answer.path?.at(-1) ?? "" });
    case "flee":
      return t("ask.preview.flee", { name: unit, hex: answer.path.at(-1) ?? "" });
    case "fire":
    case "advance":
      return t(`ask.preview.${answer.do}`, { name: unit, hex: answer.hex });
    case "done":
      return answer.from ? t(`word.from.${answer.from}`) : t("does.done");
    case "pass":
      return t("does.pass");
    case "reroll":
      return t("word.reroll", { name: name(answer.marshal) });
    default: {
      const key = `word.${answer.do}`;
      return has(key) ? t(key, { name: unit }) : answer.do;
    }
  }
}
