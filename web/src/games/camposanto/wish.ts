/** What a player seems to want: an answer to be judged by the server, not one that is known to be allowed. */

import type { Answer } from "./types";

export function wish(question: string, unit: string, hex: string, path: () => string[]): Answer {
  switch (question) {
    case "fire":
    case "advance":
      return { do: question, unit, hex };
    case "face":
      return { do: "move", unit, path: [hex] };
    case "go_on":
      return { do: "go_on", path: path() };
    case "flee":
      return { do: "flee", unit, path: path() };
    case "react":
      return { do: "fall_back", unit, path: path() };
    case "stand":
      return { do: "fall_back", paths: { [unit]: path() } };
    default:
      return { do: "move", unit, path: path() };
  }
}
