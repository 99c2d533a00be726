/** A way in the hand: manoeuvres put together by dragging, keys and buttons, followed by the server at every change. */

import type { Text } from "../../lib/types";
import { beside, centre, type Pose, type Spot } from "./geometry";
import type { Held, Piece, TableHand } from "./hand.svelte";
import { pulled, type Drawn, type Grip, type Step } from "./manoeuvres";

/** Where a kind of manoeuvre can lead. */
export interface Region {
  by: string;
  outline: Spot[];
}
/** A refusal with the figures it rests on. */
export interface Refused {
  rule: string | null;
  text: Text;
  data?: Record<string, unknown>;
}
/** A way followed by the server before it is gone. */
export interface Followed<A, F> {
  refusal: Refused | null;
  answer: A | null;
  steps: Pose[];
  forms: F[];
  pose: Pose | null;
  left?: number | null;
  gone?: number;
  notes?: string[];
}

const STEP = { far: 250, near: 50 };
const ANGLE = { far: 500, near: 100 };
/** How often the server is asked again for a way it did not tell, and after how long, each time longer. */
const TRIES = 5;
const PAUSE = 300;

export abstract class Course<M extends Step, G extends Followed<unknown, unknown>> {
  path = $state.raw<readonly M[]>([]);
  ghost = $state.raw<G | null>(null);
  regions = $state.raw<readonly Region[]>([]);
  protected drag: { grip: Grip; from: Spot; pose: Pose; base: readonly M[] } | null = null;
  private asking: Promise<void> | null = null;
  private again = false;

  constructor(private readonly hand: Pick<TableHand<Piece>, "s" | "pieces">) {}

  /** who is moved */
  abstract get unit(): string | null;
  /** whether it goes where it likes */
  abstract get free(): boolean;
  /** whether it has no front at all */
  abstract get rider(): boolean;
  /** what the server is asked about the way */
  protected abstract get query(): Record<string, unknown> | null;
  protected abstract get reachQuery(): Record<string, unknown> | null;
  /** The way with one more step. */
  abstract joined(path: readonly M[], next: M): M[];
  /** The ghost as the server tells it. */
  protected abstract read(found: Record<string, unknown>): G;
  /** The way that was found lawful, if any. */
  protected abstract given(ghost: G): readonly M[] | undefined;
  protected abstract told(ghost: G): string;
  /** Whom the query is about: an answer about somebody else comes too late. */
  protected get whom(): string {
    return this.unit ?? "";
  }
  /** Whether it goes aside where others turn. */
  protected get sidles(): boolean {
    return this.rider;
  }

  /** Put down what was put together. */
  protected clear(): void {
    this.path = [];
    this.ghost = null;
    this.regions = [];
    this.drag = null;
  }

  /** Have the server follow the path; of several changes at once only the last is asked about. */
  protected ask(): Promise<void> {
    this.again = this.asking !== null;
    this.asking ??= this.askOn().finally(() => (this.asking = null));
    return this.asking;
  }
  private async askOn(): Promise<void> {
    let tries = 0;
    do {
      this.again = false;
      const { query, whom } = this;
      const { version } = this.hand.s;
      const forms = !this.drag;
      const found = query ? await this.hand.s.inspect({ ...query, forms }) : null;
      if (!query || whom !== this.whom || version !== this.hand.s.version) continue;
      // A busy server may have let the question go, or we asked too often: without its answer nothing could be given.
      if (!found && tries < TRIES) {
        tries += 1;
        await new Promise((done) => setTimeout(done, PAUSE * tries));
        this.again = true;
      } else this.follow(found ? this.read(found) : null, forms);
    } while (this.again);
  }
  private follow(found: G | null, forms: boolean): void {
    // While it is dragged the formations stay as they were.
    this.ghost = found && !forms ? { ...found, forms: this.ghost?.forms ?? [] } : found;
    if (found && !this.again) this.path = this.given(found) ?? this.path;
    if (found && !this.drag) this.hand.s.say(this.told(found));
  }

  protected async paint(): Promise<void> {
    const { whom, reachQuery } = this;
    const found = reachQuery ? await this.hand.s.reach(reachQuery) : null;
    if (whom === this.whom) this.regions = (found?.["regions"] ?? []) as Region[];
  }

  set(path: readonly M[]): void {
    this.path = path;
    void this.ask();
  }
  /** Put a whole path together and wait for what the server says of it. */
  async tried(path: readonly M[]): Promise<G | null> {
    this.path = path;
    await this.ask();
    return this.ghost;
  }
  add(step: M): void {
    this.set(this.joined(this.path, step));
  }
  protected draw(step: Drawn): void {
    this.add(step as unknown as M);
  }

  // ---------------------------------------------------------------- by pointing

  get pose(): Pose | null {
    return this.ghost?.pose ?? (this.unit ? (this.hand.pieces.get(this.unit)?.pose ?? null) : null);
  }

  grip(grip: Grip, at: Spot): void {
    const { pose } = this;
    if (!pose) return;
    // A pull goes on from where the ghost stands.
    this.drag = { grip, from: at, pose: this.rider ? [pose[0], pose[1], 0, pose[3], pose[4]] : pose, base: this.path };
  }
  pull(at: Spot): void {
    const { drag } = this;
    if (!drag) return;
    if (this.rider) return this.ride(at);
    const step = pulled(drag.grip, drag.pose, drag.from, at, this.free);
    // A corner pulled back only lessens a wheel that there is.
    const backward = step?.go === "wheel" && step.side === drag.grip && !drag.base.some(({ go }) => go === "wheel");
    if (backward) return;
    this.set(step ? this.joined(drag.base, step as unknown as M) : drag.base);
  }
  release(): void {
    this.drag = null;
  }
  /** One without a front goes straight there. */
  protected ride(at: Spot): void {
    this.set([{ go: "to", at: [...at] } as unknown as M]);
  }

  /** An arrow: on and back, or a wheel; with Alt off the straight and aside. */
  nudge(key: string, { shift, alt }: Held): boolean {
    const { pose } = this;
    if (!this.unit || !pose) return false;
    const by = shift ? STEP.near : STEP.far;
    const angle = shift ? ANGLE.near : ANGLE.far;
    const side = key === "ArrowLeft" ? "left" : "right";
    if (this.free) {
      const aside = alt || this.sidles;
      const [ahead, right] = key === "ArrowUp" ? [by, 0] : key === "ArrowDown" ? [-by, 0] : aside ? [0, side === "left" ? -by : by] : [0, 0];
      const facing = aside || ahead ? pose[2] : (pose[2] + (side === "left" ? -angle : angle) + 36000) % 36000;
      this.draw({ go: "to", at: beside(this.standsAt(pose), this.rider ? 0 : pose[2], ahead!, right!), ...(!this.rider && { facing }) });
    } else if (key === "ArrowUp") this.draw({ go: "advance", by });
    else if (key === "ArrowDown") this.shorten(by);
    else if (alt && shift) this.draw({ go: "oblique", side, angle: 4500, by: STEP.far });
    else if (alt) this.draw({ go: "sideways", side, by });
    // Left turns the front to the left: on its left corner.
    else this.draw({ go: "wheel", side, angle });
    return true;
  }
  /** The point that a piece is said to be at: the middle of its front, or its own where it has none. */
  standsAt(pose: Pose): [number, number] {
    return this.rider ? centre(pose) : [pose[0], pose[1]];
  }

  /** Back from an advance that is being put together; otherwise a step back. */
  private shorten(by: number): void {
    const last = this.path.at(-1) as unknown as Drawn | undefined;
    if (last && "by" in last && last.go !== "back") this.set(last.by > by ? [...this.path.slice(0, -1), { ...last, by: last.by - by } as unknown as M] : this.path.slice(0, -1));
    else this.draw({ go: "back", by });
  }
}
