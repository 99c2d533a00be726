/** A table as this page sees it: what the server said last, and what the player's hand is doing with it. */

import { untrack } from "svelte";
import * as api from "./api";
import { HexGrid, turned } from "./hex";
import { actors, sort, type Aim } from "./options";
import { plainReason, said, settings, t } from "./settings.svelte";
import { freshId, TableSocket } from "./socket";
import type { Answer, BoardData, Facing, GameEvent, Odds, Question, Refusal, Rule, ServerMessage, Table, Text, Unit, View } from "./types";

export type Panel = "log" | "rules" | "forces" | "odds" | "chat" | "text" | "table";
export interface Preview {
  aims: Aim[];
  index: number;
}
export interface Reason extends Refusal {
  hex: string;
}
export interface ChatLine {
  n: number;
  player: string;
  text: string;
  at: string;
}

export class TableSession {
  readonly id: string;
  // what the server said
  seat = $state<string | null>(null);
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  options = $state.raw<Answer[]>([]);
  question = $state.raw<Question | null>(null);
  events = $state.raw<GameEvent[]>([]);
  version = $state(0);
  canUndo = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  board = $state.raw<BoardData | null>(null);
  rules = $state.raw<Rule[]>([]);
  online = $state(true);
  denied = $state(false);
  // what the hand does
  selected = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  cursor = $state<string | null>(null);
  reason = $state.raw<Reason | null>(null);
  failure = $state<{ text: string; rule: string | null } | null>(null);
  busy = $state(false);
  covered = $state<string | null>(null);
  panel = $state<Panel>("log");
  panelOpen = $state(true);
  rule = $state<string | null>(null);
  odds = $state.raw<{ answer: Answer; odds: Odds } | null>(null);
  oddsAvailable = $state(true);
  hideCounters = $state(false);
  assaultOpen = $state(true);
  roll = $state.raw<GameEvent | null>(null);
  /** Read out by the live region. */
  spoken = $state("");
  /** Events before this number were there when this player last decided. */
  seen = $state(0);
  pathHint = $state.raw<string[][]>([]);
  /** Whether the log shows only what happened since this player last decided. */
  since = $state(false);

  private socket: TableSocket | null = null;
  private asked = new Map<string, (message: ServerMessage) => void>();
  private acted = 0;
  private stopped = false;

  readonly grid = $derived(this.board ? new HexGrid(this.board) : null);
  readonly units = $derived(new Map((this.view?.units ?? []).map((u) => [u.id, u])));
  readonly stacks = $derived.by(() => {
    const stacks = new Map<string, Unit[]>();
    for (const unit of this.view?.units ?? []) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
    // Foot below, guns and light infantry above, the Marshal on top: as one would lay them.
    const height = { infantry: 0, cavalry: 0, light: 1, artillery: 2, marshal: 3 };
    for (const stack of stacks.values()) stack.sort((a, b) => height[a.type] - height[b.type]);
    return stacks;
  });
  readonly choices = $derived(sort(this.options, this.question, this.units));
  readonly actors = $derived(actors(this.choices));
  /** The hexes the selected unit may choose, with the answers that lead there. */
  readonly reach = $derived(this.selected ? (this.choices.aims.get(this.selected) ?? null) : null);
  readonly aim = $derived(this.preview ? (this.preview.aims[this.preview.index] ?? null) : null);
  readonly facingUnit = $derived(this.question?.what === "face" ? String(this.question.data["unit"]) : null);
  readonly myTurn = $derived(this.question !== null && this.options.length > 0);
  readonly over = $derived(this.table?.status === "over");

  constructor(id: string) {
    this.id = id;
  }

  async start(): Promise<void> {
    const table = await api.table(this.id);
    const [board, rules] = await Promise.all([api.board(table.game), api.rules(table.game)]);
    if (this.stopped) return;
    this.table = table;
    this.board = board;
    this.rules = rules;
    const mine = table.mine;
    const first = mine.find((seat) => table.turn.includes(seat)) ?? mine[0] ?? null;
    if (mine.length > 1 && first && table.status === "running") this.covered = first;
    else this.connect(first);
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
  }

  private connect(seat: string | null): void {
    this.socket?.close();
    this.seat = seat;
    this.letGo();
    this.events = [];
    this.acted = 0;
    this.socket = new TableSocket(
      this.id,
      seat,
      (message) => this.hear(message),
      (up, denied) => {
        this.online = up;
        this.denied = denied;
      },
    );
  }

  /** Same screen: the next player has taken the device. */
  uncover(): void {
    const seat = this.covered;
    this.covered = null;
    if (seat !== null) this.connect(seat);
  }

  private hear(message: ServerMessage): void {
    switch (message.t) {
      case "state": {
        const first = this.events.length === 0;
        const kept = this.events.slice(0, message.from);
        // After a reconnection everything comes again: new is only what was not here.
        const fresh = message.events.slice(Math.max(0, Math.min(this.events.length, message.from + message.events.length) - message.from));
        this.events = [...kept, ...message.events];
        if (first) this.seen = this.memory();
        const moment = message.version !== this.version || message.question?.what !== this.question?.what;
        this.table = message.table;
        this.view = message.view;
        this.options = message.options ?? [];
        this.question = message.question;
        this.version = message.version;
        this.canUndo = message.can_undo;
        this.busy = false;
        if (moment || first) this.newMoment(first, fresh);
        break;
      }
      case "error":
        this.busy = false;
        if (!this.settle(message.id, message)) this.failure = { text: message.code === "stale" ? t("conn.stale") : plainReason(message), rule: message.rule };
        break;
      case "ack":
        this.settle(message.id, message);
        break;
      case "why":
      case "odds":
        this.settle(message.id, message);
        break;
      case "chat": {
        const player = typeof message.player === "string" ? message.player : message.player.name;
        if (!this.chat.some((line) => line.n === message.n)) this.chat = [...this.chat, { n: message.n, player, text: message.text, at: message.at }];
        break;
      }
      case "notice":
        this.say(said(message.text));
        break;
    }
  }

  private settle(id: string | null, message: ServerMessage): boolean {
    const waiting = id === null ? undefined : this.asked.get(id);
    if (waiting === undefined || id === null) return false;
    this.asked.delete(id);
    waiting(message);
    return true;
  }

  private newMoment(first: boolean, fresh: GameEvent[]): void {
    this.preview = null;
    this.reason = null;
    this.failure = null;
    this.pathHint = [];
    this.odds = null;
    const data = this.question?.data ?? {};
    const named = typeof data["unit"] === "string" ? data["unit"] : null;
    if (named && this.units.has(named)) this.selected = named;
    else if (this.selected && !this.actors.includes(this.selected)) this.selected = null;
    if (!this.selected && this.actors.length === 1) this.selected = this.actors[0] ?? null;
    if (!first) {
      const roll = fresh.findLast((event) => event.dice.length > 0);
      if (roll) this.roll = roll;
      const words = fresh.slice(-4).map((event) => said(event.text));
      this.say([...words, this.question ? said(this.question.text) : ""].filter(Boolean).join(" "));
    } else if (this.question) {
      this.say(said(this.question.text));
    }
    this.assaultOpen = true;
    const attacker = this.question?.what === "assault" ? this.units.get(this.selected ?? this.actors[0] ?? "") : undefined;
    if (attacker) this.cursor = attacker.hex;
    if (this.selected && this.cursor === null) this.cursor = this.units.get(this.selected)?.hex ?? null;
    // Same screen: somebody else's turn at this device.
    const table = this.table;
    if (table && table.mine.length > 1 && this.seat && table.status === "running" && !table.turn.includes(this.seat)) {
      const next = table.mine.find((seat) => table.turn.includes(seat));
      if (next) {
        const sealed = (this.view?.ask?.what ?? "") === "orders";
        if (settings.coverAlways || sealed) {
          this.socket?.close();
          this.covered = next;
        } else this.connect(next);
      }
    }
  }

  say(text: string): void {
    this.spoken = text;
  }

  private memoryKey(): string {
    return `quadrilatero.seen.${this.id}.${this.seat ?? "watch"}`;
  }

  private memory(): number {
    try {
      return Number(localStorage.getItem(this.memoryKey()) ?? 0);
    } catch {
      return 0;
    }
  }

  private remember(): void {
    this.seen = this.events.length;
    try {
      localStorage.setItem(this.memoryKey(), String(this.events.length));
    } catch {
      // not remembered over a reload then
    }
  }

  private ask(send: (id: string) => void): Promise<ServerMessage> {
    const id = freshId();
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      send(id);
    });
  }

  /** Give an answer; the server decides, the next state shows it. */
  async answer(answer: Answer): Promise<void> {
    const seat = this.seat;
    if (!seat || this.busy) return;
    this.busy = true;
    this.failure = null;
    if (this.acted++ === 0 || this.seen < this.events.length) this.remember();
    const reply = await this.ask((id) => this.socket?.send({ t: "answer", id, version: this.version, seat, answer }));
    if (reply.t === "error") {
      this.busy = false;
      this.preview = null;
      this.failure = { text: reply.code === "stale" ? t("conn.stale") : plainReason(reply), rule: reply.rule };
      this.say(this.failure.text);
    }
  }

  async undo(): Promise<void> {
    const seat = this.seat;
    if (!seat || !this.canUndo || this.busy) return;
    this.busy = true;
    const reply = await this.ask((id) => this.socket?.send({ t: "undo", id, version: this.version, seat }));
    if (reply.t === "error") {
      this.busy = false;
      this.failure = { text: plainReason(reply), rule: reply.rule };
    }
  }

  /** Why an answer is not allowed, from the server that would refuse it. */
  async why(answer: Answer): Promise<Refusal | null> {
    const seat = this.seat;
    if (!seat) return null;
    const reply = await this.ask((id) => this.socket?.send({ t: "why", id, seat, answer }));
    if (reply.t === "why") return reply.refusal;
    return reply.t === "error" ? { rule: reply.rule, text: reply.text } : null;
  }

  async askOdds(answer: Answer): Promise<void> {
    const seat = this.seat;
    if (!seat || !this.oddsAvailable) return;
    const reply = await this.ask((id) => this.socket?.send({ t: "odds", id, seat, answer }));
    if (reply.t === "odds") this.odds = { answer, odds: reply.odds };
    else if (reply.t === "error" && reply.code === "unavailable") this.oddsAvailable = false;
  }

  sendChat(text: string): void {
    void this.ask((id) => this.socket?.send({ t: "chat", id, text }));
  }

  // ---------------------------------------------------------------- the hand

  letGo(): void {
    this.preview = null;
    this.reason = null;
    this.selected = null;
    this.odds = null;
    this.pathHint = [];
  }

  cancel(): void {
    if (this.reason) this.reason = null;
    else if (this.preview) this.preview = null;
    else this.letGo();
  }

  select(unit: string | null): void {
    if (this.selected === unit) return;
    this.selected = unit;
    this.preview = null;
    this.reason = null;
    const found = unit ? this.units.get(unit) : undefined;
    if (found) {
      this.cursor = found.hex;
      this.say(this.describe(found));
    }
  }

  /** A unit was clicked, tapped or entered. */
  pick(id: string): void {
    const unit = this.units.get(id);
    if (!unit) return;
    const picked = this.choices.picks.get(id);
    if (picked) {
      if (this.selected === id) void this.answer(picked);
      else this.select(id);
      return;
    }
    // An enemy in reach of the selected gun, or a Marshal in the way: the hex counts, not the counter.
    if (this.selected && this.selected !== id && this.reach?.has(unit.hex)) {
      this.choose(unit.hex);
      return;
    }
    if (this.selected === id && this.preview === null && this.reach?.has(unit.hex)) {
      this.choose(unit.hex);
      return;
    }
    const stack = this.stacks.get(unit.hex) ?? [];
    if (this.selected === id && stack.length > 1) {
      const next = stack[(stack.findIndex((u) => u.id === id) + 1) % stack.length];
      this.select(next?.id ?? id);
    } else if (this.selected === id) this.letGo();
    else this.select(id);
  }

  /** A hex was clicked: first a preview, then the confirmation. */
  choose(hex: string): void {
    this.cursor = hex;
    this.failure = null;
    if (this.aim?.hex === hex) {
      void this.confirm();
      return;
    }
    const aims = this.reach?.get(hex);
    if (aims) {
      this.reason = null;
      this.preview = { aims, index: 0 };
      const first = aims[0]!;
      this.say(this.describeAim(first));
      if (first.answer.do === "fire") void this.askOdds(first.answer);
      return;
    }
    if (this.selected && this.question && (this.choices.aims.has(this.selected) || this.choices.turns.has(this.selected))) {
      this.preview = null;
      void this.askWhy(hex);
    } else {
      const stack = this.stacks.get(hex);
      const top = stack?.at(-1);
      if (top) this.select(stack?.findLast((u) => this.actors.includes(u.id))?.id ?? top.id);
      else this.letGo();
    }
  }

  async confirm(): Promise<void> {
    const aim = this.aim;
    if (aim) await this.answer(aim.answer);
  }

  otherWay(): void {
    const preview = this.preview;
    if (preview && preview.aims.length > 1) this.preview = { aims: preview.aims, index: (preview.index + 1) % preview.aims.length };
  }

  /** Ask the server why the selected unit cannot go to (or fire at) a hex. */
  async askWhy(hex: string): Promise<void> {
    const unit = this.selected;
    if (!unit || !this.question || this.reach?.has(hex)) return;
    const asked: Answer = this.wish(unit, hex);
    const refusal = await this.why(asked);
    if (refusal && this.selected === unit) {
      this.reason = { ...refusal, hex };
      this.say(said(refusal.text));
    }
  }

  /** What the player seems to want: an answer to be judged, not one that is known to be allowed. */
  private wish(unit: string, hex: string): Answer {
    const what = this.question?.what;
    if (what === "fire") return { do: "fire", unit, hex };
    if (what === "advance") return { do: "advance", unit, hex };
    if (what === "face") {
      return { do: "move", unit, path: [hex] };
    }
    const path = this.straight(this.units.get(unit)?.hex ?? hex, hex);
    if (what === "go_on") return { do: "go_on", path };
    if (what === "flee") return { do: "flee", unit, path };
    if (what === "react") return { do: "fall_back", unit, path };
    if (what === "stand") return { do: "fall_back", paths: { [unit]: path } };
    return { do: "move", unit, path };
  }

  /** The way from hex to hex that a finger would draw: to the neighbour nearest to the goal, again and again. */
  private straight(from: string, to: string): string[] {
    const grid = this.grid;
    if (!grid) return [to];
    // Go on from the reachable hex that is nearest, so that the refusal is about the last step and not about the line.
    const goal = grid.center(to);
    const far = (hex: string) => Math.hypot(grid.center(hex).x - goal.x, grid.center(hex).y - goal.y);
    let path: string[] = [];
    let here = from;
    for (const [hex, aims] of this.reach ?? []) {
      if (far(hex) < far(here)) [here, path] = [hex, aims[0]!.path];
    }
    while (here !== to && path.length < 40) {
      here = grid.neighbours(here).reduce((a, b) => (far(b) < far(a) ? b : a));
      path = [...path, here];
    }
    return path;
  }

  face(facing: Facing): void {
    const unit = this.facingUnit;
    if (unit) {
      const answer = this.choices.facings.get(unit)?.get(facing);
      if (answer) void this.answer(answer);
      return;
    }
  }

  turn(by: number): void {
    const unit = this.facingUnit ? this.units.get(this.facingUnit) : undefined;
    if (unit?.facing) this.face(turned(unit.facing, by));
  }

  nextActor(by: number): void {
    if (!this.actors.length) return;
    const at = this.selected ? this.actors.indexOf(this.selected) : -1;
    const next = this.actors[(at + by + this.actors.length + (at < 0 && by < 0 ? 1 : 0)) % this.actors.length];
    if (next) this.select(next);
  }

  showRule(rule: string | null): void {
    if (!rule) return;
    this.rule = rule;
    this.panel = "rules";
    this.panelOpen = true;
  }

  open(panel: Panel): void {
    if (this.panelOpen && this.panel === panel) this.panelOpen = false;
    else {
      this.panel = panel;
      this.panelOpen = true;
    }
  }

  // ---------------------------------------------------------------- words

  name(id: string): string {
    return this.units.get(id)?.name ?? this.view?.eliminated.find((u) => u.id === id)?.name ?? id;
  }

  nation(unit: { id: string; side: string }): string {
    return this.board?.units[unit.id]?.nation ?? (unit.side === "spain" ? "Spain" : "Austria");
  }

  describe(unit: Unit): string {
    return untrack(() => describe(unit, this.nation(unit)));
  }

  describeAim(aim: Aim): string {
    const key = aim.answer.do === "fire" || aim.answer.do === "fall_back" || aim.answer.do === "flee" || aim.answer.do === "advance" ? aim.answer.do : "move";
    return t(`ask.preview.${key}`, { name: this.name(aim.unit), hex: aim.hex });
  }

  terrain(hex: string): string {
    const board = this.board;
    if (!board) return "";
    const farm = board.farmhouses.find((f) => f.hex === hex);
    if (farm) return t("map.farmhouse", { name: farm.name });
    if (board.bridge === hex) return t("map.bridge");
    if (board.river.includes(hex)) return t("map.river");
    if (board.pond.includes(hex)) return t("map.pond");
    if (board.out_of_play.includes(hex)) return t("map.out_of_play");
    return t("map.open");
  }

  text(text: Text): string {
    return said(text);
  }
}

/** A counter in words, for its label and for the text board. */
export function describe(unit: Unit, nation: string): string {
  const fields = {
    id: unit.id,
    name: unit.name,
    side: t(nation === "Spain" || nation === "Savoy" || nation === "Austria" ? `nation.${nation}` : "nation.Austria"),
    type: t(`type.${unit.type}`),
    wing: t(`wing.${unit.wing}`),
    hex: unit.hex,
  };
  if (unit.type === "marshal") return t("unit.label.marshal", fields);
  const stars = unit.stars ? `, ${unit.stars === 1 ? t("unit.star") : t("unit.stars", { n: unit.stars })}` : "";
  const facing = unit.facing ? t(`facing.${unit.facing}`) : "";
  return t("unit.label", { ...fields, steps: unit.steps ?? 1, max: unit.max ?? unit.steps ?? 1, facing }) + stars;
}
