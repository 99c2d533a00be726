/** Terrain before the battle: pieces of the theatre's box, tried on the table before they are laid. */

import type { Spot } from "../../boards/table/geometry";
import type { Refusal } from "../../lib/types";
import type { Terrain as Laid } from "./generated";
import type { VivaPlay } from "./play.svelte";
import type { Answer } from "./types";

type Piece = Laid & { do: "terrain" };

export class Laying {
  index = $state<number | null>(null);
  off = $state.raw<Spot>([0, 0]);
  refusal = $state.raw<Refusal | null>(null);
  private from: { at: Spot; off: Spot } | null = null;

  constructor(private readonly play: VivaPlay) {}

  get on(): boolean {
    return this.play.s.myTurn && this.play.what === "terrain";
  }
  get pieces(): readonly Piece[] {
    return (this.play.s.options as Answer[]).filter((one): one is Piece => one.do === "terrain");
  }
  begin(): void {
    this.index = null;
    this.off = [0, 0];
    this.refusal = null;
  }
  choose(index: number | null): void {
    this.index = index;
    this.off = [0, 0];
    this.refusal = null;
  }

  /** The piece in the hand, where it is held. */
  readonly held = $derived.by((): Piece | null => {
    const piece = this.index === null ? undefined : this.pieces[this.index];
    if (!piece) return null;
    const moved = (points: number[][]) => points.map((at) => [(at[0] ?? 0) + this.off[0], (at[1] ?? 0) + this.off[1]]);
    return { ...piece, ...(piece.shape && { shape: moved(piece.shape) }), ...(piece.line && { line: moved(piece.line) }) };
  });

  grip(at: Spot): void {
    this.from = { at, off: this.off };
  }
  pull(at: Spot): void {
    const { from } = this;
    if (from) this.off = [Math.round((from.off[0] + at[0] - from.at[0]) / 100) * 100, Math.round((from.off[1] + at[1] - from.at[1]) / 100) * 100];
  }
  async release(): Promise<void> {
    this.from = null;
    this.refusal = this.held ? await this.play.s.why(this.held) : null;
  }
  async lay(): Promise<void> {
    if (this.held) await this.play.s.answer(this.held);
  }
}
