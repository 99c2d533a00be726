import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Moving } from "../../../src/games/vivaorre/moving.svelte";
import type { VivaPlay } from "../../../src/games/vivaorre/play.svelte";

/** A table at which a general is to move, with a server that says nothing to the first so many questions. */
function table(silent: number) {
  const asked: unknown[] = [];
  const general = { kind: "general", id: "G", pose: [0, 0, 0, 1000, 1000] };
  const unit = { kind: "unit", id: "H", pose: [5000, 5000, 0, 3000, 600] };
  const play = {
    what: "move",
    selected: "G",
    movers: ["G"],
    pieces: new Map<string, unknown>([["G", general], ["H", unit]]),
    tellGhost: () => "",
    s: {
      version: 1,
      say: () => undefined,
      reach: async () => null,
      inspect: async (query: { path: unknown[]; join?: string }) => {
        asked.push(query);
        return asked.length <= silent ? null : { forms: [], answer: { do: "move", unit: "G", path: query.path, join: query.join } };
      },
    },
  };
  return { moving: new Moving(play as unknown as VivaPlay), asked };
}
const settled = () => vi.runAllTimersAsync();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a general who joins a unit", () => {
  it("can be given the order once the server has told the way", async () => {
    const { moving } = table(0);
    moving.begin();
    expect(moving.joinUnit("H")).toBe(true);
    await settled();
    expect(moving.ready).toBe(true);
    expect(moving.ghost?.answer?.join).toBe("H");
  });
  it("is asked about again, after a while, where a busy server has said nothing", async () => {
    const { moving, asked } = table(2);
    moving.joinUnit("H");
    await settled();
    expect(asked).toHaveLength(3);
    expect(moving.ready).toBe(true);
  });
  it("is given up after a few times", async () => {
    const { moving, asked } = table(99);
    moving.joinUnit("H");
    await settled();
    expect(asked).toHaveLength(6);
    expect(moving.ready).toBe(false);
  });
});
