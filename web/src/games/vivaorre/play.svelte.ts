/** A table of this game in a player's hands: units and generals on a free table, what is answered by pointing. */

import { untrack } from "svelte";
import { beside, discAt, measures, Plane, type Pose, type Spot } from "../../boards/table/geometry";
import { TableHand, type Held, type Spots } from "../../boards/table/hand.svelte";
import { spots } from "../../boards/table/spots";
import { Tape, type Reading } from "../../boards/table/tape.svelte";
import type { Step } from "../../lib/gestures";
import { decimal, said } from "../../lib/settings.svelte";
import type { Answer as AnyAnswer, GameEvent, Refusal, View as AnyView } from "../../lib/types";
import { Deploying } from "./deploying.svelte";
import { Firing } from "./firing.svelte";
import { Laying } from "./laying.svelte";
import { Lookout } from "./lookout.svelte";
import type { Grip } from "../../boards/table/manoeuvres";
import { Moving } from "./moving.svelte";
import { Routing } from "./routing.svelte";
import { NAMING } from "./events";
import { brigadeName, describe, ghostTold, inches, label, tell } from "./saying";
import { tt } from "./words";
import { viewOf, type Answer, type Counter, type General, type Ghost, type SideName, type Unit } from "./types";

/** Whatever ends a step is given as it is, listed or not. */
const boldly = (answer: AnyAnswer): Step => () => answer;

export class VivaPlay extends TableHand<Counter> {
  readonly moving = new Moving(this);
  readonly firing = new Firing(this);
  readonly deploying = new Deploying(this);
  readonly routing = new Routing(this);
  readonly laying = new Laying(this);
  readonly lookout = new Lookout(this);
  readonly tape: Tape = new Tape(this.s, (from, to) => this.measure(from, to), (id) => this.pieces.get(id)?.pose, (laid) => this.tellTape(laid));
  /** a charge that is shown before it is declared */
  charge = $state.raw<{ unit: string; target: string; found: Record<string, unknown> | null } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** what is chosen of a question with several parts: targets of blows, orders */
  chosenParts = $state.raw<Readonly<Record<string, string>>>({});
  private wasAsked = false;

  readonly what = $derived(this.s.question?.what ?? "");
  readonly view = $derived(this.s.view ? viewOf(this.s.view) : null);
  readonly #size = $derived(this.view ? this.view.table.size.join() : "");
  readonly plane = $derived.by(() => {
    const [wide, high] = this.#size.split(",").map(Number);
    return wide && high ? new Plane(wide, high) : null;
  });
  readonly pieces = $derived.by(() => this.standing());
  readonly figures = $derived(this.view?.readings ? ((this.view.readings as Record<string, string>)["figures"] ?? "15") : "15");
  readonly options = $derived(this.s.options as Answer[]);
  readonly movers = $derived((this.s.myTurn && this.what === "move" ? (this.s.question?.data["units"] ?? []) : []) as readonly string[]);
  readonly #actors = $derived.by(() => this.acting());
  /** whom the selected unit could charge */
  readonly chargeable = $derived(this.what === "charge" && this.selected ? this.options.flatMap((one) => (one.do === "charge" && one.unit === this.selected && one.target ? [one.target] : [])) : []);
  /** units with several enemies before them, and these */
  readonly several = $derived.by(() => {
    const found = new Map<string, Set<string>>();
    for (const one of this.options) if (one.do === "melee") for (const [unit, target] of Object.entries(one.targets)) found.set(unit, (found.get(unit) ?? new Set()).add(target));
    return found;
  });

  private standing(): Map<string, Counter> {
    const { view } = this;
    const found = new Map<string, Counter>();
    if (!view) return found;
    for (const unit of view.units) {
      const pose = this.deploying.on ? (this.deploying.poseOf(unit) ?? this.poseOf(unit)) : this.poseOf(unit);
      if (pose) found.set(unit.id, { kind: "unit", id: unit.id, name: said(unit.name), pose, unit });
    }
    for (const general of view.generals) {
      const at = this.deploying.on ? ((this.deploying.generals[general.id] as Spot | undefined) ?? this.placeOf(general, found)) : this.placeOf(general, found);
      if (at && general.state !== "dead" && general.state !== "captured") found.set(general.id, { kind: "general", id: general.id, name: said(general.name), pose: discAt(at), general });
    }
    return found;
  }
  private poseOf(unit: Unit): Pose | null {
    const size = this.view?.footprints[unit.id];
    return unit.at && size ? [unit.at[0] ?? 0, unit.at[1] ?? 0, unit.facing, size[0], size[1]] : null;
  }
  /** Where a general is: alone, or behind the unit he is with. */
  private placeOf(general: General, units: ReadonlyMap<string, Counter>): Spot | null {
    const unit = general.with ? units.get(general.with) : undefined;
    if (unit) return beside([unit.pose[0], unit.pose[1]], unit.pose[2], -unit.pose[4] - 150, 0);
    return general.at ? [general.at[0] ?? 0, general.at[1] ?? 0] : null;
  }

  private acting(): readonly string[] {
    if (!this.s.myTurn) return [];
    const data = this.s.question?.data ?? {};
    switch (this.what) {
      case "move":
        return this.movers;
      case "charge":
        return (data["units"] ?? []) as string[];
      case "fire":
        return this.firing.shooters;
      case "melee":
        return [...this.several.keys()];
      case "deploy":
        return [...Object.keys(this.deploying.units), ...Object.keys(this.deploying.generals)];
      case "orders":
        return [...new Set(this.options.flatMap((one) => (one.do === "orders" ? Object.keys(one.orders) : [])))];
      default:
        return typeof data["unit"] === "string" ? [data["unit"]] : [];
    }
  }
  override get actors(): readonly string[] {
    return this.#actors;
  }
  /** Standing still is no fault: nobody is asked whether he is sure of a shot not fired. */
  override get idle(): number {
    return this.what === "move" ? this.movers.length : 0;
  }
  override get ends(): readonly Answer[] {
    if (!this.s.myTurn) return [];
    if (this.what === "move") return [{ do: "done" }];
    return this.options.filter((one) => one.do === "done" || one.do === "stop");
  }
  override closing(end: AnyAnswer): readonly Step[] {
    return [boldly(end)];
  }

  /** Whether a unit waits outside the table. */
  outside(id: string): boolean {
    return this.view?.units.find((unit) => unit.id === id)?.at === null;
  }
  /** The point of one's own edge that is nearest to one of the table. */
  onEdge([x, y]: Spot): Spot {
    const [wide, high] = this.view?.table.size ?? [0, 0];
    const edge = this.view?.edges[this.s.seat ?? "red"] ?? "south";
    const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value / 100) * 100));
    if (edge === "south" || edge === "north") return [within(x, wide), edge === "south" ? 0 : high];
    return [edge === "west" ? 0 : wide, within(y, high)];
  }

  // ---------------------------------------------------------------- in words

  override name(id: string): string {
    const unit = this.view?.units.find((one) => one.id === id) ?? this.view?.generals.find((one) => one.id === id);
    if (unit) return said(unit.name) || id;
    const ground = this.view?.table.terrain.find((one) => one.id === id);
    // Several walls without a name are told apart by the number of their id.
    return ground ? ground.name || `${tt("terrain", ground.type)} ${/\d+$/.exec(id)?.[0] ?? ""}`.trim() : id;
  }
  override fullName(id: string): string {
    const unit = this.view?.units.find((one) => one.id === id);
    return unit?.brigade ? `${this.name(id)} (${brigadeName(unit.brigade)})` : this.name(id);
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
  sideOf(id: string): SideName | null {
    return (this.view?.units.find((one) => one.id === id) ?? this.view?.generals.find((one) => one.id === id) ?? this.view?.eliminated.find((one) => one.id === id))?.side ?? null;
  }
  /** A length as this table's figures measure it. */
  inches(length: number): string {
    return inches(length, this.figures);
  }

  protected override readOff(found: Record<string, unknown>): Reading["read"] {
    const cm = typeof found["cm"] === "number" ? ` · ${decimal(found["cm"], 2)} cm` : "";
    return `${measures(Number(found["distance"]))}″${cm}`;
  }

  // ---------------------------------------------------------------- moments

  override newMoment(first: boolean, fresh: readonly GameEvent[]): void {
    this.refusal = null;
    this.charge = null;
    this.chosenParts = {};
    this.deploying.begin();
    this.routing.begin();
    this.laying.begin();
    const acting = this.acting();
    const chosen = this.s.question?.data["unit"];
    if (this.s.myTurn && typeof chosen === "string" && this.pieces.has(chosen)) this.selected = chosen;
    else if (!this.selected || !acting.includes(this.selected)) this.selected = this.what === "move" && acting.length ? this.nearestTo(this.selected, acting) : acting.length === 1 ? acting[0]! : null;
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
    this.charge = null;
    this.moving.begin();
    void this.lookout.look();
  }
  override refused(): void {
    this.charge = null;
  }
  override cancel(): void {
    if (this.charge) this.charge = null;
    else if (this.refusal) this.refusal = null;
    else if (this.laying.index !== null) this.laying.choose(null);
    else if (this.moving.undo()) return;
    else if (this.moving.others.length) this.moving.gather([]);
    else this.letGo();
  }
  spots(event: GameEvent): Spots {
    return spots(event, this.pieces, NAMING);
  }
  override filmed(events: readonly GameEvent[], _before: AnyView | null): void {
    this.happened = events.map((event) => this.spots(event));
  }
  override foreshow(answer: AnyAnswer): void {
    const advised = answer as Answer;
    if ("unit" in advised && typeof advised.unit === "string") this.select(advised.unit);
    if (advised.do === "move") this.moving.set(advised.path ?? []);
    else if (advised.do === "charge" && advised.target) void this.foreseeCharge(advised.unit, advised.target);
    else if (advised.do === "fire") for (const shot of advised.shots) this.firing.set(`${shot.unit}:${shot.side ?? ""}`, shot);
  }

  // ---------------------------------------------------------------- the hand

  pick(id: string, joining: boolean): void {
    if (this.measured(id)) return;
    const { selected } = this;
    if ((joining || this.moving.gathering) && this.moving.standing && this.movers.includes(id)) return this.moving.toggle(id);
    const own = selected && this.actors.includes(selected);
    const foe = this.sideOf(id) !== this.s.seat;
    if (own && foe && this.what === "charge") void this.foreseeCharge(selected, id);
    else if (own && foe && this.what === "fire") void this.firing.aim(selected, id);
    else if (own && foe && this.what === "melee" && this.several.get(selected)?.has(id)) this.choosePart(selected, id);
    else if (own && !foe && id !== selected && this.what === "move" && this.moving.joinUnit(id)) return;
    else this.select(id);
  }

  point(at: Spot): void {
    if (this.measured(at)) return;
    if (this.moving.unit) void this.moving.goTo(at);
    else if (this.routing.on) this.routing.bend(at);
    else if (this.deploying.on && this.selected && (this.deploying.units[this.selected] || this.deploying.generals[this.selected])) {
      this.deploying.put(this.selected, at);
      void this.deploying.judge();
    } else if (this.laying.on && this.laying.held) return;
    else this.letGo();
  }

  choosePart(key: string, value: string): void {
    this.chosenParts = { ...this.chosenParts, [key]: value };
  }

  /** Show a charge with what the server says of it; pointed at twice it is declared. */
  async foreseeCharge(unit: string, target: string): Promise<void> {
    if (this.charge?.unit === unit && this.charge.target === target) return this.confirm();
    this.refusal = null;
    this.charge = { unit, target, found: null };
    const answer: Answer = { do: "charge", unit, target };
    const listed = this.options.some((one) => one.do === "charge" && one.unit === unit && one.target === target);
    const refusal = listed ? null : await this.s.why(answer);
    if (this.charge?.unit !== unit || this.charge.target !== target) return;
    if (refusal) {
      this.charge = null;
      this.refusal = refusal;
      this.s.say(said(refusal.text));
      return;
    }
    if (this.s.oddsAllowed) void this.s.askOdds(answer);
    const found = await this.s.inspect({ look: "charge", unit, target });
    if (this.charge?.unit === unit && this.charge.target === target) this.charge = { unit, target, found };
  }
  async confirm(): Promise<void> {
    const { charge } = this;
    if (charge) await this.s.answer({ do: "charge", unit: charge.unit, target: charge.target } as Answer);
    else if (this.moving.ready) await this.moving.commit();
  }

  mayGrip(grip: string): boolean {
    if (!this.s.myTurn || this.tape.on) return false;
    const [kind, id = ""] = grip.split(":", 2);
    if (kind === "unit") return (this.what === "move" && this.movers.includes(id)) || (this.deploying.on && this.actors.includes(id));
    if (kind === "route" || kind === "trench") return this.routing.on || this.deploying.on;
    return kind === "terrain" ? this.laying.held !== null : this.moving.unit !== null;
  }
  #held: "moving" | "deploying" | "laying" | "routing" = "moving";
  grip(grip: string, at: Spot): void {
    const [kind, id = ""] = grip.split(":", 2);
    this.#held = kind === "terrain" ? "laying" : kind === "route" ? "routing" : this.deploying.on ? "deploying" : "moving";
    if (this.#held === "laying") return this.laying.grip(at);
    if (this.#held === "routing") return this.routing.grip(Number(id));
    if (kind === "trench") return this.deploying.gripTrench(Number(id.split("-")[0]), Number(id.split("-")[1]));
    if (kind === "unit" && this.selected !== id) {
      if (this.moving.others.includes(id) && this.pieces.get(id)?.kind === "unit") this.moving.lead(id);
      else {
        this.selected = id;
        this.chosen();
      }
    }
    if (this.#held === "deploying") this.deploying.grip(id, at);
    else this.moving.grip(kind === "unit" ? "middle" : (id as Grip), at);
  }
  pull(at: Spot): void {
    this[this.#held].pull(at);
  }
  release(): void {
    void this[this.#held].release();
  }
  nudge(key: string, held: Held): boolean {
    if (this.deploying.on && this.selected) {
      const by = held.shift ? 100 : 500;
      this.deploying.nudge(this.selected, key === "ArrowLeft" ? -by : key === "ArrowRight" ? by : 0, key === "ArrowUp" ? by : key === "ArrowDown" ? -by : 0);
      return true;
    }
    return this.moving.nudge(key, held);
  }

  override key(key: string, target: HTMLElement): boolean {
    if (key === "Enter") {
      if (target.closest("button, a, summary")) return false;
      if (!this.charge && !this.moving.ready) return false;
      void this.confirm();
    } else if (key === "Backspace") return this.moving.undo();
    else if (key === "g" && this.moving.unit) this.moving.toggleForced();
    else if (key === "f" && this.moving.unit) this.nextFormation();
    else if (key === "b" && this.moving.standing) this.moving.gatherBrigade();
    else if (key === "a") this.lookout.toggleArcs();
    else if (key === "c") this.lookout.toggleRadii();
    else if (key === "x") this.lookout.toggleThreats();
    else if (key === "?") void this.whyNot();
    else return super.key(key, target);
    return true;
  }
  /** The next formation that it could take up. */
  private nextFormation(): void {
    const forms = this.moving.ghost?.forms.filter(({ refusal }) => !refusal) ?? [];
    const now = this.moving.path.find((step) => step.go === "form");
    const at = forms.findIndex(({ go }) => now?.go === "form" && go.formation === now.formation && (go.ranks ?? 1) === (now.ranks ?? 1));
    const next = forms[at + 1];
    if (next) this.moving.add(next.go);
    else this.moving.set(this.moving.path.filter((step) => step.go !== "form"));
  }
  /** Why the selected unit may not act at all, or the ghost not go farther. */
  private async whyNot(): Promise<void> {
    const { selected } = this;
    if (this.moving.ghost?.refusal) this.s.say(said(this.moving.ghost.refusal.text));
    else if (selected && this.s.myTurn && !this.actors.includes(selected)) {
      const wish = this.what === "fire" ? { do: "fire", shots: [{ unit: selected, target: selected }] } : this.what === "charge" ? { do: "charge", unit: selected, target: null } : { do: "move", unit: selected, path: [] };
      this.refusal = await this.s.why(wish);
      if (this.refusal) this.s.say(said(this.refusal.text));
    }
  }
}
