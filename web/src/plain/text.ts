/** The board in words for any game: what can be answered, what is seen, what has happened. */

import type { Play, Told } from "../games/client";
import { seatName } from "../games/cards";
import { said } from "../lib/settings.svelte";
import type { Answer } from "../lib/types";
import { t } from "./words";

const COMMANDS: Record<string, "options" | "view" | "events" | "status" | "help"> = {
  options: "options", opzioni: "options",
  view: "view", vista: "view",
  events: "events", eventi: "events",
  status: "status", stato: "status",
  help: "help", aiuto: "help", "?": "help",
};

export async function run(input: string, play: Play, help: string = t("text.help")): Promise<Told> {
  const [verb = "", ...rest] = input.trim().split(/\s+/);
  const argument = rest.join(" ");
  const { s } = play;
  switch (COMMANDS[verb.toLowerCase()]) {
    case "options": {
      if (!s.options.length) return { lines: [t("text.nooptions")] };
      const fits = (answer: Answer) => `${answer.do} ${play.label(answer)} ${play.tell(answer)}`.toLowerCase().includes(argument.toLowerCase());
      const found = s.options.filter(fits).map((answer) => play.tell(answer));
      return { lines: found.length ? found : [t("text.nosuch", { what: argument })] };
    }
    case "view": {
      const view = s.view ?? {};
      if (!argument) return { lines: [Object.keys(view).join(", ")] };
      if (!(argument in view)) return { lines: [t("text.noview", { name: argument, names: Object.keys(view).join(", ") })] };
      return { lines: JSON.stringify((view as Record<string, unknown>)[argument], null, 1).split("\n") };
    }
    case "events":
      return { lines: s.events.slice(-(Number(argument) || 5)).map((e) => `${said(e.text)}${e.rule ? ` [${e.rule}]` : ""}`) };
    case "status": {
      const turn = (s.table?.turn ?? []).map((seat) => seatName(s.table, seat)).join(", ");
      return { lines: [turn ? t("ask.waiting", { who: turn }) : t("ask.over"), ...(s.question ? [said(s.question.text)] : [])] };
    }
    case "help":
      return { lines: [help] };
    default:
      return { lines: [t("text.unknown", { what: input.trim() })] };
  }
}
