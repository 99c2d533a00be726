/** The hand over a hex map: which piece it holds, where it points, which answer it is about to give. */

import { exactly, type Step } from "../../lib/gestures";
import { said } from "../../lib/settings.svelte";
import type { GameEvent, Refusal, Answer } from "../../lib/types";
import { PlainPlay } from "../../plain/play.svelte";
import { drawn, pinned, takenUp, type Drag } from "./drag";
import { Group, type Way } from "./group.svelte";
import { straight, type Facing, type HexGrid, type Point } from "./hex";

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
  /** whether the way is one that a hand has drawn, beside those that are listed */
  drawn?: true;
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
  /** how near the camera comes at least, where there is room for all of it */
  near?: number;
}

/** The sheet a map is drawn on, once it is on the page. */
export interface Sheet {
  fit(): void;
  closer(factor: number): void;
  toggleCounters(): void;
  /** the hex under the pointer, if the pointer is over the map */
  under(event: MouseEvent): string | null;
}

/** What is done with pieces where a position is set up by hand, and nobody is asked anything. */
export interface Editing {
  put(piece: string, hex: string, facing: Facing | null): void;
  /** an empty hex was pointed at */
  point(hex: string): void;
}

interface Preview {
  aims: readonly Aim[];
  index: number;
  /** how the piece is to face at the end; null leaves that open */
  facing: Facing | null;
}

export abstract class HexHand<P extends Piece = Piece> extends PlainPlay {
  selected = $state<string | null>(null);
  cursor = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** why not, over the map: it goes with the pointer */
  reason = $state.raw<Reason | null>(null);
  /** the same where it was asked for and not only met: it stays to be read */
  refusal = $state.raw<Reason | null>(null);
  /** the piece that is being dragged */
  drag = $state.raw<Drag | null>(null);
  private landing: Drag | null = null;
  readonly group = new Group(this);
  /** ways to be drawn while somebody chooses among them */
  pathHint = $state.raw<string[][]>([]);
  /** in a film: what came with the moment shown */
  happened = $state.raw<readonly Spots[] | null>(null);
  glance = $state.raw<Glance | null>(null);
  /** the piece whose name is pointed at */
  lit = $state<string | null>(null);
  sheet: Sheet | null = null;
  editing: Editing | null = null;

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
  /** Whether a piece can be turned where it stands. */
  turns(_piece: string): boolean {
    return false;
  }
  turnTo(_pieces: readonly string[], _facing: Facing): void {}
  /** Whether several pieces may move together now. */
  get marches(): boolean {
    return false;
  }
  march(_goals: Readonly<Record<string, string>>): Promise<Way[] | null> {
    return Promise.resolve(null);
  }
  /** What a member of a group answers on its way. */
  protected marchSteps(_way: Way, _facing: Facing | null): readonly Step[] {
    return [];
  }
  /** Whether an answer is given as soon as it is pointed at, without being shown first. */
  protected atOnce(_aim: Aim): boolean {
    return false;
  }
  /** The answers that lead where an aim leads, and turn the piece there if that is wanted. */
  protected steps(aim: Aim, _facing: Facing | null): readonly Step[] {
    return [exactly(aim.answer)];
  }
  /** Whether pieces go by the way on which they are dragged. */
  get draws(): boolean {
    return false;
  }
  /** The answer that leads along a way that was drawn, or why there is none; null where it is listed anyway. */
  protected drawnWay(_piece: string, _trail: readonly string[], _goal: string): Promise<Aim | Refusal | null> {
    return Promise.resolve(null);
  }
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
    return [this.selected, this.aim, this.group.plan];
  }
  override has(piece: string): boolean {
    return this.pieces.has(piece);
  }
  override name(piece: string): string {
    return this.pieces.get(piece)?.name ?? piece;
  }

  /** What the first look at the map takes in. */
  get inView(): readonly string[] {
    return [...this.pieces.values()].map((piece) => piece.hex);
  }

  /** The hexes that the question is about. */
  get asked(): readonly string[] {
    return this.actors.flatMap((id) => this.pieces.get(id)?.hex ?? []);
  }

  override light(piece: string | null): void {
    this.lit = piece;
  }

  /** How near the camera comes to what is asked or happens; null leaves it where it is. */
  protected get nearness(): number | null {
    return null;
  }

  override lookAtQuestion(): void {
    if (this.asked.length) this.look(this.asked, "all");
  }

  private look(hexes: readonly string[], need: Glance["need"]): void {
    this.glance = { hexes, need, by: "event", ...(this.nearness && { near: this.nearness }) };
  }

  /** The camera goes to what happened; when it is one's own turn, back to what is asked. */
  protected follow(fresh: readonly GameEvent[], waited: boolean): void {
    if (this.s.myTurn && this.asked.length) this.look(this.asked, waited ? "all" : "any");
    else {
      const hexes = fresh.map((event) => this.spots(event).hexes).findLast((found) => found.length);
      if (hexes) this.look(hexes, "all");
    }
  }

  override letGo(): void {
    super.letGo();
    this.preview = null;
    this.clearReasons();
    this.selected = null;
    this.drag = null;
    this.group.scatter();
    this.pathHint = [];
  }

  protected clearReasons(): void {
    this.reason = null;
    this.refusal = null;
  }

  override refused(): void {
    this.preview = null;
    this.group.plan = null;
  }

  override cancel(): void {
    if (this.drag) this.drag = null;
    else if (this.reason || this.refusal) this.clearReasons();
    else if (this.preview) this.preview = null;
    else if (this.group.plan) this.group.plan = null;
    else this.letGo();
  }

  override select(piece: string | null): void {
    if (this.selected === piece) return;
    this.hold(piece);
    const found = piece ? this.pieces.get(piece) : undefined;
    if (found) {
      this.cursor = found.hex;
      this.glance = { hexes: [found.hex], need: "all", by: "hand" };
      this.s.say(this.describe(found));
    }
  }

  /** Choose a piece without leading the eye to it. */
  protected hold(piece: string | null): void {
    this.selected = piece;
    this.preview = null;
    this.clearReasons();
    this.chosen();
  }

  /** A piece was clicked, tapped or entered; `joining` where it is one of several. */
  pick(id: string, joining = false): void {
    const piece = this.pieces.get(id);
    if (!piece || this.taken(piece.hex, id)) return;
    if (this.marches && this.actors.includes(id) && (joining || this.group.gathering)) {
      this.join(id);
      return;
    }
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
    } else if (this.selected === id) this.again(id);
    else {
      if (!this.group.has(id)) this.group.scatter();
      this.select(id);
    }
  }

  /** The selected piece was pointed at once more. */
  protected again(_piece: string): void {
    this.letGo();
  }

  /** A hex was clicked: first a preview, then the confirmation. */
  choose(hex: string): void {
    if (this.taken(hex, null)) return;
    this.cursor = hex;
    if (this.editing && (this.selected || !this.stacks.has(hex))) {
      this.editing.point(hex);
      return;
    }
    this.s.failure = null;
    if (this.aim?.hex === hex || this.group.plan?.goal === hex) {
      void this.confirm();
      return;
    }
    if (this.selected && this.group.has(this.selected) && !this.stacks.get(hex)?.some((piece) => this.group.has(piece.id))) {
      void this.foreseeGroup(this.selected, hex, null);
      return;
    }
    const aims = this.reach?.get(hex);
    if (aims) {
      this.point(aims, null);
      return;
    }
    if (this.selected && this.s.question && this.mayGo(this.selected)) {
      this.preview = null;
      void this.askWhy(hex, true);
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

  /** Answers were pointed at that lead to one hex: the only one is given where nothing speaks for a second look. */
  protected point(aims: readonly Aim[], facing: Facing | null): void {
    const [aim, other] = aims;
    if (aim && !other && this.atOnce(aim)) void this.s.perform(this.steps(aim, facing));
    else this.foresee(aims, 0, facing);
  }

  /** Show where answers that lead to one hex would lead, before one is given. */
  foresee(aims: readonly Aim[], index: number, facing: Facing | null = null): void {
    const shown = aims[index];
    if (!shown) return;
    this.clearReasons();
    this.cursor = shown.hex;
    this.glance = { hexes: [shown.hex], need: "all", by: "hand" };
    this.preview = { aims, index, facing };
    this.s.say(this.describeAim(shown));
    this.foreseen(shown);
  }

  async confirm(): Promise<void> {
    const { aim, preview } = this;
    const { plan, going } = this.group;
    if (aim) await this.s.perform(this.steps(aim, preview?.facing ?? null), { quiet: true });
    else if (plan && going.length) {
      this.group.scatter();
      await this.s.perform(going.flatMap((way) => this.marchSteps(way, plan.facing)));
    }
  }

  otherWay(): void {
    const preview = this.preview;
    if (preview && preview.aims.length > 1) this.foresee(preview.aims, (preview.index + 1) % preview.aims.length, preview.facing);
  }

  /** Ask the server why the selected piece cannot go to (or fire at) a hex; `asked` where the player wants to know. */
  async askWhy(hex: string, asked = false): Promise<void> {
    const piece = this.selected;
    if (!piece || !this.s.question || this.facing || this.reach?.has(hex)) return;
    const refusal = await this.s.why(this.wish(piece, hex));
    if (refusal && this.selected === piece && !this.drag) {
      this.reason = { ...refusal, hex };
      if (asked) this.refusal = this.reason;
      this.s.say(said(refusal.text));
    }
  }

  // ---------------------------------------------------------------- several at once

  /** One more for the group, or one less; it leads the others. */
  join(id: string): void {
    // The piece that was chosen alone is the first of them.
    if (!this.group.members.length && this.selected && this.selected !== id && this.actors.includes(this.selected)) this.group.toggle(this.selected);
    this.group.toggle(id);
    this.hold(this.group.members.includes(id) ? id : (this.group.members.at(-1) ?? null));
  }

  /** Everybody who can be turned or moved now. */
  gatherAll(): void {
    if (!this.marches) return;
    const all = this.actors.filter((piece) => this.mayGo(piece));
    this.group.gather(all);
    if (!this.selected || !all.includes(this.selected)) this.select(all[0] ?? null);
  }

  async foreseeGroup(lead: string, hex: string, facing: Facing | null): Promise<void> {
    this.clearReasons();
    this.cursor = hex;
    await this.group.aim(lead, hex, facing);
  }

  // ---------------------------------------------------------------- dragging

  /** Whether a piece can be taken up and dragged. */
  mayHold(piece: string): boolean {
    return this.editing !== null || (this.s.myTurn && !this.measuring && this.actors.includes(piece));
  }

  takeUp(piece: string, press: Point): void {
    const home = this.pieces.get(piece)?.hex;
    if (!home) return;
    if (this.selected !== piece) this.hold(piece);
    this.preview = null;
    this.group.plan = null;
    this.clearReasons();
    if (!this.group.has(piece)) this.group.scatter();
    this.drag = takenUp(piece, home, press);
  }

  draw(at: Point): void {
    const { drag, grid } = this;
    if (drag && grid) this.drag = drawn(drag, grid, at, this.editing !== null || this.turns(drag.piece));
  }

  /** The pointer rests over a hex: if the piece can go there, what follows says how it faces. */
  rest(): void {
    const { drag } = this;
    if (drag?.goal && this.editing) this.drag = pinned(drag);
    else if (drag?.goal && this.turns(drag.piece) && (this.reach?.has(drag.goal) || this.group.has(drag.piece))) this.drag = pinned(drag);
  }

  drop(): void {
    const { drag } = this;
    // The answer that made way for this one is still under way: it lands with what comes back.
    this.landing = this.s.busy ? drag : null;
    this.drag = null;
    if (!drag?.goal || this.landing) return;
    const { piece, goal, home, facing, trail } = drag;
    if (this.editing) {
      if (goal !== home || facing) this.editing.put(piece, goal, facing);
      return;
    }
    const aims = this.aims.get(piece)?.get(goal);
    if (goal === home) {
      if (facing) this.turnTo(this.group.has(piece) ? this.group.members : [piece], facing);
    } else if (this.group.has(piece)) void this.foreseeGroup(piece, goal, facing);
    else if (this.draws && trail.length) void this.dropAlong(piece, trail, goal, facing);
    else if (aims) this.point(aims, facing);
    else void this.askWhy(goal, true);
  }

  /** Put a piece down where the way ends that was drawn: by that way, if it may be gone and is another than the listed. */
  private async dropAlong(piece: string, trail: readonly string[], goal: string, facing: Facing | null): Promise<void> {
    const aims = this.aims.get(piece)?.get(goal) ?? [];
    const { version } = this.s;
    const found = await this.drawnWay(piece, trail, goal);
    if (this.s.version !== version || this.selected !== piece) return;
    const home = this.pieces.get(piece)?.hex ?? goal;
    // A detour was meant; of a straight pull that can hardly be said, so the cheapest way comes first.
    const detour = this.grid !== null && trail.length > straight(this.grid, home, goal, null).length;
    const drawn = found && "answer" in found ? [found] : [];
    const all = detour ? [...drawn, ...aims] : [...aims, ...drawn];
    if (all.length) this.point(all, facing);
    if (found && !("answer" in found) && (detour || !all.length)) this.refusal = { ...found, hex: goal };
    else if (!all.length) void this.askWhy(goal, true);
  }

  /** There is a new question: what was dropped before it came is put down now. */
  protected land(): void {
    const { landing } = this;
    if (!landing) return;
    this.drag = landing;
    this.drop();
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
      if (this.cursor) void this.askWhy(this.cursor, true);
    } else if (key === "f" || key === "0") this.zoom(null);
    else if (key === "+" || key === "=") this.zoom(1.35);
    else if (key === "-") this.zoom(1 / 1.35);
    else if (key === "g" && this.marches && this.selected) this.group.toggle(this.selected);
    else if (key === "w" && this.marches) this.gatherAll();
    else if (key === "h") this.sheet?.toggleCounters();
    else return false;
    return true;
  }
}
