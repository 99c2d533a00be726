/** A move in the hand, as this game has it: formations as one or a base alone, generals, guns on the limber, deeds. */

import { Course } from "../../boards/table/course.svelte";
import { centre, type Spot } from "../../boards/table/geometry";
import { headed, lengthened, wheeled } from "../../boards/table/manoeuvres";
import type { Answer as AnyAnswer } from "../../lib/types";
import type { GuerrePlay } from "./play.svelte";
import type { Answer, Ghost, Manoeuvre, Move, Standing } from "./types";

/** What takes up the whole impulse, and so stands alone in a path. */
const WHOLE = new Set(["sideways", "about", "form", "tactical"]);

/** A path with one more manoeuvre: what takes the whole impulse stands alone, lengths of one kind are added up. */
export function joined(path: readonly Manoeuvre[], next: Manoeuvre): Manoeuvre[] {
  const last = path.at(-1);
  if (last?.go === "wheel" && next.go === "wheel") {
    const wheel = wheeled<Manoeuvre>(last, next);
    return [...path.slice(0, -1), ...(wheel ? [wheel] : [])];
  }
  const longer = lengthened(last, next);
  if (longer) return [...path.slice(0, -1), longer];
  if (WHOLE.has(next.go) || (last && WHOLE.has(last.go))) return [next];
  return [...path, next];
}

export class Moving extends Course<Manoeuvre, Ghost> {
  /** whether the selected base leaves its formation */
  alone = $state(false);
  /** whether the ground is pointed at for a tactical move, place after place */
  tactical = $state(false);
  /** what else the unit may do where it stands: occupy, break off, look for a ford */
  deeds = $state.raw<readonly Answer[]>([]);

  constructor(private readonly play: GuerrePlay) {
    super(play);
  }
  joined(path: readonly Manoeuvre[], next: Manoeuvre): Manoeuvre[] {
    return joined(path, next);
  }

  /** Who is moved: the selected one, where its unit may still move. */
  get unit(): string | null {
    const { selected } = this.play;
    return selected && this.play.mayMove(selected) ? selected : null;
  }
  /** Whether it is the control move of who has won a mêlée. */
  get control(): boolean {
    return this.play.what === "control";
  }
  get standing(): Standing | null {
    const piece = this.unit ? this.play.pieces.get(this.unit) : undefined;
    return piece?.kind === "base" ? piece : null;
  }
  get rider(): boolean {
    return this.unit !== null && this.standing === null;
  }
  /** Limbered guns have no front to go by. */
  get limbered(): boolean {
    return this.standing?.base.formation === "limbered";
  }
  get free(): boolean {
    return this.rider || this.limbered;
  }
  protected override get sidles(): boolean {
    return this.free;
  }
  get ready(): boolean {
    return Boolean(this.unit && this.ghost?.answer && this.path.length);
  }

  protected get query(): Record<string, unknown> | null {
    return this.unit ? { look: "way", unit: this.unit, path: this.path.map(bare), ...this.way } : null;
  }
  protected get reachQuery(): Record<string, unknown> | null {
    return this.unit ? { unit: this.unit, ...this.way } : null;
  }
  private get way(): Record<string, true> {
    return { ...(this.alone && { alone: true }), ...(this.control && { control: true }) };
  }
  protected override get whom(): string {
    return `${this.unit} ${this.alone}`;
  }
  protected read(found: Record<string, unknown>): Ghost {
    return found as unknown as Ghost;
  }
  protected given({ answer }: Ghost): readonly Manoeuvre[] | undefined {
    return answer?.path;
  }
  protected told(ghost: Ghost): string {
    return this.play.tellGhost(ghost);
  }

  /** Another unit, or none: begin anew. */
  begin(): void {
    this.alone = this.tactical = false;
    this.anew();
  }
  anew(): void {
    this.clear();
    this.deeds = [];
    if (!this.unit) return;
    void this.ask();
    void this.paint();
    void this.lookForDeeds();
  }
  toggleTactical(): void {
    this.tactical = !this.tactical;
    this.set([]);
  }
  toggleAlone(): void {
    this.alone = !this.alone;
    this.anew();
  }

  /** What else it could do is asked once, as it is chosen. */
  private async lookForDeeds(): Promise<void> {
    const { standing, alone } = this;
    if (!standing || this.control) return;
    const { id, base } = standing;
    const near = (this.play.view?.table.terrain ?? []).filter((piece) => this.play.isNear(standing.pose, piece));
    const wished: Answer[] = [
      ...(base.fight ? [{ do: "break_off", unit: id } as Answer] : []),
      ...near.flatMap((piece): Answer[] => [{ do: "occupy", unit: id, piece: piece.id, ...(alone && { alone }) }, { do: "move", unit: id, path: [{ go: "enter", piece: piece.id }], ...(alone && { alone }) }]),
      ...(base.inside ? [0, 1, 2, 3].map((side): Answer => ({ do: "move", unit: id, path: [{ go: "leave", piece: base.inside!, side }], ...(alone && { alone }) })) : []),
      ...near.filter(({ type }) => type === "river").map((piece): Answer => ({ do: "search", unit: id, piece: piece.id })),
    ];
    const lawful = await Promise.all(wished.map(async (answer) => ((await this.play.s.why(answer as AnyAnswer)) === null ? [answer] : [])));
    if (this.unit === id && this.alone === alone) this.deeds = lawful.flat();
  }

  /** Take back the last manoeuvre; whether there was one. */
  undo(): boolean {
    if (!this.path.length) return false;
    this.set(this.path.slice(0, -1));
    return true;
  }
  async commit(): Promise<void> {
    const answer = this.ghost?.answer;
    if (answer) await this.play.s.answer(answer);
  }

  /** The ground was pointed at: the nearest lawful move there, as the server finds it. */
  async goTo(at: Spot): Promise<void> {
    const { unit, standing } = this;
    if (!unit) return;
    if (!standing || this.limbered) return this.ride(at);
    if (this.tactical) return this.set([onward(this.path.at(-1), centre(standing.pose), at)]);
    const facing = this.pose?.[2] ?? standing.pose[2];
    const found = await this.play.s.snap({ unit, at: [...at], facing, ...this.way });
    if (this.unit !== unit) return;
    const answer = found?.["answer"] as Move | null | undefined;
    this.set(answer?.path ?? headed([], standing.pose, at));
  }
}

/** 5.2.8: a tactical move on to another place, facing the way it comes. */
export function onward(last: Manoeuvre | undefined, from: Spot, at: Spot): Manoeuvre {
  const by = last?.go === "tactical" ? last.by : [];
  const [x, y] = by.at(-1) ?? from;
  const facing = (Math.round((Math.atan2(at[0] - x!, at[1] - y!) * 18000) / Math.PI) + 36000) % 36000;
  return { go: "tactical", by: [...by, [...at]], facing };
}

/** A goal without a facing: whoever goes straight to a place here has none. */
const bare = (step: Manoeuvre): Manoeuvre => (step.go === "to" ? { go: "to", at: step.at } : step);

