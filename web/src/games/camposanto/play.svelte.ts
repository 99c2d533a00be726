/** A table of Camposanto in a player's hands: counters, choices, what is looked up, the two dialogs. */

import { untrack } from "svelte";
import { HexGrid, FACINGS, straight, turned, type Facing } from "../../boards/hex/hex";
import { HexHand, type Aim, type Spots } from "../../boards/hex/hand.svelte";
import { same } from "../../lib/saying";
import type { Answer as AnyAnswer, GameEvent, View as AnyView } from "../../lib/types";
import { spots } from "./events";
import { Lookout } from "./lookout.svelte";
import { actors, aim, sort } from "./options";
import { describe, nationOf, stacked, terrainOf } from "./pieces";
import { label, tell } from "./saying";
import { facingOf, fieldOf, viewOf, type Answer, type Threats, type Unit } from "./types";
import { wish } from "./wish";
import { t } from "./words";

/** What a preview is called; every other answer that leads to a hex is a move. */
const PREVIEWS = ["fire", "fall_back", "flee", "advance"] as const;

export class CamposantoPlay extends HexHand<Unit> {
  /** At a novice's table: what stands against the hex of the previewed move. */
  warned = $state.raw<Threats | null>(null);
  /** Whether every wing has its point and the orders can be sealed. */
  ordersReady = $state(false);
  assaultOpen = $state(true);
  readonly lookout = new Lookout(this);
  /** whether the moment before was one's own to decide */
  private wasAsked = false;

  readonly view = $derived(this.s.view ? viewOf(this.s.view) : null);
  readonly field = $derived(this.s.drawing ? fieldOf(this.s.drawing) : null);
  readonly grid = $derived(this.field ? new HexGrid(this.field) : null);
  readonly pieces = $derived(new Map((this.view?.units ?? []).map((u) => [u.id, u])));
  readonly stacks = $derived(stacked(this.view));
  readonly choices = $derived(sort(this.s.options as Answer[], this.s.question, this.pieces));
  readonly aims = $derived(this.choices.aims);
  readonly picks = $derived(this.choices.picks);
  readonly #actors = $derived(actors(this.choices));
  readonly facingUnit = $derived(this.s.question?.what === "face" ? String(this.s.question.data["unit"]) : null);
  readonly declaring = $derived(Boolean(this.choices.assaults.size && this.assaultOpen && this.s.question?.what === "assault"));

  override get actors(): readonly string[] {
    return this.#actors;
  }
  override get ends(): readonly Answer[] {
    return this.s.question?.what === "assault" ? [] : this.choices.words.filter((answer) => answer.do === "done");
  }
  override get covering(): boolean {
    return this.declaring;
  }
  override get aiming(): boolean {
    return this.s.question?.what === "fire";
  }

  // ---------------------------------------------------------------- in words

  override name(id: string): string {
    return this.pieces.get(id)?.name ?? this.view?.eliminated.find((u) => u.id === id)?.name ?? id;
  }
  override label(answer: AnyAnswer): string {
    return label(answer as Answer, this.s.question, (id) => this.name(id));
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
    this.reason = null;
    this.pathHint = [];
    this.warned = null;
    this.lookout.newMoment();
    const data = this.s.question?.data ?? {};
    const named = typeof data["unit"] === "string" ? data["unit"] : null;
    if (named && this.pieces.has(named)) this.selected = named;
    else if (this.selected && !this.actors.includes(this.selected)) this.selected = null;
    if (!this.selected && this.actors.length === 1) this.selected = this.actors[0] ?? null;
    this.assaultOpen = true;
    const attacker = this.s.question?.what === "assault" ? this.pieces.get(this.selected ?? this.actors[0] ?? "") : undefined;
    if (attacker) this.cursor = attacker.hex;
    // What breaks into the enemy's play is shown where it happens.
    const troubled = this.s.myTurn && Array.isArray(data["names"]) && Array.isArray(data["units"]) ? this.pieces.get(String(data["units"][0])) : undefined;
    if (troubled) this.cursor = troubled.hex;
    if (this.selected && this.cursor === null) this.cursor = this.pieces.get(this.selected)?.hex ?? null;
    this.follow(fresh, first || !this.wasAsked);
    this.wasAsked = this.s.myTurn;
    void this.lookout.learn();
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

  override get facing(): { hex: string; now: Facing | null } | null {
    const unit = this.facingUnit ? this.pieces.get(this.facingUnit) : undefined;
    return unit ? { hex: unit.hex, now: facingOf(unit) } : null;
  }

  override face(facing: Facing): void {
    const answer = this.facingUnit ? this.choices.facings.get(this.facingUnit)?.get(facing) : undefined;
    if (answer) void this.s.answer(answer);
  }

  turn(by: number): void {
    const unit = this.facingUnit ? this.pieces.get(this.facingUnit) : undefined;
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
      if (this.aim) void this.confirm();
      else if (this.facingUnit) this.turn(0);
      else return false;
    } else if (key === "Escape") {
      if (!this.declaring || this.preview) return false;
      this.assaultOpen = false;
    } else if (key === "v") this.lookout.toggleMeasuring();
    else if (key === "e") this.lookout.toggleWary();
    else if (key === "[" || key === "]") this.turn(key === "[" ? -1 : 1);
    else if (/^[1-6]$/.test(key) && this.facingUnit) this.face(FACINGS[Number(key) - 1]!);
    else return super.key(key, target);
    return true;
  }
}
