/** A table of Custoza in a player's hands: counters, Forces, markers, what is answered by pointing. */

import { untrack } from "svelte";
import { HexHand, type Aim as AnyAim, type Spots } from "../../boards/hex/hand.svelte";
import { FACINGS, HexGrid, straight, turned, type Facing } from "../../boards/hex/hex";
import { spots } from "../../boards/hex/spots";
import type { Step } from "../../lib/gestures";
import { same } from "../../lib/saying";
import { said, settings } from "../../lib/settings.svelte";
import type { Answer as AnyAnswer, GameEvent, Refusal, View as AnyView } from "../../lib/types";
import { laidOut } from "./blank";
import type { BlankMap } from "./generated";
import { Lookout } from "./lookout.svelte";
import { Marking, type Mark } from "./marking.svelte";
import { actors, forcesOf, goals, rolls, sort, unitsOf, waysOf, type Aim } from "./options";
import { classOf, commandersOf, counterOf, counters, describe, formationName, groupsOf, placeName, stacked, strategicTitle, terrainOf } from "./pieces";
import { label, tell, type Names } from "./saying";
import { fieldOf, markersOf, viewOf, type Answer, type Group, type Reacting, type SideName, type Unit } from "./types";

/** Questions after whose ways a facing is asked. */
const FACES_AFTER = new Set(["act", "ooc", "retreat", "fall_back", "after_charge", "go_on"]);

/** Answers that go a way. */
const WALKS = new Set(["move", "retreat", "fall_back", "go_on", "assault", "charge"]);

/** Exactly this answer, whether it is among those listed or not: the server judges it. */
const boldly = (answer: Answer): Step => () => answer;

/** These units face so, if that is what is asked. */
const faceStep =
  (units: readonly string[], facing: Facing): Step =>
  (question, options) =>
    question.what === "face" ? ((options as Answer[]).find((option) => option.do === "face" && option.facing === facing && option.units.some((id) => units.includes(id))) ?? null) : null;

export class CustozaPlay extends HexHand<Unit> {
  readonly marking = new Marking(this);
  readonly lookout = new Lookout(this);
  /** The part of a stack that acts; null leaves it to the largest Force there is. */
  chosenForce = $state.raw<readonly string[] | null>(null);
  private wasAsked = false;

  readonly view = $derived(this.s.view ? viewOf(this.s.view) : null);
  readonly #printed = $derived(this.s.drawing ? fieldOf(this.s.drawing) : null);
  /** the map that the position brought along, as text: every view has it anew, and it never changes */
  readonly #brought = $derived(this.view && typeof this.view.map !== "string" ? JSON.stringify(this.view.map) : null);
  readonly field = $derived(this.#printed && this.#brought !== null ? laidOut(this.#printed, JSON.parse(this.#brought) as BlankMap) : this.#printed);
  readonly grid = $derived.by(() => {
    const { field } = this;
    if (!field) return null;
    const [[col, lastCol], [row, lastRow]] = [field.columns, field.rows];
    return new HexGrid({ cols: lastCol - col + 1, rows: lastRow - row + 1, layout: field.layout, shifted: field.shifted, first: { col, row }, only: new Set(Object.keys(field.hexes)) });
  });
  readonly #counters = $derived(counters(this.field, this.view));
  readonly pieces = $derived(new Map(this.#counters.map((unit) => [unit.id, unit])));
  readonly stacks = $derived(stacked(this.#counters));
  readonly markers = $derived(markersOf(this.view));
  /** commanders by Formation: they are pointed at where a Formation is given an order */
  readonly commanders = $derived(commandersOf(this.view));
  readonly choices = $derived(sort(this.s.options as Answer[], this.s.question, this.pieces, this.markers, this.commanders));
  /** In a free set-up: every counter with the hexes of its zone. Whether there is room the server says. */
  readonly placing = $derived.by(() => {
    const ids = this.s.myTurn && this.s.question?.what === "place" ? this.s.question.data["units"] : null;
    if (!Array.isArray(ids)) return null;
    const waysOfZone = (unit: string): [string, Aim[]][] => (this.view?.free?.find((zone) => zone.units.includes(unit))?.hexes ?? []).map((hex) => [hex, [{ answer: { do: "place", unit, hex }, unit, hex, path: [] }]]);
    return new Map((ids as string[]).map((unit) => [unit, new Map(waysOfZone(unit))]));
  });
  readonly aims = $derived<ReadonlyMap<string, ReadonlyMap<string, readonly Aim[]>>>(this.placing ?? new Map([...this.choices.ways.keys()].map((unit) => [unit, waysOf(this.choices, unit, this.forceOf(unit))])));
  readonly picks = $derived(this.choices.picks as ReadonlyMap<string, AnyAnswer>);
  readonly #actors = $derived(actors(this.choices));
  /** The Forces that may react, and what they react to. */
  readonly reacting = $derived((this.s.myTurn && this.s.question?.what === "react" ? this.s.question.data["forces"] : []) as readonly Reacting[]);
  readonly trigger = $derived(this.s.myTurn && this.s.question?.what === "react" ? String(this.s.question.data["hex"]) : null);
  /** Units that still have a duty in this activation. */
  readonly duties = $derived(new Set((this.s.question?.data["must"] ?? []) as string[]));
  /** The hexes of one's own Strategic Objective, once it is chosen. */
  readonly chosenGoals = $derived.by(() => {
    const side = this.s.seat as SideName | null;
    const number = side ? this.view?.strategy[side] : null;
    const chosen = this.view?.victory?.objectives?.find((one) => one.side === side && one.number === number);
    return [...new Set((chosen?.conditions ?? []).flatMap(({ hexes, from, to }) => [...hexes, ...(from ? [from] : []), ...(to ? [to] : [])]))];
  });
  /** The Formations that may be given orders, where that is asked. */
  readonly orders = $derived(this.s.myTurn && ["states", "objectives"].includes(this.s.question?.what ?? "") ? ((this.s.question?.data["formations"] ?? []) as string[]) : null);
  readonly facingUnits = $derived((this.s.myTurn && this.s.question?.what === "face" ? this.s.question.data["units"] : []) as readonly string[]);

  override get actors(): readonly string[] {
    return this.placing ? [...this.placing.keys()] : this.#actors;
  }
  override get ends(): readonly Answer[] {
    return this.choices.words.filter((answer) => answer.do === "done");
  }
  /** The units that act with one: those chosen, or the largest Force it may go with. */
  forceOf(unit: string): readonly string[] {
    const chosen = this.chosenForce;
    return chosen?.includes(unit) ? chosen : (forcesOf(this.choices, unit)[0] ?? [unit]);
  }

  /** Take a unit of the stack along, or leave it behind. */
  toggleForce(unit: string): void {
    const { selected } = this;
    if (!selected) return;
    const force = this.forceOf(selected);
    const next = force.includes(unit) ? force.filter((id) => id !== unit) : [...force, unit];
    if (!next.length) return;
    const order = (forcesOf(this.choices, selected)[0] ?? next).filter((id) => next.includes(id));
    this.preview = null;
    this.chosenForce = order.length ? order : next;
    if (!next.includes(selected)) this.selected = this.chosenForce[0] ?? null;
  }

  /** The Formation that a commander speaks for. */
  formationOf(unit: string): string {
    return [...this.commanders].find(([, commander]) => commander === unit)?.[0] ?? unit;
  }

  // ---------------------------------------------------------------- in words

  readonly names: Names = {
    unit: (id) => this.name(id),
    formation: (id) => formationName(this.field, this.view?.formations.find((one) => one.id === id) ?? { id }),
    limbers: (id) => classOf(this.pieces.get(id)?.type ?? "line") === "artillery",
    place: (hex) => placeName(this.field, hex),
    strategic: (number) => strategicTitle(this.view, this.s.seat, number),
  };
  override name(id: string): string {
    const here = this.pieces.get(id);
    if (here) return here.name;
    const [group] = groupsOf(this.view, id);
    if (group) return this.groupName(group);
    const told = this.view?.units.find((unit) => unit.id === id);
    if (told) return counterOf(this.field, { ...told, hex: "" }).name;
    const printed = this.field?.units[id]?.name;
    return printed ? said(printed) : id;
  }
  /** A group of reinforcements: its Formation, or each of those who come without one. */
  groupName(group: Group): string {
    return group.formation ? this.names.formation(group.formation) : group.units.map((unit) => this.name(unit)).join(", ");
  }
  override fullName(id: string): string {
    const formation = this.pieces.get(id)?.formation;
    return `${this.name(id)}${formation ? ` (${this.names.formation(formation)})` : ""}`;
  }
  override label(answer: AnyAnswer): string {
    return label(answer as Answer, this.s.question, this.names);
  }
  override tell(answer: AnyAnswer): string {
    return tell(answer as Answer, this.s.question, this.names);
  }
  describe(unit: Unit): string {
    return untrack(() => describe(unit, this.field));
  }
  describeAim(aim: AnyAim): string {
    return this.tell(aim.answer);
  }
  terrain(hex: string): string {
    return terrainOf(this.field, hex);
  }
  sideOf(id: string): SideName | null {
    return this.pieces.get(id)?.side ?? this.view?.units.find((unit) => unit.id === id)?.side ?? this.view?.formations.find((one) => one.id === id)?.side ?? null;
  }

  // ---------------------------------------------------------------- moments

  override newMoment(first: boolean, fresh: readonly GameEvent[]): void {
    this.preview = null;
    this.clearReasons();
    this.pathHint = [];
    this.lookout.newMoment();
    this.chosenForce = null;
    this.marking.from = this.s.question?.what === "turn_marker" ? String(this.s.question.data["hex"]) : null;
    if (this.drag && !this.pieces.has(this.drag.piece)) this.drag = null;
    const acting = this.actors;
    if (this.facingUnits[0]) this.selected = this.facingUnits[0];
    else if (!this.selected || !acting.includes(this.selected)) {
      const one = new Set(acting.map((id) => this.pieces.get(id)?.hex)).size === 1;
      this.selected = one || this.reacting.length ? (acting[0] ?? null) : null;
    }
    if (this.selected && this.cursor === null) this.cursor = this.pieces.get(this.selected)?.hex ?? null;
    this.follow(fresh, first || !this.wasAsked);
    this.wasAsked = this.s.myTurn;
    this.land();
  }

  /** The map is large: what is asked comes near enough to be read. */
  protected override get nearness(): number {
    return 0.95;
  }

  /** Fortresses stand where they always stood: the armies are looked at. */
  override get inView(): readonly string[] {
    return this.#counters.filter((unit) => unit.type !== "fortress").map((unit) => unit.hex);
  }

  override get asked(): readonly string[] {
    if (this.trigger) return [this.trigger, ...this.reacting.map((force) => force.hex)];
    if (this.marking.on) return [...this.marking.hexes];
    const { unit, units, hexes } = this.s.question?.data ?? {};
    if (Array.isArray(hexes) && hexes.length && !this.pieces.has(String(unit))) return hexes as string[];
    if (this.orders) return this.orders.flatMap((id) => this.pieces.get(this.commanders.get(id) ?? "")?.hex ?? []);
    const named = [unit, ...(Array.isArray(units) ? units : [])].flatMap((id) => this.pieces.get(String(id))?.hex ?? []);
    return named.length ? named : super.asked;
  }

  override letGo(): void {
    super.letGo();
    this.chosenForce = null;
    this.marking.from = null;
  }

  override putAway(): boolean {
    if (!this.lookout.tool) return false;
    this.lookout.take(null);
    return true;
  }

  override get measuring(): boolean {
    return this.lookout.tool !== null;
  }

  override lookAt(hex: string): void {
    void this.lookout.lookAt(hex);
  }

  spots(event: GameEvent): Spots {
    return spots(event, this.pieces);
  }

  override filmed(events: readonly GameEvent[], before: AnyView | null): void {
    // Who has fled or fallen is pointed at where it stood.
    const stood = new Map([...this.#counters, ...counters(this.field, before ? viewOf(before) : null)].map((unit) => [unit.id, unit]));
    this.happened = events.map((event) => spots(event, stood));
    if (this.selected && !this.pieces.has(this.selected)) this.selected = null;
  }

  override foreshow(answer: AnyAnswer): void {
    const advised = answer as Answer;
    const units = unitsOf(advised, this.s.question);
    const [lead] = units;
    if (lead && this.pieces.has(lead)) {
      this.select(lead);
      this.chosenForce = units;
    }
    if (advised.do === "declare" || advised.do === "turn") this.foreseeMarks([advised]);
    const goal = goals(advised, this.s.question, this.pieces, this.markers)[0];
    const aims = lead && goal ? this.aims.get(lead)?.get(goal.hex) : undefined;
    if (aims) this.foresee(aims, Math.max(0, aims.findIndex((one) => same(one.answer, answer))));
  }

  // ---------------------------------------------------------------- the hand

  wish(unit: string, hex: string): Answer {
    const from = this.pieces.get(unit)?.hex ?? hex;
    const units = [...this.forceOf(unit)];
    const path = this.grid ? straight(this.grid, from, hex, this.reach) : [hex];
    const enemy = this.stacks.get(hex)?.find((one) => one.side !== this.s.seat);
    switch (this.s.question?.what) {
      case "retreat":
        return { do: "retreat", units, path };
      case "fall_back":
      case "react":
        return { do: "fall_back", units, path };
      case "charge_on":
        return { do: "charge", units, path, target: hex };
      case "objectives":
        return { do: "objective", formation: this.formationOf(unit), hex };
      case "states":
        return { do: "march", formation: this.formationOf(unit), objective: hex };
      case "deploy":
      case "place":
      case "scout":
      case "screen":
        return { do: "place", unit, hex };
      case "march_move":
      case "scout_move":
      case "general":
        return { do: "move", units, path };
      default:
        return enemy && classOf(enemy.type) ? { do: "fire", units, hex } : { do: "move", units, path };
    }
  }

  protected override chosen(): void {
    if (this.selected && !this.chosenForce?.includes(this.selected)) this.chosenForce = null;
  }

  /** Markers are laid by pointing at hexes, whatever stands there. */
  protected override taken(hex: string, _piece: string | null): boolean {
    if (this.lookout.tool) {
      this.lookout.point(hex);
      return true;
    }
    if (this.facingUnits.length && this.facing?.hex === hex) {
      if (this.facing.now) this.face(this.facing.now);
      return true;
    }
    if (!this.marking.on) return false;
    this.cursor = hex;
    if (this.aim?.hex === hex) void this.confirm();
    else this.foreseeMarks(this.marking.point(hex));
    return true;
  }

  /** A Formation deploys, or is set up, counter by counter: each goes where it is put. */
  protected override atOnce(aim: AnyAim): boolean {
    return aim.answer.do === "place" && (this.placing !== null || this.s.question?.what === "deploy") && !settings.sure && !this.s.novice;
  }

  /** Where dice would fall, what they may bring is shown before they do. */
  protected override foreseen(aim: AnyAim): void {
    if (this.s.oddsAllowed && rolls(aim.answer)) void this.s.askOdds(aim.answer);
  }

  override get draws(): boolean {
    return true;
  }

  /** A way of one's own, by the answer that would take the listed one; the server says whether it may be gone. */
  protected override async drawnWay(unit: string, trail: readonly string[], goal: string): Promise<Aim | Refusal | null> {
    const listed = this.aims.get(unit)?.get(goal)?.find(({ answer }) => WALKS.has(answer.do)) as Aim | undefined;
    const model = listed?.answer ?? (this.wish(unit, goal) as Answer);
    if (!("path" in model) || !WALKS.has(model.do)) return null;
    // An attack is drawn on to its target; it goes to the hex before.
    const strikes = model.do === "assault" || model.do === "charge";
    const path = strikes && trail.at(-1) !== model.path?.at(-1) ? trail.slice(0, -1) : [...trail];
    if (path.join() === (model.path ?? []).join() && listed) return null;
    const answer = { ...model, path } as Answer;
    return (await this.s.why(answer)) ?? { answer, unit, hex: goal, path: [...trail], drawn: true };
  }

  /** Show a marker before it is laid; several kinds for one target can be chosen among. */
  foreseeMarks(marks: readonly Mark[]): void {
    const [mark] = marks;
    this.preview = null;
    if (!mark) return;
    this.marking.from = mark.hex;
    this.foresee(marks.map((answer) => ({ answer, unit: "", hex: answer.target, path: [] })), 0);
  }

  override turns(unit: string): boolean {
    const known = this.pieces.get(unit);
    if (this.placing) return Boolean(known && classOf(known.type));
    return FACES_AFTER.has(this.s.question?.what ?? "") && Boolean(known?.facing && classOf(known.type)) && this.aims.has(unit);
  }

  protected override steps(aim: AnyAim, facing: Facing | null): readonly Step[] {
    const answer = aim.answer as Answer;
    const unit = this.pieces.get(aim.unit);
    const walks = ["move", "retreat", "fall_back", "go_on"].includes(answer.do);
    if (answer.do === "place") return [boldly(facing && this.turns(aim.unit) ? { ...answer, facing } : answer)];
    const wanted = facing ?? (walks ? unit?.facing : null);
    return [boldly(answer), ...(wanted && this.turns(aim.unit) ? [faceStep(unitsOf(answer, this.s.question), wanted)] : [])];
  }

  /** The wheel stands where a Force is asked to face, or where it would after the move that is shown. */
  override get facing(): { hex: string; now: Facing | null } | null {
    const asked = this.pieces.get(this.facingUnits[0] ?? "");
    if (asked) return { hex: asked.hex, now: asked.facing };
    const aim = this.aim as Aim | null;
    if (aim?.answer.do === "place" && this.placing && this.turns(aim.unit)) return { hex: aim.hex, now: this.preview?.facing ?? this.pieces.get(aim.unit)?.facing ?? null };
    const moved = aim && ["move", "retreat", "fall_back"].includes(aim.answer.do) && this.turns(aim.unit) ? this.pieces.get(aim.unit) : undefined;
    return moved && aim ? { hex: aim.hex, now: this.preview?.facing ?? moved.facing } : null;
  }

  override face(facing: Facing): void {
    const asked = this.choices.facings.get(this.facingUnits[0] ?? "")?.get(facing);
    if (asked) void this.s.answer(asked);
    else if (this.preview && this.facing) {
      this.preview = { ...this.preview, facing };
      void this.confirm();
    } else if (this.selected && this.turnOnSpot(this.selected)) this.turnTo([this.selected], facing);
  }

  /** The answer by which a Force turns where it stands. */
  turnOnSpot(unit: string): Answer | null {
    const key = this.forceOf(unit).join();
    const turns = (this.choices.deeds.get(unit) ?? []).filter((answer) => answer.do === "move" && answer.march === undefined && !answer.unlimber);
    return turns.find((answer) => "units" in answer && answer.units.join() === key) ?? turns[0] ?? null;
  }

  override turnTo(units: readonly string[], facing: Facing): void {
    const placed = this.placing && units[0] ? this.pieces.get(units[0]) : undefined;
    if (placed) void this.s.perform([boldly({ do: "place", unit: placed.id, hex: placed.hex, facing })], { quiet: true });
    const turn = units[0] ? this.turnOnSpot(units[0]) : null;
    if (turn) void this.s.perform([boldly(turn), faceStep(unitsOf(turn, null), facing)], { quiet: true });
  }

  /** Turn by so many sides: those who are asked, or the selected Force. */
  turn(by: number): void {
    const now = this.facing?.now ?? this.pieces.get(this.selected ?? "")?.facing;
    if (now) this.face(turned(now, by));
  }

  protected override mayGo(unit: string): boolean {
    return this.aims.has(unit) || this.choices.deeds.has(unit);
  }

  override key(key: string, target: HTMLElement): boolean {
    const onButton = target.closest("button, a, summary, [data-testid=map]") !== null;
    if (key === "Enter") {
      if (onButton) return false;
      if (this.aim) void this.confirm();
      else if (this.facingUnits.length) this.turn(0);
      else return false;
    } else if (key === "[" || key === "]") this.turn(key === "[" ? -1 : 1);
    else if (key === "v" || key === "t") this.lookout.take(key === "v" ? "sight" : "ground");
    else if (key === "z") this.lookout.toggleZones();
    else if (key === "c" && this.s.seat) this.lookout.toggleCommand();
    else if (key === "l" && this.s.seat && this.view?.mode === "advanced") this.lookout.toggleLines();
    else if (/^[1-6]$/.test(key)) this.face(FACINGS[Number(key) - 1]!);
    else return super.key(key, target);
    return true;
  }
}
