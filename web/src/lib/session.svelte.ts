/** A table that is played at: what the server says, and what this player answers. */

import { isNamed, learn } from "../games/cards";
import { load } from "../games/registry";
import { Adviser } from "./adviser.svelte";
import * as api from "./api";
import { Company } from "./company.svelte";
import { exactly, Gestures, type Step } from "./gestures";
import { lastSeen, lastVisit, rememberSeen, rememberVisit, type Visit } from "./memory";
import { Pacer } from "./pacing";
import { Recap } from "./recap.svelte";
import { Scene } from "./scene.svelte";
import { same, whyFailed } from "./saying";
import { plainReason, said, settings, store, t } from "./settings.svelte";
import { TableSocket, type Request } from "./socket";
import type { Advice, Answer, GameEvent, Odds, Question, Refusal, ServerMessage, StateMessage, Text } from "./types";

/** After so many more events a roll has nothing to do any more with what is asked. */
const STALE = 6;

/** An error as the player reads it, with the rule it comes from. */
const failed = (error: { code: string; text: Text; rule: string | null }) => ({ text: error.code === "stale" ? t("conn.stale") : plainReason(error), rule: error.rule });
/** A question with its answers, to be compared with another. */
const asks = (question: Question | null, options: Answer[]): string => JSON.stringify([question, options]);

export class TableSession extends Scene {
  /** Whether the server is asked about this moment; a film only shows moments that are past. */
  readonly live: boolean = true;
  online = $state(true);
  denied = $state(false);
  canUndo = $state(false);
  failure = $state<{ text: string; rule: string | null } | null>(null);
  busy = $state(false);
  covered = $state<string | null>(null);
  odds = $state.raw<{ answer: Answer; odds: Odds } | null>(null);
  oddsAvailable = $state(true);
  /** Decisions of the computer that wait to be shown, and whether they wait for the player. */
  behind = $state(0);
  held = $state(false);
  /** A step that is about to be ended although units could still act. */
  ending = $state.raw<Answer | null>(null);
  /** The answers of the gesture that was taken back last. */
  undone = $state.raw<Answer[]>([]);
  /** Why a gesture of several answers went no further. */
  halted = $state<string | null>(null);
  readonly recap = new Recap(this);
  readonly adviser = new Adviser(this);
  readonly company = new Company(this);
  roll = $state.raw<GameEvent | null>(null);

  /** Whether a guided game is led here: until its first answer nothing is told over its first lesson. */
  led = false;

  private socket: TableSocket | null = null;
  /** When this player was here before, and how much had happened by then. */
  visit = $state.raw<Visit | null>(null);
  /** Whether this seat's socket has told the position yet. */
  private begun = false;
  private acted = 0;
  private freeUndo = false;
  private salted = new Set<string>();
  private stopped = false;
  private readonly gestures = new Gestures();
  /** Whether the gesture at hand may end before its last step without a word. */
  private quiet = false;
  /** The state that the last answer was given to. */
  private answered = -1;
  private acknowledged = -1;
  private readonly pacer = new Pacer(
    (state) => this.receive(state),
    (many) => {
      this.behind = many;
      if (!many && this.held) this.hold(false);
    },
    () => (document.visibilityState === "visible" ? settings.pace : "none"),
    (kind) => this.client?.passing.has(kind) ?? false,
  );

  readonly oddsAllowed = $derived(this.oddsAvailable && this.table?.assistance !== "tournament");
  readonly redoable = $derived.by(() => {
    const next = this.undone[0];
    return next && this.options.some((option) => same(option, next)) ? next : null;
  });

  async start(): Promise<void> {
    const table = await api.table(this.id);
    await this.meet(table.game);
    if (this.stopped) return;
    this.table = table;
    const mine = table.mine;
    const first = mine.find((seat) => table.turn.includes(seat)) ?? mine[0] ?? null;
    if (mine.length > 1 && first && table.status === "running" && !table.study) this.covered = first;
    else this.connect(first);
  }

  /** Everything about the game that is not about this table. */
  protected async meet(game: string): Promise<void> {
    const named = isNamed(game) ? null : api.catalogue().then(({ games }) => learn(games));
    const [drawing, rules, { client, missing }] = await Promise.all([api.drawing(game), api.rules(game), load(game), named]);
    this.drawing = drawing;
    this.rules = rules;
    this.client = client;
    this.play = client.begin(this);
    this.bare = missing;
  }

  /** Ask again what the table is like: time passes without a message. */
  async refresh(): Promise<void> {
    const table = await api.table(this.id);
    if (!this.stopped && table.revision >= (this.table?.revision ?? 0)) this.table = table;
  }

  stop(): void {
    this.stopped = true;
    this.pacer.stop();
    this.socket?.close();
  }

  private connect(seat: string | null): void {
    this.socket?.close();
    this.pacer.stop();
    this.seat = seat;
    this.play?.letGo();
    this.events = [];
    this.first = 0;
    this.begun = false;
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

  /** What comes unasked. */
  private hear(message: ServerMessage): void {
    switch (message.t) {
      case "state":
        this.pacer.take(message);
        break;
      case "error":
        this.busy = false;
        this.failure = failed(message);
        break;
      case "chat": {
        const { n, to, player, text, at } = message;
        if (!this.chat.some((line) => line.n === n && line.to === to)) this.chat = [...this.chat, { n, to, player: player.name, text, at }];
        break;
      }
      case "notice":
        this.company.tell(said(message.text));
        break;
      case "presence":
        this.company.note(message.players);
        break;
    }
  }

  private receive(message: StateMessage): void {
    const known = this.told;
    const first = !this.begun;
    this.begun = true;
    // What comes anew replaces everything, yet new is only what was not here.
    const fresh = message.events.filter((event) => event.n >= known);
    if (message.anew) this.first = message.from;
    this.events = message.anew ? message.events : [...this.events.slice(0, message.from - this.first), ...message.events];
    if (first) {
      this.seen = lastSeen(this.id, this.seat);
      this.visit = lastVisit(this.id, this.seat);
    }
    rememberVisit(this.id, this.seat, this.told, this.visit);
    // Salt for the dice, or orders that another seals, change nothing for this player: the hand keeps what it holds, nothing is said.
    const moment = first || fresh.length > 0 || this.told < known || asks(message.question, message.options ?? []) !== asks(this.question, this.options);
    const waited = !this.myTurn;
    // Somebody or something else has acted: nothing of one's own can be done again as if nothing had been.
    if (message.version !== this.version && message.version !== this.acknowledged) this.forget();
    this.company.compare(this.table, message.table);
    this.table = message.table;
    this.view = message.view;
    this.options = message.options ?? [];
    this.question = message.question;
    this.version = message.version;
    this.freeUndo = message.can_undo;
    // Alone at a study one takes back whatever one likes, dice and all.
    this.canUndo = message.can_undo || (message.table.study && message.table.status === "running" && message.version > 0);
    if (message.can_salt && this.seat) this.salt(this.seat);
    this.busy = false;
    if (moment) this.newMoment(first, fresh);
    if (moment && (first || waited)) this.recap.offer(first);
    if (message.version !== this.answered) void this.carryOn();
  }

  private forget(): void {
    this.gestures.forget();
    this.undone = [];
  }

  /** The rest of a gesture, or of taking one back. */
  private async carryOn(): Promise<void> {
    if (this.gestures.unwinding) {
      if (this.freeUndo) await this.undoOne();
      else this.gestures.drop();
      return;
    }
    const left = this.gestures.unfinished;
    if (!left) return;
    const next = this.gestures.next(this.question, this.options);
    if (next) await this.give(next);
    else if (!this.quiet) {
      this.halted = t(this.myTurn ? "gesture.asked" : "gesture.enemy", { n: left });
      this.say(this.halted);
    }
  }

  /** Show at once what the computer has done. */
  skip(): void {
    this.pacer.hold(false);
    this.pacer.skip();
  }

  /** Stay at what the computer has done so far, or go on. */
  hold(held: boolean): void {
    this.held = held;
    this.pacer.hold(held);
  }

  /** Stay, one decision of the computer later. */
  oneStep(): void {
    this.hold(true);
    this.pacer.step();
  }

  /** Salt for the dice, so that whoever runs the server cannot have picked a secret that suits it. Kept to be compared. */
  private salt(seat: string): void {
    if (this.salted.has(seat)) return;
    this.salted.add(seat);
    const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    void this.ask({ t: "salt", seat, salt }).then((reply) => {
      if (reply?.t === "ack") store(`salt.${this.id}.${seat}`, salt);
    });
  }

  private newMoment(first: boolean, fresh: GameEvent[]): void {
    this.failure = null;
    this.odds = null;
    this.adviser.newMoment();
    this.ending = null;
    this.play?.newMoment(first, fresh);
    if (!first) {
      const roll = fresh.findLast((event) => event.dice.length > 0);
      if (roll && !(this.led && this.seen === 0)) this.roll = roll;
      else if (this.roll && this.told - this.roll.n > STALE) this.roll = null;
      const words = fresh.slice(-4).map((event) => said(event.text));
      this.say([...words, this.question ? said(this.question.text) : ""].filter(Boolean).join(" "));
    } else if (this.question) {
      this.say(said(this.question.text));
    }
    // Same screen: somebody else's turn at this device.
    const table = this.table;
    if (table && table.mine.length > 1 && this.seat && table.status === "running" && !table.turn.includes(this.seat)) {
      const next = table.mine.find((seat) => table.turn.includes(seat));
      if (next) {
        const sealed = (this.view?.ask?.what ?? "") in (this.client?.sealed ?? {});
        if (!table.study && (settings.coverAlways || sealed)) {
          this.socket?.close();
          this.covered = next;
        } else this.connect(next);
      }
    }
  }

  private remember(): void {
    this.seen = this.told;
    rememberSeen(this.id, this.seat, this.seen);
  }

  protected override async pageBefore(before: number): Promise<GameEvent[]> {
    const reply = await this.ask({ t: "events", before });
    return reply?.t === "events" && reply.from + reply.events.length === before ? reply.events : [];
  }

  /** Ask the server; nobody answers a page without a socket. */
  private async ask(request: Request): Promise<ServerMessage | null> {
    const reply = (await this.socket?.ask(request)) ?? null;
    if (reply?.t === "ack") this.acknowledged = reply.version;
    return reply;
  }

  /** Give an answer; the server decides, the next state shows it. */
  async answer(answer: Answer): Promise<void> {
    if (this.busy) return;
    this.gestures.begin([]);
    this.halted = null;
    await this.give(answer);
  }

  /** Give answers one after another, up to the first that is refused or no longer fits what is asked. */
  async perform(steps: readonly Step[], { goesOn = false, quiet = false } = {}): Promise<void> {
    if (this.busy) return;
    this.quiet = quiet;
    if (goesOn) this.gestures.goOn(steps);
    else this.gestures.begin(steps);
    this.halted = null;
    const first = this.gestures.next(this.question, this.options);
    if (first) await this.give(first);
  }

  /** How many answers of a gesture are still to be given. */
  get unfinished(): number {
    return this.gestures.unfinished;
  }

  private async give(answer: Answer): Promise<void> {
    const seat = this.seat;
    if (!seat || this.busy) return;
    this.busy = true;
    this.failure = null;
    this.recap.close();
    if (this.acted++ === 0 || this.seen < this.told) this.remember();
    this.answered = this.version;
    const reply = await this.ask({ t: "answer", version: this.version, seat, answer });
    if (reply?.t === "ack") {
      this.adviser.found = null;
      this.gestures.taken(answer);
      this.undone = this.gestures.again;
    } else if (reply?.t === "error") {
      this.busy = false;
      this.gestures.drop();
      this.play?.refused();
      this.failure = failed(reply);
      this.say(this.failure.text);
    }
  }

  /** Take back the last gesture, as far as it is free. */
  async undo(): Promise<void> {
    if (!this.canUndo || this.busy) return;
    this.halted = null;
    this.gestures.unwind();
    await this.undoOne();
  }

  private async undoOne(): Promise<void> {
    const seat = this.seat;
    if (!seat || this.busy) return;
    this.busy = true;
    if (!this.freeUndo) return this.takeBack(seat);
    this.answered = this.version;
    const reply = await this.ask({ t: "undo", version: this.version, seat });
    if (reply?.t === "error") {
      this.busy = false;
      this.gestures.drop();
      this.failure = failed(reply);
      return;
    }
    this.gestures.untaken();
    this.undone = this.gestures.again;
  }

  private async takeBack(seat: string): Promise<void> {
    try {
      await api.offer(this.id, "takeback", seat, true);
    } catch (e) {
      this.failure = { text: whyFailed(e), rule: null };
    } finally {
      this.busy = false;
    }
  }

  /** Give again the gesture that was taken back last. */
  async redo(): Promise<void> {
    if (this.redoable) await this.perform(this.undone.map(exactly));
  }

  /** End a step; a novice is asked first where units could still act. */
  async end(answer: Answer): Promise<void> {
    const idle = this.play?.idle ?? 0;
    if (this.novice && idle && this.ending === null) {
      this.ending = answer;
      this.say(t("warn.end", { n: idle }));
      return;
    }
    this.ending = null;
    await this.perform(this.play?.closing(answer) ?? [exactly(answer)]);
  }

  // ---------------------------------------------------------------- looking things up

  async inspect(query: Record<string, unknown>): Promise<Record<string, unknown> | null> {
    const reply = await this.ask({ t: "inspect", query });
    return reply?.t === "inspect" ? reply.found : null;
  }

  /** The lawful answer nearest to what is meant, where answers are endless; null where the server gives none. */
  async snap(query: Record<string, unknown>): Promise<Record<string, unknown> | null> {
    const reply = this.seat ? await this.ask({ t: "snap", seat: this.seat, query }) : null;
    return reply?.t === "snap" ? (reply.found as Record<string, unknown>) : null;
  }

  /** Where a piece can get to, as outlines. */
  async reach(query: Record<string, unknown>): Promise<Record<string, unknown> | null> {
    const reply = this.seat ? await this.ask({ t: "reach", seat: this.seat, query }) : null;
    return reply?.t === "reach" ? (reply.found as Record<string, unknown>) : null;
  }

  /** Why an answer is not allowed, from the server that would refuse it. */
  async why(answer: Answer): Promise<Refusal | null> {
    const seat = this.seat;
    if (!seat) return null;
    const reply = await this.ask({ t: "why", seat, answer });
    if (reply?.t === "why") return reply.refusal;
    return reply?.t === "error" ? { rule: reply.rule, text: reply.text } : null;
  }

  async askOdds(answer: Answer): Promise<void> {
    const seat = this.seat;
    if (!seat || !this.oddsAvailable) return;
    const reply = await this.ask({ t: "odds", seat, answer });
    if (reply?.t === "odds") this.odds = { answer, odds: reply.odds };
    else if (reply?.t === "error") this.noOdds(reply);
  }

  /** There are none at this table, or none came: then the player is told why. */
  private noOdds(error: Parameters<typeof failed>[0]): void {
    if (error.code === "unavailable") this.oddsAvailable = false;
    else this.failure = failed(error);
  }

  /** The odds of several answers in their order; null for one that is not allowed. */
  async compare(answers: readonly Answer[]): Promise<(Odds | null)[] | null> {
    const seat = this.seat;
    if (!seat || !this.oddsAvailable) return null;
    const reply = await this.ask({ t: "compare", seat, answers: [...answers] });
    if (reply?.t === "error") this.noOdds(reply);
    return reply?.t === "compare" ? reply.odds : null;
  }

  /** What an adviser would answer here; a failure says why there is no advice. */
  async advice(): Promise<Advice | null> {
    const seat = this.seat;
    if (!seat) return null;
    const reply = await this.ask({ t: "suggest", seat });
    if (reply?.t === "error") this.failure = failed(reply);
    return reply?.t === "suggest" && this.seat === seat ? reply.suggestion : null;
  }

  sendChat(text: string, to: "all" | "side" = "all"): void {
    void this.ask({ t: "chat", text, to });
  }

  /** Escape: let go of the nearest thing. */
  cancel(): void {
    if (this.behind) this.skip();
    else if (this.play?.putAway()) return;
    else if (this.recap.open) {
      this.recap.close();
      this.play?.lookAtQuestion();
    }
    else if (this.ending) this.ending = null;
    else this.play?.cancel();
  }
}
