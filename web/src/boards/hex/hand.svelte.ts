/** The hand over a hex map: which piece it holds, where it points, which answer it is about to give. */

import type { GameEvent, Refusal, Answer } from "../../lib/types";
import { PlainPlay } from "../../plain/play.svelte";
import { said } from "../../lib/settings.svelte";
import type { Facing, HexGrid } from "./hex";

export interface Piece {
  id: string;
  name: string;
  hex: string;
}

/** Where on the map an answer points: the piece it is about, the way it goes, the hex where it ends. */
export interface Aim<A extends Answer = Answer> {
  answer: A;
  unit: string;
  hex: string;
  path: string[];
}

/** What an event is about, as places on the map. */
export interface Spots {
  hexes: string[];
  paths: string[][];
  /** from hex to hex: shots and attacks */
  shots: [string, string][];
}

/** Why a hex cannot be chosen. */
export interface Reason extends Refusal {
  hex: string;
}

/** What is to be brought into sight: all of it, or any; by the hand always, else where the camera follows. */
export interface Glance {
  hexes: readonly string[];
  need: "all" | "any";
  by: "hand" | "event";
}

/** The sheet a map is drawn on, once it is on the page. */
export interface Sheet {
  fit(): void;
  closer(factor: number): void;
  toggleCounters(): void;
}

interface Preview {
  aims: readonly Aim[];
  index: number;
}

export abstract class HexHand<P extends Piece = Piece> extends PlainPlay {
  selected = $state<string | null>(null);
  cursor = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** ways to be drawn while somebody chooses among them */
  pathHint = $state.raw<string[][]>([]);
  /** in a film: what came with the moment shown */
  happened = $state.raw<readonly Spots[] | null>(null);
  glance = $state.raw<Glance | null>(null);
  /** the piece whose name is pointed at */
  lit = $state<string | null>(null);
  sheet: Sheet | null = null;

  abstract readonly grid: HexGrid | null;
  abstract readonly pieces: ReadonlyMap<string, P>;
  /** the pieces of each hex, the lowest first */
  abstract readonly stacks: ReadonlyMap<string, readonly P[]>;
  /** piece -> hex -> answers that end there (several ways may lead to one hex) */
  abstract readonly aims: ReadonlyMap<string, ReadonlyMap<string, readonly Aim[]>>;
  /** pieces that are an answer by themselves */
  abstract readonly picks: ReadonlyMap<string, Answer>;

  abstract describe(piece: P): string;
  abstract describeAim(aim: Aim): string;
  /** What a player seems to want who points a piece at a hex: judged by the server, whether allowed or not. */
  abstract wish(piece: string, hex: string): Answer;
  abstract terrain(hex: string): string;
  abstract spots(event: GameEvent): Spots;

  /** The hexes the selected piece may choose, with the answers that lead there. */
  readonly reach = $derived.by(() => (this.selected ? (this.aims.get(this.selected) ?? null) : null));
  readonly aim = $derived.by(() => (this.preview ? (this.preview.aims[this.preview.index] ?? null) : null));

  /** Whether the reach is one of targets and not of ways. */
  get aiming(): boolean {
    return false;
  }
  /** The piece whose facing is asked, and how it faces now. */
  get facing(): { hex: string; now: Facing | null } | null {
    return null;
  }
  face(_facing: Facing): void {}
  /** Whether clicks and the pointer belong to a tool that looks something up. */
  get measuring(): boolean {
    return false;
  }
  lookAt(_hex: string): void {}
  /** A tool of the game may take what is pointed at for itself. */
  protected taken(_hex: string, _piece: string | null): boolean {
    return false;
  }
  /** An answer is foreseen and may be warned of. */
  protected foreseen(_aim: Aim): void {}
  /** The selection has changed. */
  protected chosen(): void {}

  override get pointing(): unknown {
    return [this.selected, this.aim];
  }
  override has(piece: string): boolean {
    return this.pieces.has(piece);
  }
  override name(piece: string): string {
    return this.pieces.get(piece)?.name ?? piece;
  }

  /** The hexes that the question is about. */
  get asked(): readonly string[] {
    return this.actors.flatMap((id) => this.pieces.get(id)?.hex ?? []);
  }

  override light(piece: string | null): void {
    this.lit = piece;
  }

  override lookAtQuestion(): void {
    if (this.asked.length) this.glance = { hexes: this.asked, need: "all", by: "event" };
  }

  /** The camera goes to what happened; when it is one's own turn, back to what is asked. */
  protected follow(fresh: readonly GameEvent[], waited: boolean): void {
    if (this.s.myTurn && this.asked.length) this.glance = { hexes: this.asked, need: waited ? "all" : "any", by: "event" };
    else {
      const hexes = fresh.map((event) => this.spots(event).hexes).findLast((found) => found.length);
      if (hexes) this.glance = { hexes, need: "all", by: "event" };
    }
  }

  override letGo(): void {
    super.letGo();
    this.preview = null;
    this.reason = null;
    this.selected = null;
    this.pathHint = [];
  }

  override refused(): void {
    this.preview = null;
  }

  override cancel(): void {
    if (this.reason) this.reason = null;
    else if (this.preview) this.preview = null;
    else this.letGo();
  }

  override select(piece: string | null): void {
    if (this.selected === piece) return;
    this.selected = piece;
    this.preview = null;
    this.reason = null;
    this.chosen();
    const found = piece ? this.pieces.get(piece) : undefined;
    if (found) {
      this.cursor = found.hex;
      this.glance = { hexes: [found.hex], need: "all", by: "hand" };
      this.s.say(this.describe(found));
    }
  }

  /** A piece was clicked, tapped or entered. */
  pick(id: string): void {
    const piece = this.pieces.get(id);
    if (!piece || this.taken(piece.hex, id)) return;
    const picked = this.picks.get(id);
    if (picked) {
      if (this.selected === id) void this.s.answer(picked);
      else this.select(id);
      return;
    }
    // A piece in reach of the selected one: the hex counts, not the counter.
    if (this.selected && this.selected !== id && this.reach?.has(piece.hex)) {
      this.choose(piece.hex);
      return;
    }
    if (this.selected === id && this.preview === null && this.reach?.has(piece.hex)) {
      this.choose(piece.hex);
      return;
    }
    const stack = this.stacks.get(piece.hex) ?? [];
    if (this.selected === id && stack.length > 1) {
      const next = stack[(stack.findIndex((other) => other.id === id) + 1) % stack.length];
      this.select(next?.id ?? id);
    } else if (this.selected === id) this.letGo();
    else this.select(id);
  }

  /** A hex was clicked: first a preview, then the confirmation. */
  choose(hex: string): void {
    if (this.taken(hex, null)) return;
    this.cursor = hex;
    this.s.failure = null;
    if (this.aim?.hex === hex) {
      void this.confirm();
      return;
    }
    const aims = this.reach?.get(hex);
    if (aims) {
      this.foresee(aims, 0);
      return;
    }
    if (this.selected && this.s.question && this.mayGo(this.selected)) {
      this.preview = null;
      void this.askWhy(hex);
    } else {
      const stack = this.stacks.get(hex);
      const top = stack?.at(-1);
      if (top) this.select(stack?.findLast((piece) => this.actors.includes(piece.id))?.id ?? top.id);
      else this.letGo();
    }
  }

  /** Whether the question is about where a piece goes. */
  protected mayGo(piece: string): boolean {
    return this.aims.has(piece);
  }

  /** Show where answers that lead to one hex would lead, before one is given. */
  foresee(aims: readonly Aim[], index: number): void {
    const shown = aims[index];
    if (!shown) return;
    this.reason = null;
    this.cursor = shown.hex;
    this.glance = { hexes: [shown.hex], need: "all", by: "hand" };
    this.preview = { aims, index };
    this.s.say(this.describeAim(shown));
    this.foreseen(shown);
  }

  async confirm(): Promise<void> {
    const aim = this.aim;
    if (aim) await this.s.answer(aim.answer);
  }

  otherWay(): void {
    const preview = this.preview;
    if (preview && preview.aims.length > 1) this.preview = { aims: preview.aims, index: (preview.index + 1) % preview.aims.length };
  }

  /** Ask the server why the selected piece cannot go to (or fire at) a hex. */
  async askWhy(hex: string): Promise<void> {
    const piece = this.selected;
    if (!piece || !this.s.question || this.reach?.has(hex)) return;
    const refusal = await this.s.why(this.wish(piece, hex));
    if (refusal && this.selected === piece) {
      this.reason = { ...refusal, hex };
      this.s.say(said(refusal.text));
    }
  }

  nextActor(by: number): void {
    if (!this.actors.length) return;
    const at = this.selected ? this.actors.indexOf(this.selected) : -1;
    const next = this.actors[(at + by + this.actors.length + (at < 0 && by < 0 ? 1 : 0)) % this.actors.length];
    if (next) this.select(next);
  }

  override zoom(factor: number | null): void {
    if (factor === null) this.sheet?.fit();
    else this.sheet?.closer(factor);
  }

  override key(key: string, _target: HTMLElement): boolean {
    if (key === "n" || key === "p") this.nextActor(key === "n" ? 1 : -1);
    else if (key === "?") {
      if (this.cursor) void this.askWhy(this.cursor);
    } else if (key === "f" || key === "0") this.zoom(null);
    else if (key === "+" || key === "=") this.zoom(1.35);
    else if (key === "-") this.zoom(1 / 1.35);
    else if (key === "h") this.sheet?.toggleCounters();
    else return false;
    return true;
  }
}
