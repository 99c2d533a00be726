/** Figures seen from above, for bases with the front up: who walks, who rides, who serves a piece. In pixels of the drawing. */

/** The ground that one figure or one model stands on. */
export interface Stand {
  x: number;
  y: number;
  w: number;
  h: number;
  /** turned about, as the rear face of a square is */
  back?: true;
}

const n1 = (value: number): string => String(Math.round(value * 10) / 10);
export const disc = (x: number, y: number, r: number): string => `M${n1(x - r)} ${n1(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** Several stands as one path. */
export const standPath = (of: readonly Stand[]): string => of.map(({ x, y, w, h }) => `M${n1(x + 0.3)} ${n1(y + 0.3)}h${n1(w - 0.6)}v${n1(h - 0.6)}h${n1(0.6 - w)}Z`).join("");

/** Who walks: hat, shoulders, and what he carries, so far before him. */
export function walker({ x, y, w, h, back }: Stand, long = 5.6): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const up = back ? -1 : 1;
  return `${disc(cx, cy - 1.2 * up, 1.9)}M${n1(cx - 2.7)} ${n1(cy + 0.4 * up)}h5.4v${n1(3.2 * up)}h-5.4ZM${n1(cx + 2)} ${n1(cy + 1 * up)}v${n1(-long * up)}h0.9v${n1(long * up)}Z`;
}

/** Who rides. */
export function mounted({ x, y, w, h }: Stand): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  return `M${n1(cx)} ${n1(cy - 8.4)}c2.400 0 2.200 3 2 4.200c2.200 1.400 2.200 8 0.600 10.400c-0.800 1.600 -4.400 1.600 -5.200 0c-1.600 -2.400 -1.600 -9 0.600 -10.400c-0.200 -1.200 -0.400 -4.200 2 -4.200Z${disc(cx, cy + 0.8, 2.3)}`;
}

/** A piece on its wheels with who serves it; hitched up it has its team before it. */
export function wheels({ x, y, w, h }: Stand, crew: number, hitched: boolean): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const carriage = `M${n1(cx - 6.4)} ${n1(cy - 3)}h2v8h-2ZM${n1(cx + 4.4)} ${n1(cy - 3)}h2v8h-2ZM${n1(cx - 4.4)} ${n1(cy + 0.4)}h8.8v1.400h-8.800Z`;
  const barrel = `M${n1(cx - 1.3)} ${n1(cy - 9.5)}h2.600l0.600 12.500h-3.800Z`;
  const team = `M${n1(cx - 3.4)} ${n1(cy - 11)}h2.600v7.500h-2.600ZM${n1(cx + 0.8)} ${n1(cy - 11)}h2.600v7.500h-2.600Z`;
  const men = [-3.6, 3.6].slice(0, crew).map((dx) => disc(cx + dx, cy + 8.6, 2)).join("");
  return `${carriage}${hitched ? team : barrel}${men}`;
}

/** So many stands side by side in rows over a rectangle whose front edge has its middle at 0,0. */
export function ranked(width: number, depth: number, columns: number, rows: number): Stand[] {
  const [w, h] = [width / columns, depth / rows];
  return Array.from({ length: columns * rows }, (_, i) => ({ x: -width / 2 + (i % columns) * w, y: Math.floor(i / columns) * h, w, h }));
}
