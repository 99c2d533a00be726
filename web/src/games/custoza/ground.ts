/** The ground as a staff officer of 1866 would have it on his map: few long paths, the same every time. */

import { number, place, type HexGrid, type Point } from "../../boards/hex/hex";
import { beside, blot, chance, polyline, refine, short as f, spline } from "../../boards/hex/pen";
import type { Field, Hexside } from "./types";

const seedOf = (hex: string): number => Number(hex) * 7919;
const mix = (a: Point, b: Point, s: number): Point => ({ x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s });
const line = (a: Point, b: Point): string => `M${f(a.x)} ${f(a.y)}L${f(b.x)} ${f(b.y)}`;

/** The hexes of one terrain. */
export const hexesOf = (field: Field, ...terrain: string[]): string[] => Object.entries(field.hexes).flatMap(([hex, known]) => (terrain.includes(known.terrain) ? [hex] : []));

/** For each level above the plain, all the ground that is at least so high. */
export function heights(grid: HexGrid, field: Field): string[] {
  return [1, 2, 3, 4].map((level) => grid.paths(Object.entries(field.hexes).flatMap(([hex, known]) => (known.level >= level ? [hex] : [])), 1.005));
}

/** The side that two hexes share, from the first's corner clockwise. */
function side(grid: HexGrid, a: string, b: string): [Point, Point] | null {
  const corners = grid.corners(a);
  for (let i = 0; i < 6; i++) if (grid.neighbour(a, i) === b) return [corners[i]!, corners[(i + 1) % 6]!];
  return null;
}

/** Strokes that run down from every slope; closer and longer where it is steep. */
export function hachures(grid: HexGrid, sides: readonly Hexside[]): { slope: string; steep: string } {
  const found = { slope: "", steep: "" };
  for (const { between, slope, up } of sides) {
    if (!slope || !up) continue;
    const down = between[0] === up ? between[1] : between[0];
    const edge = side(grid, up, down);
    if (!edge) continue;
    const [top, foot] = [grid.center(up), grid.center(down)];
    const length = Math.hypot(foot.x - top.x, foot.y - top.y);
    const run = { x: (foot.x - top.x) / length, y: (foot.y - top.y) / length };
    const random = chance(seedOf(up) + Number(down));
    const steep = slope === "steep_slope";
    const many = steep ? 15 : 10;
    for (let i = 0; i <= many; i++) {
      const at = mix(edge[0], edge[1], (i + random() * 0.5) / (many + 0.5));
      const [above, below] = steep ? [5 + random() * 2, 9 + random() * 4] : [3.5 + random() * 2, 5 + random() * 4];
      const path = line({ x: at.x - run.x * above, y: at.y - run.y * above }, { x: at.x + run.x * below, y: at.y + run.y * below });
      if (steep) found.steep += path;
      else found.slope += path;
    }
  }
  return found;
}

/** Brooks along the sides of hexes. */
export function streams(grid: HexGrid, sides: readonly Hexside[]): string {
  let d = "";
  for (const { between, stream } of sides) {
    const edge = stream ? side(grid, between[0], between[1]) : null;
    if (!edge) continue;
    const random = chance(seedOf(between[0]) + Number(between[1]));
    const bend = (s: number) => {
      const p = mix(edge[0], edge[1], s);
      return { x: p.x + (random() - 0.5) * 5, y: p.y + (random() - 0.5) * 5 };
    };
    d += polyline(spline([edge[0], bend(0.28), bend(0.5), bend(0.74), edge[1]], 4));
  }
  return d;
}

/** Trees, furrows and rows of vines, hex by hex. */
export function growth(grid: HexGrid, field: Field): { trees: string; furrows: string; vines: string } {
  const found = { trees: "", furrows: "", vines: "" };
  const s = grid.size;
  for (const [hex, { terrain }] of Object.entries(field.hexes)) {
    const random = chance(seedOf(hex));
    const c = grid.center(hex);
    const angle = random() * Math.PI;
    const at = (u: number, v: number): Point => ({ x: c.x + u * Math.cos(angle) - v * Math.sin(angle), y: c.y + u * Math.sin(angle) + v * Math.cos(angle) });
    if (terrain === "woods") {
      for (let i = 0; i < 26; i++) {
        const [far, way] = [s * 0.78 * Math.sqrt(random()), random() * Math.PI * 2];
        found.trees += blot({ x: c.x + far * Math.cos(way), y: c.y + far * Math.sin(way) }, 3 + random() * 2.6);
      }
    } else if (terrain === "light_cultivation") {
      for (let v = -0.42; v <= 0.45; v += 0.21) found.furrows += line(at(-s * (0.4 + random() * 0.16), v * s), at(s * (0.4 + random() * 0.16), v * s));
    } else if (terrain === "heavy_cultivation") {
      for (let v = -0.5; v <= 0.51; v += 0.25) {
        const half = Math.sqrt(Math.max(0, 0.56 - v * v)) * s;
        found.vines += line(at(-half + random() * 3, v * s), at(half, v * s));
      }
    }
  }
  return found;
}

/** A course through hexes, run out over the edge of the sheet where it ends there. */
export function course(grid: HexGrid, hexes: readonly string[], bend = 8): Point[] {
  const points = hexes.map((hex) => grid.center(hex));
  if (points.length < 2) return points;
  const beyond = (end: string, a: Point, b: Point): Point[] => {
    const { col, row } = place(end);
    const edge = [number(col - 1, row), number(col + 1, row), number(col, row - 1), number(col, row + 1)].some((near) => !grid.has(near));
    return edge ? [{ x: a.x + (a.x - b.x) * 0.7, y: a.y + (a.y - b.y) * 0.7 }] : [];
  };
  const [first, last] = [hexes[0]!, hexes.at(-1)!];
  return spline([...beyond(first, points[0]!, points[1]!), ...points, ...beyond(last, points.at(-1)!, points.at(-2)!)], bend);
}

/** The lines of water within a broad river. */
export function flow(points: readonly Point[], half: number): string {
  if (!points.length) return "";
  const random = chance(1866);
  const dense = refine(points, 6);
  let d = "";
  for (const lane of [-0.55, -0.2, 0.15, 0.5]) {
    const swum = beside(dense, (i) => half * lane + 1.4 * Math.sin(i / 7 + lane * 9));
    for (let i = Math.floor(random() * 10); i < swum.length; ) {
      const n = 5 + Math.floor(random() * 14);
      d += polyline(swum.slice(i, i + n));
      i += n + 4 + Math.floor(random() * 10);
    }
  }
  return d;
}

/** Roads of one class as one path. */
export const roads = (grid: HexGrid, field: Field, kind: "major" | "minor"): string =>
  field.roads.filter((road) => road.class === kind).map((road) => polyline(course(grid, road.hexes, 5))).join("");

/** The iron road of a year: its line, and the sleepers across it. */
export function railways(grid: HexGrid, field: Field, year: number): { line: string; ties: string } {
  const found = { line: "", ties: "" };
  for (const railway of field.railways.filter(({ years }) => years.includes(year))) {
    // Beside the middle of the hex, so that road and rail do not lie on each other.
    const points = beside(course(grid, railway.hexes, 6), grid.size * 0.3);
    found.line += polyline(points);
    const dense = refine(points, 9);
    const [left, right] = [beside(dense, -4.2), beside(dense, 4.2)];
    dense.forEach((_, i) => (found.ties += line(left[i]!, right[i]!)));
  }
  return found;
}

/** Houses round a street, in plan. */
export function villages(grid: HexGrid, hexes: readonly string[]): { walls: string; gardens: string } {
  const found = { walls: "", gardens: "" };
  for (const hex of hexes) {
    const random = chance(seedOf(hex));
    const c = grid.center(hex);
    const angle = (random() - 0.5) * 1.2;
    const at = (x: number, y: number): Point => ({ x: c.x + x * Math.cos(angle) - y * Math.sin(angle), y: c.y + x * Math.sin(angle) + y * Math.cos(angle) });
    const block = (x: number, y: number, w: number, h: number): string => `${polyline([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)])}Z`;
    found.gardens += block(-29, -21, 58, 42);
    for (const top of [true, false]) {
      for (let x = -27; x < 20; ) {
        const [w, h] = [8 + random() * 9, 7 + random() * 7];
        if (random() < 0.85) found.walls += block(x, top ? -4.5 - h : 4.5, w, h);
        x += w + 2.5;
      }
    }
    for (const [x, y] of [[-25, -20], [14, -20], [-12, 15], [18, 14]] as const) if (random() < 0.6) found.walls += block(x, y, 6 + random() * 4, 5 + random() * 3);
  }
  return found;
}

/** Works with bastions. */
export function works(grid: HexGrid, hexes: readonly string[]): string {
  return hexes
    .map((hex) => {
      const c = grid.center(hex);
      const ring = Array.from({ length: 12 }, (_, i) => {
        const [angle, far] = [(i * Math.PI) / 6, grid.size * (i % 2 ? 0.5 : 0.82)];
        return { x: c.x + far * Math.cos(angle), y: c.y + far * Math.sin(angle) };
      });
      return `${polyline(ring)}Z`;
    })
    .join("");
}

/** Bridges as two parapets along the road, fords as broken lines across the water. */
export function crossings(grid: HexGrid, field: Field, pontoon: string | null): { bridges: string; fords: string } {
  const found = { bridges: "", fords: "" };
  const listed = field.crossings.map(({ hex, kind }) => ({ hex, ford: kind === "ford" }));
  for (const { hex, ford } of pontoon ? [...listed, { hex: pontoon, ford: false }] : listed) {
    const river = field.rivers.find(({ hexes }) => hexes.includes(hex))?.hexes ?? [];
    const i = river.indexOf(hex);
    const [a, b] = [grid.center(river[Math.max(0, i - 1)] ?? hex), grid.center(river[Math.min(river.length - 1, i + 1)] ?? hex)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    // Water of one hex has no course: it is crossed from left to right.
    const along = length ? { x: (b.x - a.x) / length, y: (b.y - a.y) / length } : { x: 0, y: 1 };
    const over = { x: -along.y, y: along.x };
    const c = grid.center(hex);
    const half = grid.size * (river.length && field.rivers.find(({ hexes }) => hexes === river)?.id === "mincio" ? 0.62 : 0.34);
    const at = (u: number, v: number): Point => ({ x: c.x + along.x * u + over.x * v, y: c.y + along.y * u + over.y * v });
    if (ford) for (let u = -9; u <= 9; u += 6) found.fords += line(at(u, -half), at(u, half));
    else for (const u of [-6, 6]) found.bridges += polyline([at(u * 1.9, -half - 4), at(u, -half), at(u, half), at(u * 1.9, half + 4)]);
  }
  return found;
}
