/** Which names there is room for on the table. */

export interface Label {
  id: string;
  /** the middle of the line of letters, on the sheet */
  x: number;
  y: number;
  text: string;
  /** a name that is written whatever lies in its way */
  first?: boolean;
}
const WIDE = 0.46;

/** Names that would lie on another are left out: those that come first are kept. `size` is that of the letters. */
export function roomFor(labels: readonly Label[], size: number): ReadonlySet<string> {
  const kept: { x: number; y: number; half: number }[] = [];
  const found = new Set<string>();
  for (const { id, x, y, text, first } of labels.toSorted((a, b) => Number(b.first ?? false) - Number(a.first ?? false))) {
    const half = (text.length * WIDE * size) / 2;
    const clear = kept.every((one) => Math.abs(one.y - y) >= size || Math.abs(one.x - x) >= one.half + half);
    if (!clear && !first) continue;
    kept.push({ x, y, half });
    found.add(id);
  }
  return found;
}
