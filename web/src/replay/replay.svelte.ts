/** A game looked at again: a table's session whose moments come from the log, and whose hand decides nothing. */

import * as api from "../lib/api";
import { read, replayAddress } from "../lib/router.svelte";
import { TableSession } from "../lib/session.svelte";
import { said, t } from "../lib/settings.svelte";
import { Line, PAGE } from "./line.svelte";
import type { Answer, FilmedEvent, GameEvent, Question, ReplayFrame, ReplayMark, Table } from "../lib/types";

const REEL = 16;
const AHEAD = 8;
export const SPEEDS = [1, 2, 4, 12] as const;
export type Speed = (typeof SPEEDS)[number];

export class ReplaySession extends TableSession {
  override readonly live = false;
  stops = $state.raw<number[]>([]);
  marks = $state.raw<ReplayMark[]>([]);
  /** The story as it stands at the end. */
  readonly story = new Line((from, count) => this.pageAt(this.stops.at(-1) ?? 0, from, count));
  /** The table as it is now; `table` is as it was at the moment shown. */
  header = $state.raw<Table | null>(null);
  /** Which of the stops is shown. */
  place = $state(0);
  /** What was asked for, and whose eyes the server gave. */
  wishedEyes = $state<string | null>(null);
  /** The question that stood open; the board must not take it for one to answer. */
  openQuestion = $state.raw<Question | null>(null);
  fresh = $state.raw<GameEvent[]>([]);
  sealed = $state.raw<Record<string, Answer>>({});
  playing = $state(false);
  speed = $state<Speed>(2);
  loading = $state(false);

  private reel = new Map<number, ReplayFrame>();
  private fetching = new Map<number, Promise<void>>();
  private edition = 0;
  /** Counts what was wished for: an answer to an earlier wish, or one that comes when nobody looks any more, is late. */
  private wishes = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly last = $derived(this.stops.length - 1);
  readonly frame = $derived(this.stops[this.place] ?? 0);
  /** The part of the game that is shown. */
  readonly part = $derived(this.marks.findLast((mark) => mark.frame <= this.frame) ?? null);

  async begin(frame: number | null, seat: string | null): Promise<void> {
    const wish = ++this.wishes;
    this.wishedEyes = seat;
    const index = await api.replay(this.id, seat);
    if (wish !== this.wishes) return;
    if (!this.client) await this.meet(index.header.game);
    if (wish !== this.wishes) return;
    this.take(index);
    await this.go(frame === null ? 0 : this.placeOf(frame));
  }

  private take(index: Awaited<ReturnType<typeof api.replay>>): void {
    this.edition++;
    this.reel.clear();
    this.fetching.clear();
    this.header = index.header;
    this.seat = index.seat;
    this.stops = index.stops;
    this.marks = index.marks;
    this.story.begin(index.told);
  }

  /** The stop of a frame: that frame itself, or the next one somebody was to act at. */
  placeOf(frame: number): number {
    const found = this.stops.findIndex((stop) => stop >= frame);
    return found < 0 ? this.last : found;
  }

  async look(seat: string | null): Promise<void> {
    const [frame, wish] = [this.frame, ++this.wishes];
    this.wishedEyes = seat;
    const index = await api.replay(this.id, seat);
    if (wish !== this.wishes) return;
    this.take(index);
    await this.go(this.placeOf(frame));
  }

  /** Show a stop; those around it are fetched before they are asked for. */
  async go(place: number): Promise<void> {
    const to = Math.max(0, Math.min(this.last, place));
    const forward = to === this.place + 1;
    this.place = to;
    const edition = this.edition;
    if (!this.reel.has(to)) {
      this.loading = true;
      await this.fetch(Math.max(0, to - 1));
      if (edition !== this.edition || this.place !== to) return;
      if (!this.reel.has(to)) await this.fetch(to);
      this.loading = false;
    }
    const frame = this.reel.get(to);
    if (!frame || edition !== this.edition || this.place !== to) return;
    this.loading = false;
    this.show(frame, this.reel.get(to - 1), forward);
    this.prefetch(to);
  }

  private show(frame: ReplayFrame, before: ReplayFrame | undefined, forward: boolean): void {
    this.view = frame.view;
    if (this.header) this.table = { ...this.header, status: frame.view.result ? "over" : "running", turn: frame.view.ask?.who ?? [], clock: null };
    this.openQuestion = frame.question;
    this.sealed = frame.sealed;
    this.fresh = frame.events;
    // One step on, what is here goes on; elsewhere another line of play may have stood, and it is read anew.
    const goesOn = forward && this.first <= frame.from && frame.from <= this.told;
    const events: FilmedEvent[] = frame.events.map((event) => ({ ...event, frame: frame.frame }));
    this.events = goesOn ? [...this.events.slice(0, frame.from - this.first), ...events] : events;
    if (!goesOn) this.first = frame.from;
    this.play?.filmed(frame.events, before?.view ?? null);
    this.version = frame.frame;
    if (!goesOn) void this.earlier();
    void this.story.follow(frame.from).catch(() => undefined);
    const words = frame.events.map((event) => said(event.text));
    this.say([`${t("replay.moment")} ${this.place + 1}.`, ...words, frame.question ? said(frame.question.text) : ""].filter(Boolean).join(" "));
    this.note();
  }

  /** Name the moment in the address, unless it leads elsewhere by now. */
  private note(): void {
    const here = read(location.hash);
    if (here.page === "replay" && here.id === this.id)
      history.replaceState(history.state, "", replayAddress(this.id, this.frame, this.wishedEyes));
  }

  protected override async pageBefore(before: number): Promise<GameEvent[]> {
    const [edition, frame] = [this.edition, this.frame];
    const from = Math.max(0, before - PAGE);
    const events = await this.pageAt(frame, from, before - from).catch(() => []);
    return edition === this.edition && frame === this.frame ? events : [];
  }

  private async pageAt(frame: number, from: number, count: number): Promise<FilmedEvent[]> {
    return (await api.filmed(this.id, frame, from, count, this.wishedEyes)).events;
  }

  /** The moment at which an event of those that are here came. */
  frameOf(event: number): number {
    return (this.events[event - this.first] as FilmedEvent | undefined)?.frame ?? 0;
  }

  private prefetch(place: number): void {
    const lacks = (from: number, to: number) => {
      for (let n = from; n <= to; n++) if (n >= 0 && n <= this.last && !this.reel.has(n)) return n;
      return null;
    };
    const ahead = lacks(place + 1, place + AHEAD);
    if (ahead !== null) void this.fetch(ahead).catch(() => undefined);
    const behind = lacks(place - 2, place - 1);
    if (behind !== null) void this.fetch(Math.max(0, place - REEL)).catch(() => undefined);
  }

  private fetch(place: number): Promise<void> {
    const under = this.fetching.get(place);
    if (under) return under;
    const edition = this.edition;
    const work = api.frames(this.id, this.stops[place] ?? 0, REEL, this.wishedEyes).then(({ frames }) => {
      if (edition !== this.edition) return;
      frames.forEach((frame, n) => this.reel.set(place + n, frame));
      this.fetching.delete(place);
    });
    this.fetching.set(place, work);
    return work;
  }

  // ---------------------------------------------------------------- by itself

  toggle(): void {
    if (this.playing) this.pause();
    else {
      this.playing = true;
      if (this.place >= this.last) void this.go(0).then(() => this.wait());
      else this.wait(120);
    }
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(delay = 2400 / this.speed): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      void this.go(this.place + 1).then(() => (this.place >= this.last ? this.pause() : this.wait()));
    }, delay);
  }

  step(by: number): void {
    this.pause();
    void this.go(this.place + by);
  }

  /** To where a greater part of the game begins, before or after this one. */
  jump(by: number): void {
    this.pause();
    const places = this.marks.map((mark) => this.placeOf(mark.frame));
    void this.go((by > 0 ? places.find((p) => p > this.place) : places.findLast((p) => p < this.place)) ?? (by > 0 ? this.last : 0));
  }

  override stop(): void {
    super.stop();
    this.pause();
    this.edition++;
    this.wishes++;
  }

  // ---------------------------------------------------------------- a hand that only looks

  override async answer(): Promise<void> {}
  override async undo(): Promise<void> {}
}
