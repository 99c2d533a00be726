/** Units as they are drawn: bases in their ranks with a figure of their arm on each, the front up and its middle at 0,0. */

import { disc, mounted, walker, wheels, type Stand } from "../../boards/table/figures";
import { px } from "../../boards/table/geometry";
import type { FormationName, Unit } from "./types";

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
export function bases(unit: Drawn, width: number, depth: number): Stand[] {
  const { n, columns, rows } = order(unit);
  const loose = unit.formation === "skirmish";
  const [across, deep] = loose ? [2 * columns - 1, 2 * rows - 1] : [columns, rows];
  const [w, h] = [px(width) / Math.max(1, across), px(depth) / Math.max(1, deep)];
  const step = loose ? 2 : 1;
  const found: Stand[] = [];
  for (let i = 0; i < n; i += 1) {
    const [rank, file] = [Math.floor(i / columns), i % columns];
    // A rank that is not full stands behind the middle of the others.
    const here = Math.min(columns, n - rank * columns);
    const first = -((here - 1) * step) / 2;
    found.push({ x: (first + file * step - 0.5) * w, y: rank * step * h, w, h, ...(unit.formation === "square" && rank === 1 && { back: true as const }) });
  }
  return found;
}

/** All figures of a unit as one path. */
export function figurePath(unit: Drawn, of: readonly Stand[]): string {
  if (unit.arm === "artillery") return of.map((base, i) => wheels(base, Math.min(2, unit.figures - 2 * i), unit.formation === "limbered")).join("");
  return of.map(unit.arm === "cavalry" && unit.mounted !== false ? mounted : (stand) => walker(stand)).join("");
}

/** A row of marks behind a unit that has lost figures: those who stand and those who fell. */
export function roll(unit: Pick<Unit, "figures" | "start">, depth: number): { there: string; gone: string } {
  const start = Math.min(40, unit.start);
  const [across, first] = [3.6, px(depth) + 4.5];
  const dots = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => disc((from + i - (start - 1) / 2) * across, first, 1.3)).join("");
  return { there: dots(0, unit.figures), gone: dots(unit.figures, start) };
}
