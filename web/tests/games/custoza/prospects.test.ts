/** Figures of odds as the engine gives them. */
import { describe, expect, it } from "vitest";
import { combat, shot } from "../../../src/games/custoza/prospects";

const ends = (...all: [Record<string, unknown>, number][]) => ({ outcomes: all.map(([outcome, chance]) => ({ outcome, chance })) });

describe("odds in figures", () => {
  it("say how a combat may end and what it costs both sides", () => {
    const odds = ends([{ winner: "attacker", sp: [0, 2], levels: [0, 1] }, 0.5], [{ winner: "draw", sp: [1, 1], levels: [1, 1] }, 0.2], [{ winner: "defender", sp: [2, 0], levels: [2, 0] }, 0.3]);
    const found = combat(odds)!;
    expect([found.win, found.draw, found.lose]).toEqual([0.5, 0.2, 0.3]);
    expect(found.own[0]).toBeCloseTo(0.8);
    expect(found.own[1]).toBeCloseTo(0.8);
    expect(found.enemy[0]).toBeCloseTo(1.2);
    expect(shot(odds)).toBeNull();
  });

  it("say what a shot may do", () => {
    const odds = ends([{ sp: 0, levels: 0 }, 0.6], [{ sp: 1, levels: 0 }, 0.3], [{ sp: 1, levels: 2 }, 0.1]);
    const found = shot(odds)!;
    expect(found.effect).toBeCloseTo(0.4);
    expect(found.enemy[0]).toBeCloseTo(0.4);
    expect(found.enemy[1]).toBeCloseTo(0.2);
    expect(combat(odds)).toBeNull();
  });

  it("say nothing of what is neither", () => {
    expect(combat({ outcomes: [] })).toBeNull();
    expect(shot(ends([{ outcome: "activated" }, 1]))).toBeNull();
  });
});
