/** Where the name of a place stands without covering counters. */

import type { Point } from "./hex";

export type Anchor = "start" | "middle" | "end";

export interface Lettered {
  lines: readonly string[];
  /** of the first line: where it is anchored, and its baseline */
  x: number;
  y: number;
  anchor: Anchor;
}

/** How wide and how high letters are, in parts of their size; a line takes as much as it is high. */
const WIDTH = 0.45;
const LINE = 0.95;
const RISE = 0.72;

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const around = (c: Point, half: number): Box => ({ x0: c.x - half, y0: c.y - half, x1: c.x + half, y1: c.y + half });
const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

function box({ lines, x, y, anchor }: Lettered, letter: number): Box {
  const width = Math.max(...lines.map((line) => line.length)) * letter * WIDTH;
  const left = anchor === "middle" ? x - width / 2 : anchor === "start" ? x : x - width;
  const top = y - letter * RISE;
  return { x0: left, y0: top, x1: left + width, y1: top + letter * LINE * lines.length };
}

/** A name of several words in two lines as even as can be, or as it is. */
export function broken(name: string): readonly string[] {
  const words = name.split(" ");
  const ways = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  return ways.reduce<readonly string[]>((best, way) => (longest(way) < longest(best) ? way : best), [name]);
}

/** Of the places beside a hex the first that covers least of the counters: below, above, at its sides, in two lines. */
export function lettered(name: string, at: Point, letter: number, size: number, counters: readonly Point[], half: number): Lettered {
  const below = at.y + size * 0.92;
  const above = at.y - size * 0.62;
  const two = broken(name);
  const middle = at.y + letter * (RISE / 2);
  const ways: Lettered[] = [
    { lines: [name], x: at.x, y: below, anchor: "middle" },
    { lines: [name], x: at.x, y: above, anchor: "middle" },
    { lines: [name], x: at.x + half * 1.25, y: middle, anchor: "start" },
    { lines: [name], x: at.x - half * 1.25, y: middle, anchor: "end" },
    ...(two.length > 1
      ? ([
          { lines: two, x: at.x, y: below, anchor: "middle" },
          { lines: two, x: at.x, y: above - letter * LINE, anchor: "middle" },
        ] as const)
      : []),
  ];
  const reach = name.length * letter * WIDTH + 3 * size;
  const near = counters.filter((c) => Math.abs(c.x - at.x) < reach && Math.abs(c.y - at.y) < 4 * size).map((c) => around(c, half));
  const covered = (way: Lettered) => near.reduce((sum, counter) => sum + shared(box(way, letter), counter), 0);
  let [best, least] = [ways[0]!, Infinity];
  for (const way of ways) {
    const cost = covered(way);
    if (cost < least) [best, least] = [way, cost];
  }
  return best;
}
