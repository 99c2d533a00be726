/** Who plays, by name, and what went wrong, in words. */

import { ApiError } from "./api";
import { said, t, tt } from "./settings.svelte";
import type { Answer, GameEvent, Table } from "./types";

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

/** How fast a game is played, in full. */
export function paceText(pace: Table["pace"]): string {
  if (pace.kind === "minutes") return t("pace.minutes", { n: Number(pace["minutes"]) });
  if (pace.kind === "days") return t("pace.days", { days: Number(pace["days"]), hours: Number(pace["increment_hours"]), cap: Number(pace["cap_days"]) });
  return t("new.pace.none");
}

/** Why a call to the server has failed. */
export const whyFailed = (error: unknown): string => (error instanceof ApiError ? said(error.text) : t("app.failed"));

/** Whether the computer's reasons may be seen: when the game is over, and in a study. */
export const explains = (table: Table | null): boolean =>
  table !== null && (table.status === "over" || table.study) && Object.values(table.seats).some((seat) => seat.bot);

/** How many sides the dice of an event have; it says so where they are not six. */
export const sidesOf = (event: GameEvent): number => (typeof event.data["sides"] === "number" ? event.data["sides"] : 6);

/** Two answers that say the same thing. */
export const same = (a: Answer, b: Answer): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The lines of odds in words: those that begin anew, those that belong to one; every second part is a rule. */
export const foretold = (text: string): { whole: boolean; parts: string[] }[] =>
  text.split("\n").filter(Boolean).map((line) => ({ whole: !line.startsWith("- "), parts: line.replace(/^- /, "").split(/\[([^\]]+)\]/) }));
