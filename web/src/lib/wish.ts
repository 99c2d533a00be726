/** What a player seems to want: an answer to be judged by the server, not one that is known to be allowed. */

import type { HexGrid } from "./hex";
import type { Aim } from "./options";
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

/** The way from hex to hex that a finger would draw: to the neighbour nearest to the goal, again and again. */
export function straight(grid: HexGrid, from: string, to: string, reach: Map<string, Aim[]> | null): string[] {
  const goal = grid.center(to);
  const far = (hex: string) => Math.hypot(grid.center(hex).x - goal.x, grid.center(hex).y - goal.y);
  let path: string[] = [];
  let here = from;
  // Go on from the reachable hex that is nearest, so that the refusal is about the last step and not about the line.
  for (const [hex, aims] of reach ?? []) {
    if (far(hex) < far(here)) [here, path] = [hex, aims[0]!.path];
  }
  while (here !== to && path.length < 40) {
    here = grid.neighbours(here).reduce((a, b) => (far(b) < far(a) ? b : a));
    path = [...path, here];
  }
  return path;
}
