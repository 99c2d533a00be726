/** Computer players by name, and anybody's answers in words. */

import { has } from "./dictionary";
import { t, tt } from "./settings.svelte";
import type { Answer, Table } from "./types";

/** "Capitano", or "Capitano, bold" where it has a personality of its own. */
export function botName(level: string): string {
  const [rank = "", temper = ""] = level.split(":");
  const name = rank.charAt(0).toUpperCase() + rank.slice(1);
  return temper && temper !== "steady" ? `${name}, ${tt("temper", temper)}` : name;
}

/** Whether the computer's reasons may be seen: when the game is over, and in a study. */
export const explains = (table: Table | null): boolean =>
  table !== null && (table.status === "over" || table.study) && Object.values(table.seats).some((seat) => seat.bot);

/** An answer as a short sentence; `name` says what a unit is called. */
export function answerWords(answer: Answer, name: (id: string) => string): string {
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
      return has(key) ? t(key, { name: unit }) : t("word.other", { what: JSON.stringify(answer) });
    }
  }
}
