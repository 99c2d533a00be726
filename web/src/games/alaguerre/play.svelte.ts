/** A table of this game in a player's hands: bases and generals on a free table, what is answered by pointing. */

import { untrack } from "svelte";
import { centre, discAt, measures, Plane, type Pose, type Spot } from "../../boards/table/geometry";
import { TableHand, type Held, type Spots } from "../../boards/table/hand.svelte";
import type { Grip } from "../../boards/table/manoeuvres";
import { spots } from "../../boards/table/spots";
import { Tape } from "../../boards/table/tape.svelte";
import type { Step } from "../../lib/gestures";
import { decimal, said } from "../../lib/settings.svelte";
import type { Answer as AnyAnswer, GameEvent, Refusal, View as AnyView } from "../../lib/types";
import { seatName } from "../cards";
import { Attacking } from "./attacking.svelte";
import { Deploying } from "./deploying.svelte";
import { NAMING } from "./events";
import { Firing } from "./firing.svelte";
import { Lookout } from "./lookout.svelte";
import { Moving } from "./moving.svelte";
import { Ordering } from "./ordering.svelte";
import { describe, ghostTold, label, tell } from "./saying";
import { viewOf, type Answer, type Base, type Counter, type Formation, type General, type Ghost, type SideName, type Terrain } from "./types";
import { t } from "./words";

/** Whatever ends a step is given as it is, listed or not. */
const boldly = (answer: AnyAnswer): Step => () => answer;
/** Names of bases that make up one unit differ by a number at their end. */
const unnumbered = (name: string): string => name.replace(/\s+d?\d+(\.\d+)*$/, "");

export class GuerrePlay extends TableHand<Counter> {
  readonly moving = new Moving(this);
  readonly attacking = new Attacking(this);
  readonly firing = new Firing(this);
  readonly ordering = new Ordering(this);
  readonly deploying = new Deploying(this);
  readonly lookout = new Lookout(this);
  readonly tape: Tape = new Tape(this.s, (from, to) => this.measure(from, to), (id) => this.pieces.get(id)?.pose, (laid) => this.tellTape(laid));
  refusal = $state.raw<Refusal | null>(null);
  private wasAsked = false;

  readonly what = $derived(this.s.question?.what ?? "");
  readonly view = $derived(this.s.view ? viewOf(this.s.view) : null);
  readonly #size = $derived(this.view ? this.view.table.size.join() : "");
  readonly plane = $derived.by(() => {
    const [wide, high] = this.#size.split(",").map(Number);
    return wide && high ? new Plane(wide, high) : null;
  });
  readonly pieces = $derived.by(() => this.standing());
  readonly options = $derived(this.s.options as Answer[]);
  readonly #formations = $derived(new Map((this.view?.formations ?? []).flatMap((one) => one.bases.map((id) => [id, one] as const))));
  readonly #units = $derived(new Map((this.view?.formations ?? []).map((one) => [one.unit, one] as const)));
  /** units and generals that may still move, by the base or general one takes up */
  readonly movers = $derived.by(() => this.moved().map((id) => this.leadOf(id)));
  readonly #moving = $derived(new Set(this.movers.map((id) => this.unitOf(id))));
  readonly #actors = $derived.by(() => this.acting());

  private standing(): Map<string, Counter> {
    const { view } = this;
    const found = new Map<string, Counter>();
    if (!view) return found;
    for (const base of view.bases) {
      const pose = this.deploying.poseOf(base) ?? this.poseOf(base);
      if (pose) found.set(base.id, { kind: "base", id: base.id, name: said(base.name), pose, base });
    }
    for (const general of view.generals) {
      const at = this.deploying.placeOf(general) ?? general.at;
      if (at && general.state !== "dead" && general.state !== "captured") found.set(general.id, { kind: "general", id: general.id, name: said(general.name), pose: discAt([at[0]!, at[1]!]), general });
    }
    return found;
  }
  private poseOf(base: Base): Pose | null {
    const size = this.view?.footprints[base.id];
    return base.at && size ? [base.at[0]!, base.at[1]!, base.facing, size[0], size[1]] : null;
  }

  // ---------------------------------------------------------------- units

  /** The unit of several bases that one belongs to. */
  formationOf(id: string): Formation | null {
    return this.#formations.get(id) ?? this.#units.get(id) ?? null;
  }
  unitOf(id: string): string {
    return this.#formations.get(id)?.unit ?? id;
  }
  /** The base that stands for a unit. */
  leadOf(unit: string): string {
    return this.pieces.has(unit) ? unit : (this.#units.get(unit)?.bases[0] ?? unit);
  }
  /** All bases of the unit that one belongs to. */
  basesOf(id: string): readonly string[] {
    return this.formationOf(id)?.bases ?? [id];
  }
  mayMove(id: string): boolean {
    return this.#moving.has(this.unitOf(id));
  }
  get side(): SideName {
    return this.s.seat?.startsWith("blue") ? "blue" : "red";
  }
  sideOf(id: string): SideName | null {
    const { view } = this;
    const at = this.leadOf(id);
    return (view?.bases.find((one) => one.id === at) ?? view?.generals.find((one) => one.id === id) ?? view?.eliminated.find((one) => one.id === id))?.side ?? null;
  }
  /** Whether a piece of ground lies within a base or two of a pose. */
  isNear(pose: Pose, piece: Terrain): boolean {
    const points = [...(piece.shape ?? []), ...(piece.shapes ?? []).flat(), ...(piece.line ?? [])];
    const [x, y] = centre(pose);
    const [xs, ys] = [points.map((one) => one[0]!), points.map((one) => one[1]!)];
    const near = 2500;
    return x >= Math.min(...xs) - near && x <= Math.max(...xs) + near && y >= Math.min(...ys) - near && y <= Math.max(...ys) + near;
  }

  private moved(): readonly string[] {
    const data = this.s.question?.data ?? {};
    if (!this.s.myTurn) return [];
    return this.what === "move" ? ((data["units"] ?? []) as string[]) : this.what === "control" && typeof data["unit"] === "string" ? [data["unit"]] : [];
  }
  private acting(): readonly string[] {
    if (!this.s.myTurn) return [];
    const data = this.s.question?.data ?? {};
    switch (this.what) {
      case "move":
        return this.movers;
      case "fire":
        return [...this.firing.shots.keys()];
      case "orders":
        return this.ordering.generals.map(({ id }) => id);
      case "deploy":
      case "reinforce":
        return this.deploying.ids;
      case "melee":
      case "principal":
        return this.options.flatMap((one) => (one.do === "melee" || one.do === "principal" ? [this.leadOf(one.unit)] : []));
      case "rally":
        return [...new Set(this.options.flatMap((one) => (one.do === "rally" || one.do === "turn" ? [this.leadOf(one.unit)] : [])))];
      default:
        return typeof data["unit"] === "string" ? [this.leadOf(data["unit"])] : [];
    }
  }
  override get actors(): readonly string[] {
    return this.#actors;
  }
  /** Standing still is no fault, but a division that has not moved at all is asked about. */
  override get idle(): number {
    return this.what === "move" ? this.movers.length : 0;
  }
  override get ends(): readonly Answer[] {
    if (!this.s.myTurn) return [];
    if (this.what === "move") return [{ do: "done" }];
    return this.options.filter((one) => one.do === "done");
  }
  override closing(end: AnyAnswer): readonly Step[] {
    return [boldly(end)];
  }

  // ---------------------------------------------------------------- in words

  override name(id: string): string {
    const { view } = this;
    const base = view?.bases.find((one) => one.id === id);
    if (base) return said(base.name);
    const general = view?.generals.find((one) => one.id === id);
    if (general) return said(general.name);
    const great = this.#units.get(id);
    if (great) return unnumbered(this.name(great.bases[0] ?? ""));
    const piece = view?.table.terrain.find((one) => one.id === id);
    return piece ? said(piece.name ?? "") || t(`terrain.${piece.type}`) : id;
  }
  override fullName(id: string): string {
    const unit = this.formationOf(id);
    return unit ? t("unit.several", { name: unnumbered(this.name(this.leadOf(unit.unit))), n: unit.bases.length }) : this.name(id);
  }
  /** A division by who leads it. */
  divisionName(id: string): string {
    if (id === "light" || id === "others") return t(`division.${id}`);
    const general = this.view?.generals.find((one) => one.division === id);
    return general ? t("division.of", { general: said(general.name) }) : id;
  }
  seatTold(side: string): string {
    return seatName(this.s.table, side);
  }
  override label(answer: AnyAnswer): string {
    return label(answer as Answer, this);
  }
  override tell(answer: AnyAnswer): string {
    return tell(answer as Answer, this);
  }
  describe(piece: Counter): string {
    return untrack(() => describe(piece, this));
  }
  tellGhost(ghost: Ghost): string {
    return ghostTold(ghost, this);
  }
  /** With distances measured only after declaring there is no tape. */
  override get measures(): boolean {
    return this.view?.readings?.["measuring"] === "before";
  }
  protected override readOff(found: Record<string, unknown>): string {
    const mm = typeof found["mm"] === "number" ? ` · ${decimal(found["mm"], 1)} mm` : "";
    return `${measures(Number(found["distance"]))} um${mm}`;
  }

  // ---------------------------------------------------------------- moments

  override newMoment(first: boolean, fresh: readonly GameEvent[]): void {
    this.refusal = null;
    this.attacking.drop();
    this.deploying.begin();
    this.ordering.begin();
    const acting = this.acting();
    const chosen = this.s.question?.data["unit"];
    const units = new Set(acting.map((id) => this.unitOf(id)));
    if (this.s.myTurn && typeof chosen === "string" && this.pieces.has(this.leadOf(chosen))) this.selected = this.leadOf(chosen);
    else if (!this.selected || !units.has(this.unitOf(this.selected))) this.selected = this.what === "move" && acting.length ? this.nearestTo(this.selected, acting) : acting.length === 1 ? acting[0]! : null;
    this.moving.begin();
    this.firing.begin();
    this.lookout.newMoment();
    this.follow(fresh, first || !this.wasAsked);
    this.wasAsked = this.s.myTurn;
  }
  /** Before the battle the whole table is looked at. */
  override get inView(): readonly Spot[] {
    return this.view?.phase === "setup" ? [] : super.inView;
  }
  protected override chosen(): void {
    this.refusal = null;
    this.attacking.drop();
    this.moving.begin();
    this.firing.begin();
    void this.lookout.look();
  }
  override refused(): void {
    this.attacking.drop();
  }
  override cancel(): void {
    if (this.attacking.on) this.attacking.drop();
    else if (this.firing.shown) this.firing.begin();
    else if (this.refusal) this.refusal = null;
    else if (this.moving.undo()) return;
    else if (this.moving.alone) this.moving.toggleAlone();
    else this.letGo();
  }
  spots(event: GameEvent): Spots {
    const found = spots(event, this.pieces, NAMING);
    const [because, unit] = [event.data["because"], event.data["unit"]].map((id) => (typeof id === "string" ? this.pieces.get(this.leadOf(id)) : undefined));
    return because && unit ? { ...found, shots: [...found.shots, [centre(because.pose), centre(unit.pose)]] } : found;
  }
  override filmed(events: readonly GameEvent[], _before: AnyView | null): void {
    this.happened = events.map((event) => this.spots(event));
  }
  override foreshow(answer: AnyAnswer): void {
    const advised = answer as Answer;
    if ("unit" in advised && typeof advised.unit === "string") this.select(this.leadOf(advised.unit));
    if (advised.do === "move") this.moving.set(advised.path ?? []);
    else if ((advised.do === "charge" || advised.do === "approach") && advised.unit) void this.attacking.point(this.leadOf(advised.unit), this.leadOf(advised.target));
    else if (advised.do === "orders") this.ordering.assign = advised.assign;
  }

  // ---------------------------------------------------------------- the hand

  pick(id: string, _joining: boolean): void {
    if (this.measured(id)) return;
    const { selected } = this;
    const own = selected && this.s.myTurn && (this.what === "move" ? this.mayMove(selected) : this.actors.includes(selected));
    const foe = this.sideOf(id) !== this.side;
    if (this.ordering.on && this.ordering.generals.some((general) => general.id === id)) this.ordering.point(id);
    else if (own && foe && this.what === "move" && this.moving.standing) void this.attacking.point(selected, id);
    else if (own && foe && this.what === "fire") void this.firing.point(selected, id);
    else if (own && foe && this.answersWith(id)) return;
    else this.select(id);
  }
  /** A question with an enemy for an answer is answered by pointing at it. */
  private answersWith(id: string): boolean {
    const unit = this.unitOf(id);
    const found = this.options.filter((one) => (one.do === "charge" || one.do === "approach") && this.unitOf(one.target) === unit);
    if (found.length !== 1) return false;
    void this.s.answer(found[0]!);
    return true;
  }

  point(at: Spot): void {
    if (this.measured(at)) return;
    if (this.attacking.on) this.attacking.drop();
    else if (this.moving.unit) void this.moving.goTo(at);
    else if (this.deploying.on && this.selected) this.deploying.put(this.selected, at);
    else this.letGo();
  }

  async confirm(): Promise<void> {
    if (this.attacking.on) await this.attacking.declare();
    else if (this.firing.shown) await this.firing.shoot();
    else if (this.moving.ready) await this.moving.commit();
  }

  mayGrip(grip: string): boolean {
    if (!this.s.myTurn || this.tape.on) return false;
    const [kind, id = ""] = grip.split(":", 2);
    if (kind === "unit") return this.mayMove(id) || (this.deploying.on && this.actors.includes(id));
    return this.moving.unit !== null;
  }
  #held: "moving" | "deploying" = "moving";
  grip(grip: string, at: Spot): void {
    const [kind, id = ""] = grip.split(":", 2);
    this.#held = this.deploying.on ? "deploying" : "moving";
    if (kind === "unit" && (this.selected === null || this.unitOf(this.selected) !== this.unitOf(id))) {
      this.selected = id;
      this.chosen();
    }
    if (this.#held === "deploying") this.deploying.grip(id, at);
    else this.moving.grip(kind === "unit" ? "middle" : (id as Grip), at);
  }
  pull(at: Spot): void {
    this[this.#held].pull(at);
  }
  release(): void {
    this[this.#held].release();
  }
  nudge(key: string, held: Held): boolean {
    return this.deploying.on ? this.deploying.nudge(this.selected, key, held) : this.moving.nudge(key, held);
  }

  override key(key: string, target: HTMLElement): boolean {
    if (key === "Enter") {
      if (target.closest("button, a, summary, select")) return false;
      if (!this.attacking.on && !this.firing.shown && !this.moving.ready) return false;
      void this.confirm();
    } else if (key === "Backspace") return this.moving.undo();
    else if (key === "f" && this.moving.unit) this.nextFormation();
    else if (key === "g" && this.moving.standing && this.formationOf(this.moving.standing.id)) this.moving.toggleAlone();
    else if (key === "a") this.lookout.toggleArcs();
    else if (key === "c") this.lookout.toggleRadii();
    else if (key === "x") this.lookout.toggleZones();
    else if (key === "?") void this.whyNot();
    else return super.key(key, target);
    return true;
  }
  /** The next formation that it could take up. */
  private nextFormation(): void {
    const forms = this.moving.ghost?.forms.filter(({ refusal }) => !refusal) ?? [];
    const now = this.moving.path.find((step) => step.go === "form");
    const at = forms.findIndex(({ go }) => now?.go === "form" && go.formation === now.formation && (go.mounted ?? null) === (now.mounted ?? null));
    const next = forms[at + 1];
    if (next) this.moving.set([next.go]);
    else this.moving.set([]);
  }
  /** Why the selected unit may not act at all, or the ghost not go farther. */
  private async whyNot(): Promise<void> {
    const { selected } = this;
    if (this.moving.ghost?.refusal) this.s.say(said(this.moving.ghost.refusal.text));
    else if (selected && this.s.myTurn && !this.actors.includes(selected)) {
      this.refusal = await this.s.why((this.what === "fire" ? { do: "fire", unit: selected, target: selected } : { do: "unit", unit: selected }) as Answer);
      if (this.refusal) this.s.say(said(this.refusal.text));
    }
  }
  generalOf(division: string): General | undefined {
    return this.view?.generals.find((one) => one.division === division);
  }
}
