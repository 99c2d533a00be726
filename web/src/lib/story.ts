/** The story of a game as a text that can be kept and read anywhere, in either language. */

import type { GameClient } from "../games/client";
import type { GameEvent, Lang } from "./types";

/** What is written over it. */
export interface Heading {
  title: string;
  players: readonly string[];
}

/** Turns as headings, whose turn it is as paragraphs, everything else a line with its dice and its rule. */
export function told(events: readonly GameEvent[], log: GameClient["log"], lang: Lang, { title, players }: Heading): string {
  const lines = [title, "=".repeat(title.length), "", ...players];
  for (const event of events) {
    const text = event.text[lang];
    const style = log.styles[event.kind];
    if (style === "head") lines.push("", text, "-".repeat(text.length));
    else if (style === "part" || log.opens(event)) lines.push("", text);
    else lines.push(`  ${text}${event.dice.length ? ` [${event.dice.join(", ")}]` : ""}${event.rule ? ` (${event.rule})` : ""}`);
  }
  return `${lines.join("\n").trim()}\n`;
}

/** Let the browser keep a text as a file. */
export function saved(name: string, text: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
