/** Units as they are drawn: bases in their ranks with a figure of their arm on each, the front up and its middle at 0,0. */

import { px } from "../../boards/table/geometry";
import type { FormationName, Unit } from "./types";

export interface Base {
  x: number;
  y: number;
  w: number;
  h: number;
  /** turned about, as the rear face of a square is */
  back?: true;
}

type Drawn = Pick<Unit, "arm" | "figures" | "files" | "ranks" | "mounted"> & { formation: FormationName };

/** Columns and ranks in which the bases of a unit stand, and how many bases there are. */
export function order({ arm, figures, files, ranks, formation }: Drawn): { n: number; columns: number; rows: number } {
  const n = arm === "artillery" ? Math.ceil(figures / 2) : figures;
  const half = Math.ceil(n / 2);
  switch (formation) {
    case "march":
    case "limbered":
      return { n, columns: 1, rows: n };
    case "assault":
      return { n, columns: Math.min(files, n), rows: Math.ceil(n / Math.max(1, files)) };
    case "skirmish":
      return { n, columns: Math.ceil(n / ranks), rows: ranks };
    case "mass":
    case "square":
      return { n, columns: half, rows: 2 };
    default:
      return { n, columns: n, rows: 1 };
  }
}

/** The bases of a unit on its footprint, rank by rank from the front, in pixels of the drawing. */
export function bases(unit: Drawn, width: number, depth: number): Base[] {
  const { n, columns, rows } = order(unit);
  const loose = unit.formation === "skirmish";
  const [across, deep] = loose ? [2 * columns - 1, 2 * rows - 1] : [columns, rows];
  const [w, h] = [px(width) / Math.max(1, across), px(depth) / Math.max(1, deep)];
  const step = loose ? 2 : 1;
  const found: Base[] = [];
  for (let i = 0; i < n; i += 1) {
    const [rank, file] = [Math.floor(i / columns), i % columns];
    // A rank that is not full stands behind the middle of the others.
    const here = Math.min(columns, n - rank * columns);
    const first = -((here - 1) * step) / 2;
    found.push({ x: (first + file * step - 0.5) * w, y: rank * step * h, w, h, ...(unit.formation === "square" && rank === 1 && { back: true as const }) });
  }
  return found;
}

const n1 = (value: number): string => String(Math.round(value * 10) / 10);
const disc = (x: number, y: number, r: number): string => `M${n1(x - r)} ${n1(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** All bases of a unit as one path. */
export const basePath = (of: readonly Base[]): string => of.map(({ x, y, w, h }) => `M${n1(x + 0.3)} ${n1(y + 0.3)}h${n1(w - 0.6)}v${n1(h - 0.6)}h${n1(0.6 - w)}Z`).join("");

/** A foot soldier seen from above: hat, shoulders, musket. */
function foot({ x, y, w, h, back }: Base): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const up = back ? -1 : 1;
  return `${disc(cx, cy - 1.2 * up, 1.9)}M${n1(cx - 2.7)} ${n1(cy + 0.4 * up)}h5.4v${n1(3.2 * up)}h-5.4ZM${n1(cx + 2)} ${n1(cy + 1 * up)}v${n1(-5.6 * up)}h0.9v${n1(5.6 * up)}Z`;
}

/** A horse with its rider. */
function horse({ x, y, w, h }: Base): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  return `M${n1(cx)} ${n1(cy - 8.4)}c2.400 0 2.200 3 2 4.200c2.200 1.400 2.200 8 0.600 10.400c-0.800 1.600 -4.400 1.600 -5.200 0c-1.600 -2.400 -1.600 -9 0.600 -10.400c-0.200 -1.200 -0.400 -4.200 2 -4.200Z${disc(cx, cy + 0.8, 2.3)}`;
}

/** A gun with its wheels; limbered it has its horses before it. */
function gun({ x, y, w, h }: Base, crew: number, limbered: boolean): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const wheels = `M${n1(cx - 6.4)} ${n1(cy - 3)}h2v8h-2ZM${n1(cx + 4.4)} ${n1(cy - 3)}h2v8h-2ZM${n1(cx - 4.4)} ${n1(cy + 0.4)}h8.8v1.400h-8.800Z`;
  const barrel = `M${n1(cx - 1.3)} ${n1(cy - 9.5)}h2.600l0.600 12.500h-3.800Z`;
  const horses = `M${n1(cx - 3.4)} ${n1(cy - 11)}h2.600v7.500h-2.600ZM${n1(cx + 0.8)} ${n1(cy - 11)}h2.600v7.500h-2.600Z`;
  const men = [-3.6, 3.6].slice(0, crew).map((dx) => disc(cx + dx, cy + 8.6, 2)).join("");
  return `${wheels}${limbered ? horses : barrel}${men}`;
}

/** All figures of a unit as one path. */
export function figurePath(unit: Drawn, of: readonly Base[]): string {
  if (unit.arm === "artillery") return of.map((base, i) => gun(base, Math.min(2, unit.figures - 2 * i), unit.formation === "limbered")).join("");
  return of.map(unit.arm === "cavalry" && unit.mounted !== false ? horse : foot).join("");
}

/** A row of marks behind a unit that has lost figures: those who stand and those who fell. */
export function roll(unit: Pick<Unit, "figures" | "start">, depth: number): { there: string; gone: string } {
  const start = Math.min(40, unit.start);
  const [across, first] = [3.6, px(depth) + 4.5];
  const dots = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => disc((from + i - (start - 1) / 2) * across, first, 1.3)).join("");
  return { there: dots(0, unit.figures), gone: dots(unit.figures, start) };
}
