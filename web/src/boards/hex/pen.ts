/** A draughtsman's hand for maps: lines that bend, run beside each other and look the same every time. */

import type { Point } from "./hex";

/** A small repeatable chance, so that the same map has the same trees. */
export function chance(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** A coordinate as a path needs it. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Catmull-Rom through the points, `n` pieces for each stretch. */
export function spline(points: readonly Point[], n: number): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const p0 = points[Math.max(0, i - 1)]!;
    const p1 = points[i]!;
    const p2 = points[i + 1]!;
    const p3 = points[Math.min(points.length - 1, i + 2)]!;
    for (let k = 0; k < n; k++) {
      const s = k / n;
      const mix = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * s + (2 * a - 5 * b + 4 * c - d) * s * s + (3 * b - a - 3 * c + d) * s * s * s);
      out.push({ x: mix(p0.x, p1.x, p2.x, p3.x), y: mix(p0.y, p1.y, p2.y, p3.y) });
    }
  }
  out.push(points.at(-1)!);
  return out;
}

export const polyline = (points: readonly Point[]): string => points.map((p, i) => `${i ? "L" : "M"}${short(p.x)} ${short(p.y)}`).join("");

/** The same line beside itself: `by` to its right. */
export function beside(points: readonly Point[], by: number | ((i: number) => number)): Point[] {
  return points.map((p, i) => {
    const a = points[Math.max(0, i - 1)]!;
    const b = points[Math.min(points.length - 1, i + 1)]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const w = typeof by === "number" ? by : by(i);
    return { x: p.x - ((b.y - a.y) / length) * w, y: p.y + ((b.x - a.x) / length) * w };
  });
}

/** The same line in pieces of about one length. */
export function refine(points: readonly Point[], step: number): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const n = Math.max(1, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / step));
    for (let k = 0; k < n; k++) out.push({ x: a.x + ((b.x - a.x) * k) / n, y: a.y + ((b.y - a.y) * k) / n });
  }
  out.push(points.at(-1)!);
  return out;
}

/** The slope of the course near a point, in degrees, for lettering that lies along the water. */
export function slope(points: readonly Point[], at: Point): number {
  let best = 0;
  let least = Infinity;
  points.forEach((p, i) => {
    const d = (p.x - at.x) ** 2 + (p.y - at.y) ** 2;
    if (d < least) [least, best] = [d, i];
  });
  const a = points[Math.max(0, best - 7)];
  const b = points[Math.min(points.length - 1, best + 7)];
  return a && b ? (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI : 0;
}

export function nearest(points: readonly Point[], at: Point): Point {
  return points.reduce((a, b) => ((a.x - at.x) ** 2 + (a.y - at.y) ** 2 <= (b.x - at.x) ** 2 + (b.y - at.y) ** 2 ? a : b));
}

/** A round dab: a tree seen from above. */
export const blot = (p: Point, r: number): string => `M${short(p.x - r)} ${short(p.y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0`;
