/** The hand over a free table: which piece it holds, what it drags, what it measures. */

import { PlainPlay } from "../../plain/play.svelte";
import type { GameEvent } from "../../lib/types";
import { apart, centre, type Plane, type Pose, type Spot } from "./geometry";
import type { End, Laid, Reading, Tape } from "./tape.svelte";
import { t } from "./words";

export interface Piece {
  id: string;
  name: string;
  pose: Pose;
}

/** What is to be brought into sight. */
export interface Glance {
  spots: readonly Spot[];
  need: "all" | "any";
  by: "hand" | "event";
  near?: number;
}

/** The sheet a table is drawn on, once it is on the page. */
export interface Sheet {
  fit(): void;
  closer(factor: number): void;
  toggle(): void;
}

/** What an event is about, on the table. */
export interface Spots {
  spots: Spot[];
  /** from point to point: ways, and shots or attacks */
  ways: [Spot, Spot][];
  shots: [Spot, Spot][];
}

/** Keys that are held with another. */
export interface Held {
  shift: boolean;
  alt: boolean;
}

export abstract class TableHand<P extends Piece = Piece> extends PlainPlay {
  selected = $state<string | null>(null);
  lit = $state<string | null>(null);
  glance = $state.raw<Glance | null>(null);
  /** in a film: what came with the moment shown */
  happened = $state.raw<readonly Spots[] | null>(null);
  sheet: Sheet | null = null;

  abstract readonly plane: Plane | null;
  abstract readonly pieces: ReadonlyMap<string, P>;
  abstract readonly tape: Tape;
  abstract describe(piece: P): string;
  abstract spots(event: GameEvent): Spots;

  /** A piece was clicked, tapped or entered. */
  abstract pick(id: string, joining: boolean): void;
  /** The ground was clicked. */
  abstract point(at: Spot): void;
  /** Whether something on the table can be taken up: a piece, a handle. */
  abstract mayGrip(grip: string): boolean;
  abstract grip(grip: string, at: Spot): void;
  abstract pull(at: Spot): void;
  abstract release(): void;
  /** An arrow was pressed over the table; whether it meant something. */
  abstract nudge(key: string, held: Held): boolean;

  /** Whether distances are measured here whenever one likes. */
  get measures(): boolean {
    return true;
  }
  /** What the server's tape says, in every measure there is. */
  protected readOff(found: Record<string, unknown>): string {
    return String(found["distance"]);
  }
  async measure(from: End, to: End): Promise<Reading | null> {
    const found = await this.s.inspect({ look: "measure", from, to });
    if (!found || typeof found["distance"] !== "number") return null;
    const line = found["line"] as [Spot, Spot] | null | undefined;
    return { distance: found["distance"], line: line ?? [this.spotOf(from), this.spotOf(to)], read: this.readOff(found) };
  }
  /** A distance in words. */
  async taped(from: string, to: string): Promise<string> {
    const found = await this.measure(from, to);
    return t("tape.said", { a: this.name(from), b: this.name(to), distance: found?.read ?? "?" });
  }
  private spotOf(end: End): Spot {
    const pose = typeof end === "string" ? this.pieces.get(end)?.pose : undefined;
    return typeof end === "string" ? (pose ? centre(pose) : [0, 0]) : end;
  }
  protected tellTape({ from, to, read }: Laid): string {
    const end = (one: End) => (typeof one === "string" ? this.name(one) : t("tape.ground"));
    return t("tape.said", { a: end(from), b: end(to), distance: read });
  }
  /** Of some pieces the one that stands nearest to another. */
  protected nearestTo(id: string | null, among: readonly string[]): string | null {
    const here = id ? this.pieces.get(id)?.pose : undefined;
    if (!here) return null;
    const far = (one: string) => {
      const pose = this.pieces.get(one)?.pose;
      return pose ? apart(centre(here), centre(pose)) : Infinity;
    };
    return among.toSorted((a, b) => far(a) - far(b))[0] ?? null;
  }

  /** The pointer passes over a piece or the ground without a button. */
  hover(at: Spot, piece: string | null): void {
    if (this.tape.on) void this.tape.draw(piece ?? at);
  }
  /** Whether clicks belong to the tape. */
  protected measured(end: string | Spot): boolean {
    if (!this.tape.on) return false;
    void this.tape.lay(end);
    return true;
  }

  override get pointing(): unknown {
    return this.selected;
  }
  override has(piece: string): boolean {
    return this.pieces.has(piece);
  }
  override light(piece: string | null): void {
    this.lit = piece;
  }
  get inView(): readonly Spot[] {
    return [...this.pieces.values()].map(({ pose }) => centre(pose));
  }
  /** What the question is about. */
  get asked(): readonly Spot[] {
    return this.actors.flatMap((id) => this.whereIs(id));
  }
  protected whereIs(id: string): Spot[] {
    const piece = this.pieces.get(id);
    return piece ? [centre(piece.pose)] : [];
  }
  override lookAtQuestion(): void {
    if (this.asked.length) this.glance = { spots: this.asked, need: "all", by: "event" };
  }
  /** The camera goes to what happened; when it is one's own turn, back to what is asked. */
  protected follow(fresh: readonly GameEvent[], waited: boolean): void {
    if (this.s.myTurn && this.asked.length) this.glance = { spots: this.asked, need: waited ? "all" : "any", by: "event" };
    else {
      const spots = fresh.map((event) => this.spots(event).spots).findLast((found) => found.length);
      if (spots) this.glance = { spots, need: "all", by: "event" };
    }
  }

  override select(piece: string | null): void {
    if (this.selected === piece) return;
    this.selected = piece;
    this.chosen();
    const found = piece ? this.pieces.get(piece) : undefined;
    if (found) {
      this.glance = { spots: [centre(found.pose)], need: "all", by: "hand" };
      this.s.say(this.describe(found));
    }
  }
  /** The selection has changed. */
  protected chosen(): void {}

  nextActor(by: number): void {
    const { actors } = this;
    if (!actors.length) return;
    const at = this.selected ? actors.indexOf(this.selected) : -1;
    const next = actors[(at + by + actors.length + (at < 0 && by < 0 ? 1 : 0)) % actors.length];
    if (next) this.select(next);
  }

  override putAway(): boolean {
    if (!this.tape.on) return false;
    this.tape.take(false);
    return true;
  }
  override letGo(): void {
    super.letGo();
    this.selected = null;
    this.chosen();
  }
  override zoom(factor: number | null): void {
    if (factor === null) this.sheet?.fit();
    else this.sheet?.closer(factor);
  }
  override key(key: string, _target: HTMLElement): boolean {
    if (key === "n" || key === "p") this.nextActor(key === "n" ? 1 : -1);
    else if (key === "m" && this.measures) this.tape.take(!this.tape.on);
    else if (key === "0") this.zoom(null);
    else if (key === "+" || key === "=") this.zoom(1.35);
    else if (key === "-") this.zoom(1 / 1.35);
    else if (key === "h") this.sheet?.toggle();
    else if (key.startsWith("Arrow")) return this.nudge(key, { shift: false, alt: false });
    else return false;
    return true;
  }
}
