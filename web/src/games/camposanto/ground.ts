/** The ground as a draughtsman of 1743 would lay it down: few long paths, the same every time. */

import { HexGrid, place, type Point } from "../../boards/hex/hex";
import { beside, blot, chance, nearest, polyline, refine, short as f, slope, spline } from "../../boards/hex/pen";
import type { Field } from "./types";

export interface River {
  course: string;
  flow: string;
  hachures: string;
  points: Point[];
}

/** The centre line through the river's hexes, bridge included, run out over both edges of the sheet. */
export function riverPoints(grid: HexGrid, field: Field): Point[] {
  const cells = [...field.river, ...(field.bridge ? [field.bridge] : [])];
  if (cells.length < 2) return [];
  const points = cells.map((hex) => grid.center(hex)).sort((a, b) => a.x - b.x || a.y - b.y);
  // Two cells of one column of the course become one bend.
  const merged: Point[] = [];
  for (const p of points) {
    const last = merged.at(-1);
    if (last && p.x - last.x < grid.size * 1.1) merged[merged.length - 1] = { x: (last.x + p.x) / 2, y: (last.y + p.y) / 2 };
    else merged.push(p);
  }
  const a = merged[0]!;
  const b = merged.at(-1)!;
  return spline([{ x: a.x - 90, y: a.y - 8 }, ...merged, { x: b.x + 90, y: b.y - 6 }], 9);
}

export function river(grid: HexGrid, field: Field): River | null {
  const points = riverPoints(grid, field);
  if (points.length < 2) return null;
  const half = grid.size * 0.56;
  const random = chance(1743);
  let hachures = "";
  for (const side of [-1, 1]) {
    const dense = refine(points, 3.2);
    const bank = beside(dense, side * half);
    const out = beside(dense, (i) => side * (half + 6 + 7 * random() + 3 * Math.sin(i / 9)));
    for (let i = 0; i < bank.length; i++) {
      if (random() < 0.1) continue;
      hachures += `M${f(bank[i]!.x)} ${f(bank[i]!.y)}L${f(out[i]!.x)} ${f(out[i]!.y)}`;
    }
  }
  // The stream: broken lines that swim with the course.
  let flow = "";
  const dense = refine(points, 5);
  for (const lane of [-0.62, -0.34, -0.08, 0.2, 0.46, 0.7]) {
    const line = beside(dense, (i) => half * lane + 1.6 * Math.sin(i / 7 + lane * 9));
    let i = Math.floor(random() * 10);
    while (i < line.length) {
      const n = 5 + Math.floor(random() * 16);
      flow += polyline(line.slice(i, i + n));
      i += n + 3 + Math.floor(random() * 9);
    }
  }
  return { course: polyline(points), flow, hachures, points };
}

export interface Farm {
  walls: string;
  roofs: string;
  garden: string;
  trees: string;
}

/** Buildings in plan: a few blocks round a yard, a hedge, fruit trees. The church has a tower and a cross. */
export function farms(grid: HexGrid, field: Field): Farm {
  let walls = "";
  let roofs = "";
  let garden = "";
  let trees = "";
  for (const { hex, name } of field.farmhouses) {
    const { col, row } = place(hex);
    const random = chance(col * 131 + row * 17);
    const c = grid.center(hex);
    const angle = (random() - 0.5) * 0.7;
    const at = (x: number, y: number): Point => ({
      x: c.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: c.y + x * Math.sin(angle) + y * Math.cos(angle),
    });
    const block = (x: number, y: number, w: number, h: number): string =>
      `${polyline([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)])}Z`;
    garden += block(-25, -21, 50, 42);
    const church = /chiesa|church/i.test(name);
    const blocks: [number, number, number, number][] = church
      ? [[-19, -6, 30, 13], [-13, -12, 9, 25], [13, -15, 9, 9], [9, 8, 12, 8]]
      : random() < 0.5
        ? [[-20, -16, 9, 28], [-11, -16, 22, 9], [8, 4, 13, 9]]
        : [[-19, -15, 15, 10], [2, -13, 18, 9], [-16, 3, 10, 14], [2, 6, 16, 9]];
    for (const [x, y, w, h] of blocks) {
      walls += block(x, y, w, h);
      const wide = w >= h;
      const [a, b] = wide ? [at(x, y + h / 2), at(x + w, y + h / 2)] : [at(x + w / 2, y), at(x + w / 2, y + h)];
      roofs += polyline([a, b]);
    }
    if (church) {
      const top = at(-22, 0);
      roofs += `M${f(top.x - 4)} ${f(top.y)}h8M${f(top.x)} ${f(top.y - 5)}v12`;
    }
    for (let i = 0; i < 9; i++) {
      const edge = random();
      const [x, y] = random() < 0.5 ? [-25 + 50 * edge, random() < 0.5 ? -21 : 21] : [random() < 0.5 ? -25 : 25, -21 + 42 * edge];
      trees += blot(at(x, y), 2.2 + random() * 1.5);
    }
  }
  return { walls, roofs, garden, trees };
}

export interface Fields {
  washes: string[];
  furrows: string;
  rows: string;
  hedges: string;
}

/** The plain as a mosaic of parcels: pale washes, furrows, rows of vine-bearing trees, hedges. No rule knows them. */
export function fields(grid: HexGrid, field: Field): Fields {
  const closed = new Set([...field.river, ...field.out_of_play, ...field.pond, ...(field.bridge ? [field.bridge] : [])]);
  const built = new Set(field.farmhouses.map((farm) => farm.hex));
  const random = chance(8021743);
  const washes = ["", "", "", ""];
  let furrows = "";
  let rows = "";
  let hedges = "";
  // A lattice whose knots have been pushed about: its meshes are the parcels, and they never overlap.
  const [stepX, stepY] = [grid.size * 3.1, grid.size * 2.5];
  const [nx, ny] = [Math.ceil(grid.width / stepX) + 1, Math.ceil(grid.height / stepY) + 1];
  const knot = Array.from({ length: ny + 1 }, (_, j) =>
    Array.from({ length: nx + 1 }, (_, i) => ({
      x: (i - 0.5) * stepX + (random() - 0.5) * stepX * 0.42 + j * stepX * 0.13 - (j % 3) * stepX * 0.2,
      y: (j - 0.5) * stepY + (random() - 0.5) * stepY * 0.4 + Math.sin(i * 0.7) * stepY * 0.25,
    })),
  );
  const mix = (a: Point, b: Point, s: number): Point => ({ x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s });
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const quad = [knot[j]![i]!, knot[j]![i + 1]!, knot[j + 1]![i + 1]!, knot[j + 1]![i]!];
      const c = mix(mix(quad[0]!, quad[2]!, 0.5), mix(quad[1]!, quad[3]!, 0.5), 0.5);
      const [kind, fallow, along, gap] = [Math.floor(random() * 4), random() < 0.3, random() < 0.5, random()];
      const inner = quad.map((p) => mix(p, c, 0.055));
      const near = [...inner, ...inner.map((p) => mix(p, c, 0.5)), c].map((p) => grid.at(p));
      if (near.some((hex) => hex !== null && (closed.has(hex) || built.has(hex)))) continue;
      if (random() < 0.6) {
        const [p, q] = along ? [inner[0]!, inner[1]!] : [inner[1]!, inner[2]!];
        const n = Math.round(Math.hypot(q.x - p.x, q.y - p.y) / 8);
        for (let k = 0; k <= n; k++) if (random() < 0.8) hedges += blot({ x: mix(p, q, k / n).x + (random() - 0.5) * 3, y: mix(p, q, k / n).y + (random() - 0.5) * 3 }, 1.2 + random() * 1.1);
      }
      if (fallow) continue;
      washes[kind] += `${polyline(inner)}Z`;
      const [a, b, d, e] = along ? [inner[0]!, inner[1]!, inner[3]!, inner[2]!] : [inner[1]!, inner[2]!, inner[0]!, inner[3]!];
      const lines = Math.round(Math.hypot(d.x - a.x, d.y - a.y) / (kind === 3 ? 15 : 7 + gap * 3));
      for (let k = 1; k < lines; k++) {
        const [p, q] = [mix(a, d, k / lines), mix(b, e, k / lines)];
        if (kind !== 3) furrows += polyline([mix(p, q, 0.03 + random() * 0.05), mix(p, q, 0.97 - random() * 0.05)]);
        else for (let m = 1; m < 12; m++) rows += blot({ x: mix(p, q, m / 12).x + (random() - 0.5) * 2, y: mix(p, q, m / 12).y + (random() - 0.5) * 2 }, 1.5);
      }
    }
  }
  return { washes, furrows, rows, hedges };
}

/** The pontoon bridge: boats side by side under a deck that crosses the course. */
export function pontoon(grid: HexGrid, field: Field, course: readonly Point[]): { deck: string; boats: string; planks: string } | null {
  if (!field.bridge || course.length < 2) return null;
  const c = nearest(course, grid.center(field.bridge));
  const along = (slope(course, c) * Math.PI) / 180;
  const at = (u: number, v: number): Point => ({ x: c.x + u * Math.cos(along) - v * Math.sin(along), y: c.y + u * Math.sin(along) + v * Math.cos(along) });
  const reach = grid.size * 0.86;
  const deck = `${polyline([at(-7, -reach), at(7, -reach), at(7, reach), at(-7, reach)])}Z`;
  let planks = "";
  for (let v = -reach + 4; v < reach; v += 4) planks += polyline([at(-7, v), at(7, v)]);
  let boats = "";
  for (let v = -grid.size * 0.42; v <= grid.size * 0.45; v += grid.size * 0.21) {
    const [a, b, d, e] = [at(-19, v), at(-8, v - 4), at(17, v), at(-8, v + 4)];
    const [b2, e2] = [at(9, v - 4), at(9, v + 4)];
    boats += `M${f(a.x)} ${f(a.y)}L${f(b.x)} ${f(b.y)}L${f(b2.x)} ${f(b2.y)}L${f(d.x)} ${f(d.y)}L${f(e2.x)} ${f(e2.y)}L${f(e.x)} ${f(e.y)}Z`;
  }
  return { deck, boats, planks };
}

/** The pond: a shore that wavers, and two ripples within. */
export function pond(grid: HexGrid, hexes: readonly string[]): { shore: string; ripples: string; reeds: string } {
  let shore = "";
  let ripples = "";
  let reeds = "";
  for (const hex of hexes) {
    const c = grid.center(hex);
    const random = chance(Number(hex));
    const wobble = Array.from({ length: 12 }, () => 0.8 + random() * 0.22);
    const ring = (scale: number): Point[] => {
      const around = wobble.map((w, i) => ({
        x: c.x + Math.cos((i * Math.PI) / 6) * grid.size * 0.84 * w * scale,
        y: c.y + Math.sin((i * Math.PI) / 6) * grid.size * 0.74 * w * scale,
      }));
      return spline([...around, around[0]!], 4);
    };
    shore += `${polyline(ring(1))}Z`;
    ripples += `${polyline(ring(0.76))}Z${polyline(ring(0.5))}Z`;
    for (let i = 0; i < 10; i++) {
      const a = random() * Math.PI * 2;
      const [x, y] = [c.x + Math.cos(a) * grid.size * 0.8, c.y + Math.sin(a) * grid.size * 0.7];
      reeds += `M${f(x)} ${f(y)}l-2 -7M${f(x)} ${f(y)}l0 -8M${f(x)} ${f(y)}l2.4 -6`;
    }
  }
  return { shore, ripples, reeds };
}
