import type { Answer } from "../../../src/lib/types";
import { PlainPlay } from "../../../src/plain/play.svelte";

export interface Unit {
  id: string;
  owner: string;
  cell: number;
  strength?: number;
  shown: boolean;
}

/** Units are chosen on the line of cells; the list then shows the answers of the chosen one. */
export class VeiledPlay extends PlainPlay {
  selected = $state<string | null>(null);
  readonly units = $derived((this.s.view?.["units"] ?? []) as Unit[]);
  readonly #actors = $derived([...new Set(this.s.options.flatMap((answer) => ("unit" in answer ? [String(answer.unit)] : [])))]);

  override get actors(): readonly string[] {
    return this.#actors;
  }
  override get ends(): readonly Answer[] {
    return this.s.options.filter((answer) => answer.do === "rest");
  }
  override get pointing(): unknown {
    return this.selected;
  }
  override newMoment(): void {
    if (this.selected && !this.actors.includes(this.selected)) this.selected = null;
  }
  override select(piece: string | null): void {
    this.selected = piece;
  }
  override has(piece: string): boolean {
    return this.units.some((unit) => unit.id === piece);
  }
}
