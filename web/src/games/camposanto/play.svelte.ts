/** A table of Camposanto in a player's hands: counters, choices, what is looked up, the two dialogs. */

import { untrack } from "svelte";
import { HexGrid, FACINGS, straight, turned, type Facing } from "../../boards/hex/hex";
import type { Way } from "../../boards/hex/group.svelte";
import { HexHand, type Aim, type Spots } from "../../boards/hex/hand.svelte";
import { spots } from "../../boards/hex/spots";
import { exactly, type Step } from "../../lib/gestures";
import { same } from "../../lib/saying";
import { settings } from "../../lib/settings.svelte";
import type { Answer as AnyAnswer, GameEvent, Question, View as AnyView } from "../../lib/types";
import { Fights } from "./fights.svelte";
import type { Assault } from "./generated";
import { Lookout } from "./lookout.svelte";
import { closeStep, faceStep, keepStep, moveStep } from "./moves";
import { actors, aim, assaultAims, sort } from "./options";
import { describe, nationOf, stacked, terrainOf } from "./pieces";
import { Retreat } from "./retreat.svelte";
import { label, tell } from "./saying";
import { facingOf, fieldOf, viewOf, type Answer, type Threats, type Unit } from "./types";
import { wish } from "./wish";
import { t } from "./words";

/** What a preview is called; every other answer that leads to a hex is a move. */
const PREVIEWS = ["fire", "fall_back", "flee", "advance"] as const;

/** Questions whose ways end with a choice of facing. */
const FACES_AFTER = new Set(["flee", "react", "stand", "advance"]);

export class CamposantoPlay extends HexHand<Unit> {
  /** At a novice's table: what stands against the hex of the previewed move. */
  warned = $state.raw<Threats | null>(null);
  /** Whether every wing has its point and the orders can be sealed. */
  ordersReady = $state(false);
  readonly lookout = new Lookout(this);
  /** whether the moment before was one's own to decide */
  private wasAsked = false;
  readonly fights = new Fights(this);
  readonly retreat = new Retreat(this);
  /** The Assault that is pointed at in the list. */
  hinted = $state.raw<Assault | null>(null);

  readonly view = $derived(this.s.view ? viewOf(this.s.view) : null);
  readonly field = $derived(this.s.drawing ? fieldOf(this.s.drawing) : null);
  readonly grid = $derived(this.field ? new HexGrid(this.field) : null);
  readonly pieces = $derived(new Map((this.view?.units ?? []).map((u) => [u.id, u])));
  readonly stacks = $derived(stacked(this.view));
  readonly choices = $derived(sort(this.s.options as Answer[], this.s.question, this.pieces));
  readonly declared = $derived((this.s.question?.what === "assault" ? this.s.question.data["declared"] : {}) as Record<string, string[]>);
  readonly aims = $derived.by(() => {
    if (this.choices.assaults.size) return assaultAims(this.choices.assaults, this.declared, this.pieces);
    return this.choices.together.length ? this.retreat.aims : this.choices.aims;
  });
  readonly picks = $derived(this.choices.picks);
  readonly #actors = $derived([...new Set([...actors(this.choices), ...this.retreat.units])]);
  /** The question of movement that the last unit was moved from, and who else could have been. */
  #moving = $state.raw<{ wing: string; question: Question; units: readonly string[] } | null>(null);
  /** Who is to be selected when the question of movement comes again. */
  #wanted: string | null = null;
  readonly facingUnit = $derived(this.s.myTurn && this.s.question?.what === "face" ? String(this.s.question.data["unit"]) : null);
  readonly #wing = $derived(this.view?.active ? `${this.view.phase} ${this.view.active.side} ${this.view.active.wing}` : "");
  /** Whether the unit is one that has just moved: whatever is done next leaves it as it faces. */
  readonly faceOpen = $derived(this.facingUnit !== null && this.view?.active?.facing === this.facingUnit && this.view.active.side === this.s.seat);
  /** Those who may go on moving once that unit is left as it faces. */
  readonly #waiting = $derived(this.faceOpen && this.#moving?.wing === this.#wing ? this.#moving.units.filter((id) => id !== this.facingUnit && this.pieces.has(id)) : []);

  override get actors(): readonly string[] {
    return this.#waiting.length ? [...this.#actors, ...this.#waiting] : this.#actors;
  }
  override get ends(): readonly Answer[] {
    if (this.faceOpen && this.#moving?.wing === this.#wing) return [{ do: "done" }];
    return this.choices.words.filter((answer) => answer.do === "done");
  }
  /** Those who may turn after a fight, the one that is asked among them. */
  get toTurn(): readonly string[] {
    return this.view?.active?.aftermath?.to_turn ?? [];
  }
  override closing(end: AnyAnswer): readonly Step[] {
    return this.faceOpen ? [...this.#keep(), exactly(end)] : [exactly(end)];
  }
  /** Whoever has declared an Assault, or leaves it to others, has acted. */
  override get idle(): number {
    return Object.keys(this.declared).length ? 0 : this.actors.length;
  }
  override get aiming(): boolean {
    return this.s.question?.what === "fire" || this.s.question?.what === "assault";
  }

  // ---------------------------------------------------------------- in words

  override name(id: string): string {
    return this.pieces.get(id)?.name ?? this.view?.eliminated.find((u) => u.id === id)?.name ?? id;
  }
  override label(answer: AnyAnswer): string {
    if (this.s.question?.what === "assault" && answer.do === "done" && this.ends.length === 1)
      return t(Object.keys(this.declared).length ? "word.done.assault" : "word.done.assault.none");
    return label(answer as Answer, this.faceOpen ? (this.#moving?.question ?? null) : this.s.question, (id) => this.name(id));
  }
  override tell(answer: AnyAnswer): string {
    return tell(answer as Answer, (id) => this.name(id));
  }
  override tellSealed(who: string, answer: AnyAnswer): string {
    const laid = answer as Answer; // nothing else is sealed here
    return laid.do === "orders" ? t("replay.sealed", { who, left: laid.left, centre: laid.centre, right: laid.right }) : super.tellSealed(who, answer);
  }
  /** The side of a unit, on the field or lost. */
  sideOf(id: string): string | null {
    return (this.pieces.get(id) ?? this.view?.eliminated.find((u) => u.id === id))?.side ?? null;
  }
  nation(unit: { id: string; side: string }): string {
    return nationOf(this.field, unit);
  }
  describe(unit: Unit): string {
    return untrack(() => describe(unit, this.nation(unit)));
  }
  describeAim(aim: Aim): string {
    const key = PREVIEWS.find((word) => word === aim.answer.do) ?? "move";
    return t(`ask.preview.${key}`, { name: this.name(aim.unit), hex: aim.hex });
  }
  terrain(hex: string): string {
    return terrainOf(this.field, hex);
  }

  // ---------------------------------------------------------------- moments

  override newMoment(first: boolean, fresh: readonly GameEvent[]): void {
    this.preview = null;
    this.clearReasons();
    this.pathHint = [];
    this.warned = null;
    this.lookout.newMoment();
    const data = this.s.question?.data ?? {};
    const named = typeof data["unit"] === "string" ? data["unit"] : null;
    if (this.marches && this.s.question) this.#moving = { wing: this.#wing, question: this.s.question, units: this.#actors };
    this.group.limit(this.marches ? this.#actors : []);
    if (this.drag && !this.pieces.has(this.drag.piece)) this.drag = null;
    if (named && this.pieces.has(named)) this.selected = named;
    else this.#selectNext();
    this.hinted = null;
    void this.retreat.newMoment();
    const attacker = this.s.question?.what === "assault" ? this.pieces.get(this.selected ?? this.actors[0] ?? "") : undefined;
    if (attacker) this.cursor = attacker.hex;
    // What breaks into the enemy's play is shown where it happens.
    const troubled = this.s.myTurn && Array.isArray(data["names"]) && Array.isArray(data["units"]) ? this.pieces.get(String(data["units"][0])) : undefined;
    if (troubled) this.cursor = troubled.hex;
    if (this.selected && this.cursor === null) this.cursor = this.pieces.get(this.selected)?.hex ?? null;
    this.follow(fresh, first || !this.wasAsked);
    this.wasAsked = this.s.myTurn;
    void this.lookout.learn();
    this.land();
  }

  /** Who was wanted, who is selected still, or whoever is next where that is the player's way. */
  #selectNext(): void {
    const last = this.selected;
    const wanted = this.#wanted ?? this.selected;
    this.#wanted = null;
    if (wanted && this.actors.includes(wanted)) this.selected = wanted;
    else if (this.actors.length === 1) this.selected = this.actors[0] ?? null;
    else this.selected = settings.next && this.marches && !this.s.unfinished ? this.#nearest(last) : null;
  }

  /** The unit that can still act nearest to one that has acted. */
  #nearest(unit: string | null): string | null {
    const { grid, pieces } = this;
    const from = pieces.get(unit ?? "")?.hex;
    if (!grid || !from) return this.actors[0] ?? null;
    const [a, far] = [grid.center(from), (id: string) => grid.center(pieces.get(id)?.hex ?? from)];
    return this.actors.toSorted((one, two) => Math.hypot(far(one).x - a.x, far(one).y - a.y) - Math.hypot(far(two).x - a.x, far(two).y - a.y))[0] ?? null;
  }

  override get asked(): readonly string[] {
    const { unit, units } = this.s.question?.data ?? {};
    const named = [unit, ...(Array.isArray(units) ? units : [])].flatMap((id) => this.pieces.get(String(id))?.hex ?? []);
    return named.length ? named : super.asked;
  }

  override letGo(): void {
    super.letGo();
    this.warned = null;
    this.lookout.letGo();
  }

  override putAway(): boolean {
    if (!this.lookout.measuring) return false;
    this.lookout.toggleMeasuring();
    return true;
  }

  spots(event: GameEvent): Spots {
    return spots(event, this.pieces);
  }

  override filmed(events: readonly GameEvent[], before: AnyView | null): void {
    // Who has fled or fallen is pointed at where it stood.
    const stood = new Map([...(this.view?.units ?? []), ...(before ? viewOf(before).units : [])].map((unit) => [unit.id, unit]));
    this.happened = events.map((event) => spots(event, stood));
    if (this.selected && !this.pieces.has(this.selected)) this.selected = null;
  }

  override foreshow(answer: AnyAnswer): void {
    const advised = answer as Answer;
    const aimed = aim(advised, this.s.question, this.pieces);
    const unit = aimed?.unit ?? ("unit" in advised ? advised.unit : null);
    if (unit && this.pieces.has(unit)) this.select(unit);
    const aims = aimed ? this.aims.get(aimed.unit)?.get(aimed.hex) : undefined;
    if (aims) this.foresee(aims, Math.max(0, aims.findIndex((one) => same(one.answer, answer))));
  }

  // ---------------------------------------------------------------- the hand

  wish(unit: string, hex: string): Answer {
    const from = this.pieces.get(unit)?.hex ?? hex;
    return wish(this.s.question?.what ?? "", unit, hex, () => (this.grid ? straight(this.grid, from, hex, this.reach) : [hex]));
  }

  /** Several units of a wing move together; a Marshal moves alone. */
  override get marches(): boolean {
    return this.s.myTurn && this.s.question?.what === "move" && this.s.question.data["step"] === "movement";
  }

  override async march(goals: Readonly<Record<string, string>>): Promise<Way[] | null> {
    return this.lookout.march(goals);
  }

  protected override marchSteps(way: Way, facing: Facing | null): readonly Step[] {
    const turned = facing ?? this.pieces.get(way.unit)?.facing;
    return [moveStep(way.unit, way.path), ...(turned ? [faceStep(way.unit, turned)] : [])];
  }

  /** A move can be taken back; whatever rolls dice, costs something or answers the enemy is shown first. */
  protected override atOnce(aim: Aim): boolean {
    return aim.answer.do === "assault" || (aim.answer.do === "move" && !settings.sure && !this.s.novice);
  }

  /** The ways of several units are put together before they are answered. */
  protected override point(aims: readonly Aim[], facing: Facing | null): void {
    const [aim] = aims;
    if (!aim || !this.choices.together.length) {
      super.point(aims, facing);
      return;
    }
    const cheapest = aims.toSorted((a, b) => this.#steps(a) - this.#steps(b))[0]!;
    this.retreat.take(aim.unit, cheapest.path);
    this.s.say(this.describeAim(cheapest));
    if (this.retreat.next) this.hold(this.retreat.next);
  }

  #steps(aim: Aim): number {
    return this.retreat.cost(aim.answer)?.steps[aim.unit] ?? 0;
  }

  /** Declare an Assault from the list, or call it off. */
  declare(assault: Assault): void {
    const off = this.fights.isDeclared(assault);
    void this.s.answer(off ? { ...assault, targets: [] } : assault);
  }

  hint(assault: Assault | null): void {
    this.hinted = assault;
  }

  protected override steps(aim: Aim, facing: Facing | null): readonly Step[] {
    if (!this.turns(aim.unit)) return [exactly(aim.answer)];
    // After a move the wheel stays open; where the way was shown first, with the wheel at its end, it has been there to be used.
    const wanted = facing ?? (aim.answer.do === "move" ? null : this.pieces.get(aim.unit)?.facing);
    return wanted ? [exactly(aim.answer), faceStep(aim.unit, wanted)] : [exactly(aim.answer)];
  }

  override turns(unit: string): boolean {
    const asked = this.s.question?.what ?? "";
    return this.choices.turns.has(unit) || this.#waiting.includes(unit) || (FACES_AFTER.has(asked) && Boolean(this.pieces.get(unit)?.facing) && this.aims.has(unit));
  }

  override async confirm(): Promise<void> {
    const { ready } = this.retreat;
    if (!this.aim && ready) await this.s.perform([exactly(ready), ...this.retreat.units.map(() => keepStep)], { quiet: true });
    else await super.confirm();
  }

  /** All who are asked one after another how they face stay as they are. */
  keepAll(): void {
    void this.s.perform(this.toTurn.map(() => keepStep), { quiet: true });
  }

  /** Everybody assaults all on its Front. */
  declareAll(): void {
    const first = [...this.choices.assaults].filter(([unit]) => !this.declared[unit]).flatMap(([, answers]) => answers.slice(0, 1));
    void this.s.perform(first.map(exactly));
  }

  override turnTo(units: readonly string[], facing: Facing): void {
    this.group.scatter();
    void this.s.perform(units.flatMap((unit) => [moveStep(unit, []), faceStep(unit, facing)]));
  }

  /** End all that the wing has still to do. */
  closeWing(): void {
    const wing = this.view?.active;
    if (wing && !this.s.novice && (this.marches || this.faceOpen)) void this.s.perform([...(this.faceOpen ? this.#keep() : []), ...closeStep(wing.wing)], { quiet: true });
  }

  #keep(): readonly Step[] {
    const unit = this.pieces.get(this.facingUnit ?? "");
    return unit?.facing ? [faceStep(unit.id, unit.facing)] : [];
  }

  protected override hold(unit: string | null): void {
    if (unit && this.#waiting.includes(unit)) {
      this.#wanted = unit;
      void this.s.perform(this.#keep(), { goesOn: true });
    } else super.hold(unit);
  }

  /** Pointed at once more, a unit turns where it stands, or assaults all on its Front. */
  protected override again(unit: string): void {
    const turn = this.choices.turns.get(unit);
    const all = this.choices.assaults.get(unit)?.[0];
    if (turn) void this.s.answer(turn);
    else if (all) void this.s.answer(all);
    else super.again(unit);
  }

  protected override mayGo(unit: string): boolean {
    return this.aims.has(unit) || this.choices.turns.has(unit);
  }

  protected override chosen(): void {
    void this.lookout.learn();
  }

  protected override taken(hex: string, unit: string | null): boolean {
    if (this.lookout.measuring) this.lookout.measure(hex);
    else if (unit !== null && this.facingUnit === unit) this.turn(0);
    else return false;
    return true;
  }

  /** A novice sees the odds of a shot, and who stands against a hex, before it is too late. */
  protected override foreseen(aim: Aim): void {
    if (!this.s.novice) return;
    this.warned = null;
    if (aim.answer.do === "fire") void this.s.askOdds(aim.answer);
    else
      void this.lookout.askThreats(aim.hex).then((found) => {
        if (this.aim === aim && found?.units.length) this.warned = found;
      });
  }

  /** The wheel stands where a unit is asked to face, or where it would after the move that is shown. */
  override get facing(): { hex: string; now: Facing | null } | null {
    const unit = this.pieces.get(this.facingUnit ?? "");
    if (unit) return { hex: unit.hex, now: facingOf(unit) };
    const { plan } = this.group;
    if (plan) return { hex: plan.goal, now: plan.facing };
    const moved = this.aim && this.turns(this.aim.unit) ? this.pieces.get(this.aim.unit) : undefined;
    return moved && this.aim ? { hex: this.aim.hex, now: this.preview?.facing ?? facingOf(moved) } : null;
  }

  override face(facing: Facing): void {
    const answer = this.facingUnit ? this.choices.facings.get(this.facingUnit)?.get(facing) : undefined;
    if (answer) void this.s.perform([exactly(answer)], { goesOn: this.faceOpen });
    else if (this.group.plan) this.group.plan = { ...this.group.plan, facing };
    else if (this.preview && this.facing) {
      this.preview = { ...this.preview, facing };
      void this.confirm();
    } else if (this.selected && this.turns(this.selected)) this.turnTo(this.group.on ? this.group.members : [this.selected], facing);
  }

  /** Turn by so many corners: the unit that is asked about, or the one that is selected. */
  turn(by: number): void {
    const unit = this.pieces.get(this.facingUnit ?? this.selected ?? "");
    if (unit?.facing) this.face(turned(unit.facing, by));
  }

  override get measuring(): boolean {
    return this.lookout.measuring;
  }
  override lookAt(hex: string): void {
    void this.lookout.lookAt(hex);
  }

  override key(key: string, target: HTMLElement): boolean {
    const onButton = target.closest("button, a, summary, [data-testid=map]") !== null;
    if (key === "Enter") {
      if (onButton) return false;
      if (this.aim || this.group.plan || this.retreat.ready) void this.confirm();
      else if (this.facingUnit) this.turn(0);
      else return false;
    } else if (key === "v") this.lookout.toggleMeasuring();
    else if (key === "e") this.lookout.toggleWary();
    else if (key === "[" || key === "]") this.turn(key === "[" ? -1 : 1);
    else if (/^[1-6]$/.test(key)) this.face(FACINGS[Number(key) - 1]!);
    else if (key === "D") this.closeWing();
    else return super.key(key, target);
    return true;
  }
}
