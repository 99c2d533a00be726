/** Who plays, by name; anybody's answers, and what went wrong, in words. */

import { ApiError } from "./api";
import { has } from "./dictionary";
import { said, t, tt } from "./settings.svelte";
import type { Answer, Table } from "./types";

/** "Capitano", or "Capitano, bold" where it has a personality of its own. */
export function botName(level: string): string {
  const [rank = "", temper = ""] = level.split(":");
  const name = rank.charAt(0).toUpperCase() + rank.slice(1);
  return temper && temper !== "steady" ? `${name}, ${tt("temper", temper)}` : name;
}

type Holder = Table["seats"][string] | undefined;
/** Who sits on a seat, by name. */
export const holderName = (who: Holder): string => (who?.bot ? botName(who.bot) : (who?.player?.name ?? t("lobby.nobody")));
/** The same where it is to be plain that a computer is one. */
export const sitter = (who: Holder): string => (who?.bot ? t("lobby.computer", { level: botName(who.bot) }) : holderName(who));

/** Why a call to the server has failed. */
export const whyFailed = (error: unknown): string => (error instanceof ApiError ? said(error.text) : t("app.failed"));

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
