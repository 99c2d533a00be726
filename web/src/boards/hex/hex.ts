/** Where hexes lie on the drawing. Geometry for the eye only: what a unit may do comes from the server. */

import type { Point } from "../camera";

export type { Point };

export type Facing = "N" | "NE" | "SE" | "S" | "SW" | "NW";


export interface GridShape {
  cols: number;
  rows: number;
  layout: "pointy" | "flat";
  shifted: "even" | "odd";
  /** the first column and row, where the numbers do not begin with 0101 */
  first?: { col: number; row: number };
  /** the hexes there are, where the sheet has gaps */
  only?: ReadonlySet<string>;
}

export const FACINGS: readonly Facing[] = ["N", "NE", "SE", "S", "SW", "NW"];
const ROOT3 = Math.sqrt(3);

/** Two digits of column, two of row; always text, or 0302 becomes 302. */
export const number = (col: number, row: number): string => String(col).padStart(2, "0") + String(row).padStart(2, "0");

export const place = (hex: string): { col: number; row: number } => ({ col: Number(hex.slice(0, 2)), row: Number(hex.slice(2)) });

const round = (value: number): number => Math.round(value * 100) / 100;

export class HexGrid {
  readonly width: number;
  readonly height: number;
  private readonly parity: number;
  private readonly first: { col: number; row: number };

  constructor(
    readonly shape: GridShape,
    readonly size = 40,
  ) {
    this.parity = shape.shifted === "odd" ? 1 : 0;
    this.first = shape.first ?? { col: 1, row: 1 };
    const { cols, rows } = shape;
    if (shape.layout === "pointy") {
      this.width = ROOT3 * size * (cols + (rows > 1 ? 0.5 : 0));
      this.height = size * (1.5 * (rows - 1) + 2);
    } else {
      this.width = size * (1.5 * (cols - 1) + 2);
      this.height = ROOT3 * size * (rows + (cols > 1 ? 0.5 : 0));
    }
  }

  has(hex: string): boolean {
    if (!/^\d{4}$/.test(hex)) return false;
    const { col, row } = place(hex);
    return this.holds(col, row) && (this.shape.only?.has(hex) ?? true);
  }

  private holds(col: number, row: number): boolean {
    const { first, shape } = this;
    return col >= first.col && row >= first.row && col < first.col + shape.cols && row < first.row + shape.rows;
  }

  *hexes(): Generator<string> {
    const { first, shape } = this;
    for (let row = first.row; row < first.row + shape.rows; row++)
      for (let col = first.col; col < first.col + shape.cols; col++) if (this.has(number(col, row))) yield number(col, row);
  }

  center(hex: string): Point {
    const { col, row } = place(hex);
    const s = this.size;
    if (this.shape.layout === "pointy") {
      const moved = row % 2 === this.parity ? 0.5 : 0;
      return { x: ROOT3 * s * (col - this.first.col + 0.5 + moved), y: s * (1.5 * (row - this.first.row) + 1) };
    }
    const moved = col % 2 === this.parity ? 0.5 : 0;
    return { x: s * (1.5 * (col - this.first.col) + 1), y: ROOT3 * s * (row - this.first.row + 0.5 + moved) };
  }

  /** The corners clockwise; in a pointy grid from the top one, so that corner i is facing i. */
  corners(hex: string, grow = 1): Point[] {
    const c = this.center(hex);
    const first = this.shape.layout === "pointy" ? -90 : -60;
    return Array.from({ length: 6 }, (_, i) => {
      const angle = ((first + 60 * i) * Math.PI) / 180;
      return { x: c.x + this.size * grow * Math.cos(angle), y: c.y + this.size * grow * Math.sin(angle) };
    });
  }

  /** A point ahead of a piece: at the corner it faces in a pointy grid, at the side in a flat one. */
  ahead(hex: string, facing: Facing, grow = 1): Point {
    const c = this.center(hex);
    const far = this.size * grow * (this.shape.layout === "pointy" ? 1 : ROOT3 / 2);
    const angle = (FACINGS.indexOf(facing) * Math.PI) / 3;
    return { x: c.x + far * Math.sin(angle), y: c.y - far * Math.cos(angle) };
  }

  /** The neighbour across the edge between corner i and corner i + 1, or null off the map. */
  neighbour(hex: string, direction: number): string | null {
    const { col, row } = place(hex);
    let dc: number;
    let dr: number;
    if (this.shape.layout === "pointy") {
      const m = row % 2 === this.parity ? 1 : 0;
      [dc, dr] = ([[m, -1], [1, 0], [m, 1], [m - 1, 1], [-1, 0], [m - 1, -1]] as const)[direction]!;
    } else {
      // Edges from corner 0 (upper right): right-up, right-down, below, left-down, left-up, above.
      const m = col % 2 === this.parity ? 1 : 0;
      [dc, dr] = ([[1, m - 1], [1, m], [0, 1], [-1, m], [-1, m - 1], [0, -1]] as const)[direction]!;
    }
    const there = number(col + dc, row + dr);
    return this.holds(col + dc, row + dr) && this.has(there) ? there : null;
  }

  /** The hex that lies to one as `to` lies to `from`, or null off the map. */
  shifted(hex: string, from: string, to: string): string | null {
    // Counted in half hexes along the shifted lines a step is the same from everywhere.
    const pointy = this.shape.layout === "pointy";
    const half = (line: number) => (line % 2 === this.parity ? 1 : 0);
    const spot = (number: string) => {
      const { col, row } = place(number);
      return pointy ? { line: row, halves: 2 * col + half(row) } : { line: col, halves: 2 * row + half(col) };
    };
    const [here, a, b] = [spot(hex), spot(from), spot(to)];
    const line = here.line + b.line - a.line;
    const along = (here.halves + b.halves - a.halves - half(line)) / 2;
    const [col, row] = pointy ? [along, line] : [line, along];
    return this.holds(col, row) && this.has(number(col, row)) ? number(col, row) : null;
  }

  neighbours(hex: string): string[] {
    return [0, 1, 2, 3, 4, 5].map((d) => this.neighbour(hex, d)).filter((h) => h !== null);
  }

  /** The two hexes at the corner a counter of a pointy grid faces. */
  front(hex: string, facing: Facing): string[] {
    const f = FACINGS.indexOf(facing);
    return [this.neighbour(hex, (f + 5) % 6), this.neighbour(hex, f)].filter((h) => h !== null);
  }

  /** The hex under a point of the drawing. */
  at(p: Point): string | null {
    let best: string | null = null;
    let least = this.size * this.size;
    const s = this.size;
    const [c0, r0] =
      this.shape.layout === "pointy"
        ? [Math.round(p.x / (ROOT3 * s) - 0.5) + this.first.col, Math.round((p.y / s - 1) / 1.5) + this.first.row]
        : [Math.round((p.x / s - 1) / 1.5) + this.first.col, Math.round(p.y / (ROOT3 * s) - 0.5) + this.first.row];
    for (let col = c0 - 1; col <= c0 + 1; col++) {
      for (let row = r0 - 1; row <= r0 + 1; row++) {
        const hex = number(col, row);
        if (!this.holds(col, row) || !this.has(hex)) continue;
        const c = this.center(hex);
        const d = (c.x - p.x) ** 2 + (c.y - p.y) ** 2;
        if (d < least) [best, least] = [hex, d];
      }
    }
    return best;
  }

  path(hex: string, grow = 1): string {
    return `M${this.corners(hex, grow)
      .map((p) => `${round(p.x)} ${round(p.y)}`)
      .join("L")}Z`;
  }

  paths(hexes: Iterable<string>, grow = 1): string {
    let d = "";
    for (const hex of hexes) d += this.path(hex, grow);
    return d;
  }

  /** The edge of a set of hexes as line pieces: every side beyond which the set does not go on. */
  outline(hexes: Iterable<string>): string {
    return this.sides(hexes, () => false);
  }

  /** All hex sides once, for the grid. */
  mesh(hexes: Iterable<string>): string {
    return this.sides(hexes, (side) => side < 3);
  }

  /** Sides as line pieces: those at the set's edge, and of those inside it the ones wanted. */
  private sides(hexes: Iterable<string>, wanted: (side: number) => boolean): string {
    const set = new Set(hexes);
    let d = "";
    for (const hex of set) {
      const c = this.corners(hex);
      for (let i = 0; i < 6; i++) {
        const next = this.neighbour(hex, i);
        if (next !== null && set.has(next) && !wanted(i)) continue;
        const [a, b] = [c[i]!, c[(i + 1) % 6]!];
        d += `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
      }
    }
    return d;
  }

  line(hexes: readonly string[]): string {
    return hexes
      .map((hex, i) => {
        const c = this.center(hex);
        return `${i ? "L" : "M"}${round(c.x)} ${round(c.y)}`;
      })
      .join("");
  }

  /** A straight line from one hex towards another, so much of it. */
  across(a: string, b: string, part = 1): string {
    const [from, to] = [this.center(a), this.center(b)];
    return `M${from.x} ${from.y}L${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}`;
  }

  /** A cross in the middle of a hex. */
  cross(hex: string): string {
    const c = this.center(hex);
    return `M${c.x - 13} ${c.y - 13}l26 26M${c.x + 13} ${c.y - 13}l-26 26`;
  }

  /** The next hex for an arrow key. Up and down go straight up the sheet, leaning by turns right and left. */
  step(hex: string, key: string): string | null {
    const { col, row } = place(hex);
    if (this.shape.layout === "flat") {
      const d = { ArrowUp: 5, ArrowDown: 2, ArrowRight: 0, ArrowLeft: 4 }[key];
      return d === undefined ? null : this.neighbour(hex, d);
    }
    if (key === "ArrowRight") return this.neighbour(hex, 1);
    if (key === "ArrowLeft") return this.neighbour(hex, 4);
    const dr = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    if (!dr) return null;
    const there = number(col, row + dr);
    return this.holds(col, row + dr) && this.has(there) ? there : null;
  }
}

/** The facing nearest to the direction from one point to another: for the handles and for pointing. */
export function facingTo(from: Point, to: Point): Facing {
  const angle = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
  return FACINGS[((Math.round(angle / 60) % 6) + 6) % 6]!;
}

export const turned = (facing: Facing, by: number): Facing => FACINGS[(FACINGS.indexOf(facing) + by + 6) % 6]!;

/** The way from hex to hex that a finger would draw: to the neighbour nearest to the goal, again and again. */
export function straight(grid: HexGrid, from: string, to: string, reach: ReadonlyMap<string, readonly { path: string[] }[]> | null): string[] {
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
