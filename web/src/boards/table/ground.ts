/** The ground of a table as a plan on paper: trees, tufts, hachures, each at the same place whenever it is drawn. */

import type { Plane, Point } from "./geometry";

/** How a piece of ground looks, whatever a game calls it. */
export type Look =
  | "open" | "wood" | "thick" | "bushes" | "stones" | "marsh" | "sand" | "crops" | "orchard" | "slope" | "steep"
  | "houses" | "earthwork" | "stronghold" | "closed" | "water" | "jungle"
  | "road" | "crossing" | "ford" | "stream" | "gully" | "hedge" | "wall" | "fence" | "bank";

/** A piece of ground as it is drawn. */
export interface Drawn {
  id: string;
  look: Look;
  name?: string | null;
  shape?: number[][] | null;
  shapes?: number[][][] | null;
  line?: number[][] | null;
  width?: number | null;
  /** the line of a crest, or the edge of a flat top */
  crest?: number[][] | null;
  top?: number[][] | null;
}

/** The outlines of an area. */
export const outlines = (piece: Pick<Drawn, "shape" | "shapes">): number[][][] => (piece.shapes?.length ? piece.shapes : piece.shape ? [piece.shape] : []);

/** A number between 0 and 1 that is always the same for the same two. */
const chance = (a: number, b: number): number => {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
};

export function inside(points: readonly Point[], { x, y }: Point): boolean {
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[i]!, points[j]!];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) within = !within;
  }
  return within;
}

/** Points strewn over an area, so far apart; none too near to its edge. */
export function strewn(area: readonly Point[], gap: number): Point[] {
  const [xs, ys] = [area.map((p) => p.x), area.map((p) => p.y)];
  const found: Point[] = [];
  for (let row = 0, y = Math.min(...ys) + gap / 2; y < Math.max(...ys); row += 1, y += gap * 0.86) {
    for (let column = 0, x = Math.min(...xs) + (row % 2 ? gap : gap / 2); x < Math.max(...xs); column += 1, x += gap) {
      const point = { x: x + (chance(row + 1, column) - 0.5) * gap * 0.6, y: y + (chance(column, row + 7) - 0.5) * gap * 0.5 };
      if (inside(area, point)) found.push(point);
    }
  }
  return found;
}

/** Points along a line at equal distances, each with the direction of the line there. */
export function along(line: readonly Point[], gap: number): (Point & { dx: number; dy: number })[] {
  const found: (Point & { dx: number; dy: number })[] = [];
  let rest = gap / 2;
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (!length) continue;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    for (; rest < length; rest += gap) found.push({ x: a.x + dx * rest, y: a.y + dy * rest, dx, dy });
    rest -= length;
  }
  return found;
}

const n1 = (value: number): string => String(Math.round(value * 10) / 10);

const TREE = ({ x, y }: Point) => `M${n1(x - 4)} ${n1(y)}a4 4 0 1 1 8 0a4 3.400 0 1 1 -8 0M${n1(x)} ${n1(y + 3)}v3.400`;
const FIR = ({ x, y }: Point) => `M${n1(x)} ${n1(y - 6)}l4.400 8h-8.800ZM${n1(x)} ${n1(y + 2)}v3`;
const TUFT = ({ x, y }: Point) => `M${n1(x - 3.5)} ${n1(y)}q1.700 -5 3.500 0q1.800 -5 3.500 0`;
const STONE = ({ x, y }: Point) => `M${n1(x - 3)} ${n1(y + 1.5)}l1.500 -3.500l3 -0.500l2 3Z`;
const REED = ({ x, y }: Point) => `M${n1(x - 5)} ${n1(y)}h10M${n1(x - 2)} ${n1(y - 1)}v-4M${n1(x + 1)} ${n1(y - 1)}v-5`;
const GRAIN = ({ x, y }: Point) => `M${n1(x)} ${n1(y)}h0.100`;

const BLADE = ({ x, y }: Point) => `M${n1(x)} ${n1(y)}v-3.500`;

/** What an area is strewn with. */
const STREWN: Readonly<Partial<Record<Look, readonly [gap: number, mark: (at: Point) => string]>>> = {
  wood: [17, TREE],
  thick: [11.5, FIR],
  orchard: [15, TREE],
  bushes: [13, TUFT],
  crops: [9, BLADE],
  stones: [13, STONE],
  marsh: [16, REED],
  sand: [7, GRAIN],
};

/** The marks of an area as one path. */
export function marks(piece: Drawn, plane: Plane): string {
  const known = STREWN[piece.look];
  if (!known) return "";
  return outlines(piece)
    .flatMap((area) => strewn(area.map((at) => plane.at(at)), known[0]))
    .map(known[1])
    .join("");
}

/** Strokes down a slope: from the edge of a hill towards its middle. */
export function hachures(piece: Drawn, plane: Plane): string {
  const steep = piece.look === "steep";
  return outlines(piece)
    .map((area) => {
      const points = area.map((at) => plane.at(at));
      const middle = { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };
      return along([...points, points[0]!], steep ? 4.4 : 8)
        .map((at, i) => {
          const far = Math.hypot(middle.x - at.x, middle.y - at.y) || 1;
          const long = Math.min(far * 0.5, (steep ? 15 : 10) * (0.7 + 0.6 * chance(i, points.length)));
          return `M${n1(at.x)} ${n1(at.y)}l${n1(((middle.x - at.x) / far) * long)} ${n1(((middle.y - at.y) / far) * long)}`;
        })
        .join("");
    })
    .join("");
}

/** Short strokes across a line, on one side of it or on both. */
export function ticks(line: readonly (readonly number[])[], plane: Plane, gap: number, out: number, both = false): string {
  return along(line.map((at) => plane.at(at)), gap)
    .map(({ x, y, dx, dy }) => `M${n1(both ? x + dy * out : x)} ${n1(both ? y - dx * out : y)}L${n1(x - dy * out)} ${n1(y + dx * out)}`)
    .join("");
}

/** Beads along a line, as hedges are drawn. */
export const beads = (line: readonly (readonly number[])[], plane: Plane): string =>
  along(line.map((at) => plane.at(at)), 5.5).map(({ x, y }) => `M${n1(x - 2.6)} ${n1(y)}a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0 -5.200 0`).join("");
