/** A move in the hand: manoeuvres put together by dragging, keys and buttons, followed by the server at every change. */

import { bearing, beside, corners, local, turnTo, type Pose, type Spot } from "../../boards/table/geometry";
import type { Held } from "../../boards/table/hand.svelte";
import type { Step } from "../../lib/gestures";
import type { VivaPlay } from "./play.svelte";
import type { Body, Follower, Ghost, Manoeuvre, Move, Standing } from "./types";

export type Grip = "middle" | "left" | "right" | "flank-left" | "flank-right" | "turn";
/** Where a kind of manoeuvre can lead. */
export interface Region {
  by: string;
  outline: Spot[];
}

/** What comes before any other movement. */
const FIRST = new Set(["form", "about", "turn", "wheel"]);
const STEP = { far: 250, near: 50 };
const ANGLE = { far: 500, near: 100 };
/** How often the server is asked again for a way it did not tell, and after how long, each time longer. */
const TRIES = 5;
const PAUSE = 300;
/** Within so much of straight on a pull is meant to be straight on. */
const STRAIGHT = 800;

/** A path with one more manoeuvre: changes before movements, one wheel, lengths of one kind added up. */
export function joined(path: readonly Manoeuvre[], next: Manoeuvre): Manoeuvre[] {
  const first = path.filter(({ go }) => FIRST.has(go));
  const rest = path.filter(({ go }) => !FIRST.has(go));
  if (next.go === "wheel") {
    const before = first.find((step) => step.go === "wheel");
    const angle = (before?.go === "wheel" ? (before.side === next.side ? before.angle : -before.angle) : 0) + next.angle;
    const wheel: Manoeuvre[] = angle ? [{ go: "wheel", side: angle > 0 ? next.side : next.side === "left" ? "right" : "left", angle: Math.abs(angle) }] : [];
    return [...first.filter((step) => step.go !== "wheel"), ...wheel, ...rest];
  }
  if (next.go === "form") return [next, ...first.filter((step) => step.go !== "form"), ...rest];
  if (FIRST.has(next.go)) return [...first, next, ...rest];
  const last = rest.at(-1);
  if (last && last.go === next.go && "by" in last && "by" in next) {
    const alike = (!("side" in last) || !("side" in next) || last.side === next.side) && (!("angle" in last) || !("angle" in next) || last.angle === next.angle);
    if (alike) return [...first, ...rest.slice(0, -1), { ...last, by: last.by + next.by } as Manoeuvre];
  }
  if (last?.go === "to" && next.go === "to") return [...first, ...rest.slice(0, -1), next];
  return [...first, ...rest, next];
}

/** What a pull at a handle means for one that stands so: ahead and to the right of where it was taken up. */
export function pulled(grip: Grip, pose: Pose, from: Spot, to: Spot, free: boolean): Manoeuvre | null {
  const [a, b] = [local(pose, from), local(pose, to)];
  const [ahead, right] = [b.ahead - a.ahead, b.right - a.right];
  if (free && grip === "turn") return { go: "to", at: [pose[0], pose[1]], facing: bearing([pose[0], pose[1]], to) };
  if (free) return { go: "to", at: beside([pose[0], pose[1]], pose[2], ahead, right), facing: pose[2] };
  if (grip === "left" || grip === "right") {
    // The corner that is pulled goes forward, the unit wheels on the other one.
    const [left, rightCorner] = corners(pose);
    const pivot = grip === "left" ? rightCorner! : left!;
    const angle = turnTo(bearing(pivot, from), bearing(pivot, to)) * (grip === "left" ? 1 : -1);
    const side = grip === "left" === angle > 0 ? "right" : "left";
    return Math.abs(angle) > 20 ? { go: "wheel", side, angle: Math.min(18000, Math.round(Math.abs(angle))) } : null;
  }
  const flank = grip.startsWith("flank");
  const side = right < 0 ? "left" : "right";
  const off = Math.round((Math.atan2(Math.abs(right), ahead) * 18000) / Math.PI);
  if (!flank && ahead > 0 && off <= STRAIGHT) return { go: "advance", by: Math.round(ahead) };
  if (!flank && ahead > 0 && off <= 6000) return { go: "oblique", side, angle: Math.max(100, Math.min(4500, Math.round(off / 100) * 100)), by: Math.round(Math.hypot(ahead, right)) };
  if (!flank && ahead < 0 && -ahead >= Math.abs(right)) return { go: "back", by: Math.round(-ahead) || 1 };
  return Math.abs(right) >= 1 ? { go: "sideways", side, by: Math.round(Math.abs(right)) } : null;
}

/** The ghost of the one that leads a line, with those who follow it. */
export function leading(body: Body, lead: string): Ghost {
  const own = body.members.find(({ unit }) => unit === lead);
  return { answer: null, pose: null, steps: [], ...own, forms: body.forms, refusal: body.refusal ?? own?.refusal ?? null, body };
}

/** Exactly this move, while moves are asked for. */
const moves =
  (answer: Move): Step =>
  (question) =>
    question.what === "move" ? answer : null;

export class Moving {
  path = $state.raw<readonly Manoeuvre[]>([]);
  forced = $state(false);
  join = $state<string | null>(null);
  enter = $state.raw<Spot | null>(null);
  ghost = $state.raw<Ghost | null>(null);
  regions = $state.raw<readonly Region[]>([]);
  /** what else the unit may do where it stands: dig, demolish */
  deeds = $state.raw<readonly { do: string; unit: string; piece?: string }[]>([]);
  /** who moves along with the selected one */
  others = $state.raw<readonly string[]>([]);
  /** whether every unit that is pointed at joins them */
  gathering = $state(false);
  private drag: { grip: Grip; from: Spot; pose: Pose; base: readonly Manoeuvre[] } | null = null;
  private asking: Promise<void> | null = null;
  private again = false;

  constructor(private readonly play: VivaPlay) {}

  /** Who is moved: the selected one, where it may still move. */
  get unit(): string | null {
    const { selected } = this.play;
    return this.play.what === "move" && selected && this.play.movers.includes(selected) ? selected : null;
  }
  get standing(): Standing | null {
    const piece = this.unit ? this.play.pieces.get(this.unit) : undefined;
    return piece?.kind === "unit" ? piece : null;
  }
  /** Those who move as one, who leads them first; empty where one moves alone. */
  get line(): readonly string[] {
    return this.standing && this.others.length ? [this.standing.id, ...this.others] : [];
  }
  /** Those of the line as they would go, without the one that leads. */
  get followers(): readonly Follower[] {
    return this.line.length ? (this.ghost?.body?.members.filter(({ unit }) => unit !== this.unit) ?? []) : [];
  }
  /** Skirmishers, squares and generals go where they like, alone. */
  get free(): boolean {
    if (this.line.length) return false;
    const formation = this.ghost?.formation ?? this.standing?.unit.formation;
    return this.standing === null || formation === "skirmish" || formation === "square";
  }
  /** Whether anything is put together that could be given. */
  get ready(): boolean {
    return Boolean(this.unit && (this.ghost?.answer || this.line.length && this.orders.length) && (this.path.length || this.enter));
  }

  /** One more moves along, or no longer; the first that is chosen leads. */
  toggle(id: string): void {
    if (!this.standing || !this.play.movers.includes(id) || this.play.outside(id)) return;
    if (id !== this.unit) this.gather(this.others.includes(id) ? this.others.filter((one) => one !== id) : [...this.others, id]);
    else if (this.others.length) this.lead(this.others[0]!, this.others.slice(1));
  }
  /** Those of its brigade who may still move, with their general. */
  gatherBrigade(): void {
    const brigade = this.standing?.unit.brigade;
    const mine = new Set([...(this.play.view?.units ?? []), ...(this.play.view?.generals ?? [])].filter((one) => one.brigade === brigade && one.at).map(({ id }) => id));
    this.gather(this.play.movers.filter((id) => id !== this.unit && mine.has(id)));
  }
  gather(others: readonly string[]): void {
    this.others = others;
    this.set(this.path.filter(({ go }) => go !== "to"));
  }
  /** Another of them leads. */
  lead(id: string, others: readonly string[] = this.line.filter((one) => one !== id)): void {
    this.play.selected = id;
    this.gather(others);
  }

  /** Another unit, or none: begin anew. */
  begin(): void {
    this.others = [];
    this.gathering = false;
    this.anew();
  }
  /** Put down what was put together. */
  anew(): void {
    this.path = [];
    this.forced = false;
    this.join = null;
    this.enter = null;
    this.ghost = null;
    this.regions = [];
    this.deeds = [];
    this.drag = null;
    if (!this.unit) return;
    void this.ask();
    void this.paint();
    void this.lookForDeeds();
  }

  private get query(): Record<string, unknown> | null {
    if (!this.unit) return null;
    if (this.line.length) return { look: "group", units: [...this.line], path: [...this.path], forced: this.forced };
    return { look: "way", unit: this.unit, path: [...this.path], ...(this.forced && { forced: true }), ...(this.enter && { enter: [...this.enter] }), ...(this.join && { join: this.join }) };
  }

  /** Have the server follow the path; of several changes at once only the last is asked about. */
  private ask(): Promise<void> {
    this.again = this.asking !== null;
    this.asking ??= this.askOn().finally(() => (this.asking = null));
    return this.asking;
  }
  private async askOn(): Promise<void> {
    let tries = 0;
    do {
      this.again = false;
      const { query, unit, line } = this;
      const { version } = this.play.s;
      const found = query ? await this.play.s.inspect({ ...query, forms: !this.drag }) : null;
      if (!query || unit !== this.unit || line.join() !== this.line.join() || version !== this.play.s.version) continue;
      // A busy server may have let the question go, or we asked too often: without its answer nothing could be given.
      if (!found && tries < TRIES) {
        tries += 1;
        await new Promise((done) => setTimeout(done, PAUSE * tries));
        this.again = true;
      } else if (line.length) this.follow(found ? leading(found as unknown as Body, line[0]!) : null);
      else this.follow(found as Ghost | null);
    } while (this.again);
  }

  private follow(found: Ghost | null): void {
    // While it is dragged the formations stay as they were.
    this.ghost = found && this.drag ? { ...found, forms: this.ghost?.forms ?? [] } : found;
    if (found && !this.again) this.path = found.body?.path ?? found.answer?.path ?? this.path;
    if (found && !this.drag) this.play.s.say(this.play.tellGhost(found));
  }

  private async paint(): Promise<void> {
    const { unit, forced } = this;
    const found = unit ? await this.play.s.reach({ unit, forced }) : null;
    if (unit === this.unit) this.regions = (found?.["regions"] ?? []) as Region[];
  }

  /** What else it could do is asked once, as it is chosen. */
  private async lookForDeeds(): Promise<void> {
    const { standing } = this;
    if (!standing) return;
    const { id, unit } = standing;
    const wished = [
      ...(unit.arm === "infantry" ? [{ do: "dig", unit: id }] : []),
      ...(unit.notes.includes("engineers") ? (this.play.view?.table.terrain ?? []).map((piece) => ({ do: "demolish", unit: id, piece: piece.id })) : []),
    ];
    const lawful = await Promise.all(wished.map(async (answer) => ((await this.play.s.why(answer)) === null ? [answer] : [])));
    if (this.unit === id) this.deeds = lawful.flat();
  }

  set(path: readonly Manoeuvre[]): void {
    this.path = path;
    void this.ask();
  }
  /** Put a whole path together and wait for what the server says of it. */
  async tried(path: readonly Manoeuvre[]): Promise<Ghost | null> {
    this.path = path;
    await this.ask();
    return this.ghost;
  }
  add(step: Manoeuvre): void {
    this.set(joined(this.path, step));
  }
  /** Take back the last manoeuvre; whether there was one. */
  undo(): boolean {
    if (!this.path.length && !this.join && !this.enter) return false;
    if (this.join) this.join = null;
    if (this.path.length) this.set(this.path.slice(0, -1));
    else {
      this.enter = null;
      void this.ask();
    }
    return true;
  }
  toggleForced(): void {
    this.forced = !this.forced;
    void this.ask();
    void this.paint();
  }

  /** The moves of a line in the order in which they can be made. */
  get orders(): readonly Move[] {
    return this.ghost?.body?.members.flatMap(({ answer }) => answer ?? []) ?? [];
  }
  async commit(): Promise<void> {
    const { ghost, orders } = this;
    if (this.line.length) await this.play.s.perform(orders.map(moves));
    else if (ghost?.answer) await this.play.s.answer(ghost.answer);
  }
  /** Stand where it is: its move is over. */
  async stay(): Promise<void> {
    if (this.unit) await this.play.s.answer({ do: "move", unit: this.unit, path: [] } as Move);
  }

  // ---------------------------------------------------------------- by pointing

  get pose(): Pose | null {
    return this.ghost?.pose ?? (this.unit ? (this.play.pieces.get(this.unit)?.pose ?? null) : null);
  }

  grip(grip: Grip, at: Spot): void {
    const { pose } = this;
    if (!pose) return;
    // A pull goes on from where the ghost stands.
    this.drag = { grip, from: at, pose: this.general ? [pose[0], pose[1], 0, pose[3], pose[4]] : pose, base: this.path };
  }
  get general(): boolean {
    return this.unit !== null && this.standing === null;
  }
  pull(at: Spot): void {
    const { drag } = this;
    if (!drag) return;
    if (this.general) {
      this.join = null;
      this.set([{ go: "to", at: [...at] }]);
      return;
    }
    const step = pulled(drag.grip, drag.pose, drag.from, at, this.free);
    // A corner pulled back only lessens a wheel that there is.
    const backward = step?.go === "wheel" && step.side === drag.grip && !drag.base.some(({ go }) => go === "wheel");
    if (backward) return;
    this.set(step ? joined(drag.base, step) : drag.base);
  }
  release(): void {
    this.drag = null;
  }

  /** The ground was pointed at: the nearest lawful move there, as the server finds it. */
  async goTo(at: Spot): Promise<void> {
    const { unit, standing } = this;
    if (!unit) return;
    if (this.play.outside(unit)) {
      this.enter = this.play.onEdge(at);
      void this.ask();
      return;
    }
    if (!standing) {
      this.join = null;
      this.set([{ go: "to", at: [...at] }]);
      return;
    }
    const { pose } = standing;
    if (this.line.length) {
      this.set(headed(this.path.filter((step) => step.go === "form"), pose, at));
      return;
    }
    if (this.free) {
      this.set(joined(this.path.filter((step) => FIRST.has(step.go)), { go: "to", at: [...at], facing: this.pose?.[2] ?? pose[2] }));
      return;
    }
    const facing = this.pose?.[2] ?? pose[2];
    const found = await this.play.s.snap({ unit, at: [...at], facing, formation: this.ghost?.formation ?? standing.unit.formation, forced: this.forced });
    if (this.unit !== unit) return;
    const answer = found?.["answer"] as Move | null | undefined;
    if (answer?.path) this.set(answer.path);
    else this.set(headed(this.path.filter((step) => step.go === "form"), pose, at));
  }

  /** An arrow: on and back, or a wheel; with Alt off the straight and aside. */
  nudge(key: string, { shift, alt }: Held): boolean {
    if (!this.unit) return false;
    const by = shift ? STEP.near : STEP.far;
    const angle = shift ? ANGLE.near : ANGLE.far;
    const side = key === "ArrowLeft" ? "left" : "right";
    const { pose } = this;
    if (!pose) return false;
    if (this.free) {
      const aside = alt || this.general || (this.ghost?.formation ?? this.standing?.unit.formation) === "square";
      const [ahead, right] = key === "ArrowUp" ? [by, 0] : key === "ArrowDown" ? [-by, 0] : aside ? [0, side === "left" ? -by : by] : [0, 0];
      const facing = aside || ahead ? pose[2] : (pose[2] + (side === "left" ? -angle : angle) + 36000) % 36000;
      this.add({ go: "to", at: beside([pose[0], pose[1]], this.general ? 0 : pose[2], ahead!, right!), ...(!this.general && { facing }) });
    } else if (key === "ArrowUp") this.add({ go: "advance", by });
    else if (key === "ArrowDown") this.shorten(by);
    else if (alt && shift) this.add({ go: "oblique", side, angle: 4500, by: STEP.far });
    else if (alt) this.add({ go: "sideways", side, by });
    // Left turns the front to the left: on its left corner.
    else this.add({ go: "wheel", side, angle });
    return true;
  }

  /** Back from an advance that is being put together; otherwise a step back. */
  private shorten(by: number): void {
    const last = this.path.at(-1);
    if (last && "by" in last && last.go !== "back") this.set(last.by > by ? [...this.path.slice(0, -1), { ...last, by: last.by - by }] : this.path.slice(0, -1));
    else this.add({ go: "back", by });
  }

  /** A general goes to a unit and stays with it. */
  joinUnit(id: string): boolean {
    const piece = this.play.pieces.get(id);
    if (!this.general || piece?.kind !== "unit") return false;
    this.join = id;
    this.set([{ go: "to", at: [piece.pose[0], piece.pose[1]] }]);
    return true;
  }
}

/** Towards a point, for one that wheels and then goes straight on. */
export function headed(first: readonly Manoeuvre[], pose: Pose, at: Spot): Manoeuvre[] {
  const { ahead, right } = local(pose, at);
  const off = turnTo(pose[2], bearing([pose[0], pose[1]], at));
  if (ahead < 0 && -ahead > Math.abs(right)) return [...first, { go: "back", by: Math.max(1, Math.round(-ahead)) }];
  const far = Math.max(1, Math.round(Math.hypot(ahead, right)));
  if (Math.abs(off) <= STRAIGHT) return [...first, { go: "advance", by: Math.max(1, Math.round(ahead)) }];
  return [...first, { go: "wheel", side: off < 0 ? "left" : "right", angle: Math.min(4500, Math.abs(off)) }, { go: "advance", by: far }];
}
