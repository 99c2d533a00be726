import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ledger, strokes, surprise } from "../src/lib/luck";
import { Pacer, type Pace } from "../src/lib/pacing";
import type { GameEvent, StateMessage } from "../src/lib/types";

const roll = (n: number, seat: string, chance: number, success: boolean): GameEvent => ({
  n, kind: "roll", rule: null, data: {}, dice: [3, 4], modifiers: [], text: { en: "", it: "" }, chance: { seat, chance, success },
});

describe("luck", () => {
  const moved: GameEvent = { ...roll(9, "spain", 0.5, true), kind: "moved" };
  delete moved.chance;
  const book = ledger([roll(0, "spain", 0.5, true), moved, roll(2, "austria", 0.25, false), roll(3, "spain", 0.1, true), roll(4, "spain", 0.75, false)], ["spain", "austria"]);

  it("adds up what was rolled less what was expected, side by side", () => {
    expect(book.rolls.map((r) => Number(r.sum.toFixed(3)))).toEqual([0.5, -0.25, 1.4, 0.65]);
    expect(book.sides["spain"]).toMatchObject({ rolls: 3, rolled: 2 });
    expect(book.sides["spain"]!.expected).toBeCloseTo(1.35);
  });

  it("ranks a side by the exact chances of its rolls, a tie counting half", () => {
    const [none, one, two] = [0.5 * 0.9 * 0.25, 0.5 * 0.9 * 0.25 + 0.5 * 0.1 * 0.25 + 0.5 * 0.9 * 0.75, 0.5 * 0.1 * 0.25 + 0.5 * 0.9 * 0.75 + 0.5 * 0.1 * 0.75];
    expect(book.sides["spain"]!.rank).toBeCloseTo(none + one + two / 2);
    expect(ledger([], ["spain"]).sides["spain"]!.rank).toBe(0.5);
  });

  it("names the rolls that surprise, the least likely first, and no coin toss", () => {
    expect(strokes(book.rolls).map((r) => r.event.n)).toEqual([3, 4]);
    expect(surprise(book.rolls[0]!)).toBe(1);
  });
});

describe("pacing", () => {
  const state = (version: number, turn: string, kinds: string[] = ["moved"]): StateMessage =>
    ({
      t: "state", version, seat: "spain",
      table: { status: "running", turn: [turn], seats: { spain: { player: null, bot: null }, austria: { player: null, bot: "sergente" } } },
      events: kinds.map((kind) => ({ ...roll(0, "", 0, false), kind })),
    }) as unknown as StateMessage;
  let shown: number[] = [];
  let waiting: number[] = [];
  const pacer = (pace: Pace = "steady") => new Pacer((s) => shown.push(s.version), (many) => waiting.push(many), () => pace, (kind) => kind === "faced");

  beforeEach(() => {
    shown = [];
    waiting = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it("shows people's decisions at once and the computer's one after another", () => {
    const p = pacer();
    for (const s of [state(0, "spain"), state(1, "austria"), state(2, "austria"), state(3, "austria", ["faced"]), state(4, "spain")]) p.take(s);
    expect(shown).toEqual([0, 1]);
    vi.advanceTimersByTime(440);
    expect(shown).toEqual([0, 1, 2]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([0, 1, 2, 3]);
    vi.advanceTimersByTime(440);
    expect(shown).toEqual([0, 1, 2, 3, 4]);
    expect(waiting.at(-1)).toBe(0);
  });

  it("skips to the end in order, and waits for nobody who wants no movement", () => {
    const p = pacer();
    for (const s of [state(0, "austria"), state(1, "austria"), state(2, "austria"), state(3, "spain")]) p.take(s);
    p.skip();
    expect(shown).toEqual([0, 1, 2, 3]);
    vi.runAllTimers();
    expect(shown).toHaveLength(4);
    shown = [];
    const quick = pacer("none");
    for (const s of [state(0, "austria"), state(1, "austria"), state(2, "spain")]) quick.take(s);
    expect(shown).toEqual([0, 1, 2]);
  });

  it("catches up with a long backlog within seconds", () => {
    const p = pacer();
    for (let n = 0; n <= 100; n++) p.take(state(n, "austria"));
    vi.advanceTimersByTime(7_000);
    expect(shown).toHaveLength(101);
  });

  it("goes slowly as long as it takes where that is wanted", () => {
    const p = pacer("slow");
    for (let n = 0; n <= 10; n++) p.take(state(n, "austria"));
    vi.advanceTimersByTime(6_600);
    expect(shown).toHaveLength(6);
    vi.advanceTimersByTime(6_600);
    expect(shown).toHaveLength(11);
  });

  it("stays where it is told to, goes one decision on with what is seen in passing, and goes on", () => {
    const p = pacer();
    p.take(state(0, "austria"));
    p.hold(true);
    for (const s of [state(1, "austria"), state(2, "austria", ["faced"]), state(3, "austria"), state(4, "spain")]) p.take(s);
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual([0]);
    p.step();
    expect(shown).toEqual([0, 1]);
    p.step();
    expect(shown).toEqual([0, 1, 2, 3]);
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(4);
    p.hold(false);
    vi.advanceTimersByTime(440);
    expect(shown).toEqual([0, 1, 2, 3, 4]);
  });
});
