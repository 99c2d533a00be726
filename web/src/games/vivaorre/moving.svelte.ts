/** A move in the hand, as this game has it: lines that move as one, forced marches, generals who join a unit. */

import { Course, type Region } from "../../boards/table/course.svelte";
import { discAt, type Spot } from "../../boards/table/geometry";
import { headed, lengthened, wheeled } from "../../boards/table/manoeuvres";
import type { Step } from "../../lib/gestures";
import type { VivaPlay } from "./play.svelte";
import type { Body, Follower, Ghost, Manoeuvre, Move, Standing } from "./types";

export type { Region };

/** What comes before any other movement. */
const FIRST = new Set(["form", "about", "turn", "wheel"]);

/** A path with one more manoeuvre: changes before movements, one wheel, lengths of one kind added up. */
export function joined(path: readonly Manoeuvre[], next: Manoeuvre): Manoeuvre[] {
  const first = path.filter(({ go }) => FIRST.has(go));
  const rest = path.filter(({ go }) => !FIRST.has(go));
  if (next.go === "wheel") {
    const wheel = wheeled(first.find((step) => step.go === "wheel"), next);
    return [...first.filter((step) => step.go !== "wheel"), ...(wheel ? [wheel] : []), ...rest];
  }
  if (next.go === "form") return [next, ...first.filter((step) => step.go !== "form"), ...rest];
  if (FIRST.has(next.go)) return [...first, next, ...rest];
  const longer = lengthened(rest.at(-1), next);
  return longer ? [...first, ...rest.slice(0, -1), longer] : [...first, ...rest, next];
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

export class Moving extends Course<Manoeuvre, Ghost> {
  forced = $state(false);
  join = $state<string | null>(null);
  enter = $state.raw<Spot | null>(null);
  /** what else the unit may do where it stands: dig, demolish */
  deeds = $state.raw<readonly { do: string; unit: string; piece?: string }[]>([]);
  /** who moves along with the selected one */
  others = $state.raw<readonly string[]>([]);
  /** whether every unit that is pointed at joins them */
  gathering = $state(false);

  constructor(private readonly play: VivaPlay) {
    super(play);
  }
  joined(path: readonly Manoeuvre[], next: Manoeuvre): Manoeuvre[] {
    return joined(path, next);
  }

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
    this.clear();
    this.forced = false;
    this.join = null;
    this.enter = null;
    this.deeds = [];
    if (!this.unit) return;
    void this.ask();
    void this.paint();
    void this.lookForDeeds();
  }

  protected get query(): Record<string, unknown> | null {
    if (!this.unit) return null;
    if (this.line.length) return { look: "group", units: [...this.line], path: [...this.path], forced: this.forced };
    return { look: "way", unit: this.unit, path: [...this.path], ...(this.forced && { forced: true }), ...(this.enter && { enter: [...this.enter] }), ...(this.join && { join: this.join }) };
  }
  protected get reachQuery(): Record<string, unknown> | null {
    return this.unit ? { unit: this.unit, forced: this.forced } : null;
  }
  protected override get whom(): string {
    return `${this.unit} ${this.line.join()}`;
  }
  protected read(found: Record<string, unknown>): Ghost {
    if (this.line.length) return leading(found as unknown as Body, this.line[0]!);
    const ghost = found as unknown as Ghost;
    return this.rider && ghost.pose ? { ...ghost, pose: discAt([ghost.pose[0], ghost.pose[1]]) } : ghost;
  }
  protected given({ body, answer }: Ghost): readonly Manoeuvre[] | undefined {
    return body?.path ?? answer?.path;
  }
  protected told(ghost: Ghost): string {
    return this.play.tellGhost(ghost);
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

  get rider(): boolean {
    return this.unit !== null && this.standing === null;
  }
  protected override get sidles(): boolean {
    return this.rider || (this.ghost?.formation ?? this.standing?.unit.formation) === "square";
  }
  protected override ride(at: Spot): void {
    this.join = null;
    super.ride(at);
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
    if (!standing) return this.ride(at);
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

  /** A general goes to a unit and stays with it. */
  joinUnit(id: string): boolean {
    const piece = this.play.pieces.get(id);
    if (!this.rider || piece?.kind !== "unit") return false;
    this.join = id;
    this.set([{ go: "to", at: [piece.pose[0], piece.pose[1]] }]);
    return true;
  }
}
