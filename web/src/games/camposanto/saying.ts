/** Anybody's answers in words. */

import type { Question } from "../../lib/types";
import type { Answer } from "./types";
import { has, t } from "./words";

type Name = (id: string) => string;

/** An answer as its button says it. */
export function label(answer: Answer, question: Question | null, name: Name): string {
  if (answer.from === "left" || answer.from === "right") return t(`word.from.${answer.from}`);
  if (answer.do === "reroll") return t("word.reroll", { name: name(answer.marshal ?? "") });
  const what = question?.what ?? "";
  const step = String(question?.data["step"] ?? "");
  const special = has(`word.${answer.do}.${what}.${step}`) ? `word.${answer.do}.${what}.${step}` : `word.${answer.do}.${what}`;
  if (has(special)) return t(special);
  const plain = `word.${answer.do}`;
  return has(plain) ? t(plain, { name: name(answer.unit ?? "") }) : answer.do;
}

/** An answer as a short sentence; `name` says what a unit is called. */
export function tell(answer: Answer, name: Name): string {
  const unit = answer.unit ? name(answer.unit) : "";
  const end = answer.hex ?? answer.path?.at(-1);
  switch (answer.do) {
    case "orders":
      return t("does.orders", { left: answer.left ?? "–", centre: answer.centre ?? "–", right: answer.right ?? "–" });
    case "move":
      return end ? t("ask.preview.move", { name: unit, hex: end }) : t("does.turn", { name: unit });
    case "go_on":
      return t("does.go_on", { hex: end ?? "" });
    case "face":
      return t("does.face", { name: unit, facing: answer.facing ? t(`facing.${answer.facing}`) : "" });
    case "assault":
      return answer.targets?.length ? t("does.assault", { name: unit, targets: answer.targets.map(name).join(" + ") }) : t("does.assault.none", { name: unit });
    case "fall_back":
      if (answer.paths) return t("does.fall_back", { ways: Object.entries(answer.paths).map(([id, path]) => `${name(id)} → ${path.at(-1) ?? ""}`).join(", ") });
      return t("ask.preview.fall_back", { name: unit, hex: end ?? "" });
    case "fire":
    case "flee":
    case "advance":
      return t(`ask.preview.${answer.do}`, { name: unit, hex: end ?? "" });
    case "done":
      return answer.from ? t(`word.from.${answer.from}`) : t("does.done");
    case "pass":
      return t("does.pass");
    case "reroll":
      return t("word.reroll", { name: name(answer.marshal ?? "") });
    default: {
      const key = `word.${answer.do}`;
      return has(key) ? t(key, { name: unit }) : answer.do;
    }
  }
}
