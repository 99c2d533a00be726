/** Markers laid or turned by pointing: first the hex from which is attacked, then the target. */

import type { Declare, Turn } from "./generated";

export type Mark = Declare | Turn;

/** What the hand needs of its table. */
interface Table {
  readonly choices: { readonly marks: readonly Mark[] };
}

export class Marking {
  /** the hex of the marker, once it is chosen */
  from = $state<string | null>(null);

  constructor(private readonly table: Table) {}

  readonly on = $derived.by(() => this.table.choices.marks.length > 0);
  /** where markers may lie */
  readonly hexes = $derived.by(() => new Set(this.table.choices.marks.map((mark) => mark.hex)));
  /** what may be attacked: from the chosen hex, or from any */
  readonly targets = $derived.by(() => new Set(this.table.choices.marks.filter((mark) => this.from === null || mark.hex === this.from).map((mark) => mark.target)));

  /** A hex was pointed at: the answers that are meant by now, or none as long as one end is open. */
  point(hex: string): readonly Mark[] {
    const { marks } = this.table.choices;
    if (this.from !== null) {
      const found = marks.filter((mark) => mark.hex === this.from && mark.target === hex);
      if (found.length) return found;
    }
    if (this.hexes.has(hex)) {
      this.from = this.from === hex ? null : hex;
      const found = marks.filter((mark) => mark.hex === hex);
      return this.from !== null && new Set(found.map((mark) => mark.target)).size === 1 ? found : [];
    }
    // A target that only one hex looks at needs no second pointing.
    const found = marks.filter((mark) => mark.target === hex);
    const froms = new Set(found.map((mark) => mark.hex));
    if (froms.size === 1) this.from = found[0]?.hex ?? null;
    return froms.size === 1 ? found : [];
  }
}
