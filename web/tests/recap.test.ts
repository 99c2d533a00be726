/** What is told unasked for when a turn begins: something of note, or nothing. */
import { describe, expect, it } from "vitest";
import type { GameClient, Play } from "../src/games/client";
import { Recap } from "../src/lib/recap.svelte";
import type { GameEvent } from "../src/lib/types";

const event = (n: number, kind: string) => ({ n, kind, data: {}, dice: [], rule: null, text: { en: kind, it: kind } }) as unknown as GameEvent;
const recap = (kinds: readonly string[]) => {
  const events = kinds.map((kind, n) => event(n, kind));
  const client = { log: { opens: () => null }, passing: new Set(), opens: () => true, headline: (told: readonly GameEvent[]) => told.filter(({ kind }) => kind === "lost").map(({ kind }) => kind) };
  return new Recap({
    events, first: 0, told: events.length, seen: 1, over: false, myTurn: true, own: [], visit: null,
    question: { what: "move", text: { en: "", it: "" }, rule: null, data: {} } as never,
    client: client as unknown as GameClient,
    play: {} as Play,
    say: () => undefined,
    earlier: () => Promise.resolve(false),
    readBack: () => Promise.resolve(),
  });
};
const begun = async (kinds: readonly string[]) => {
  const one = recap(kinds);
  one.offer(false);
  await Promise.resolve().then(() => Promise.resolve());
  return one;
};

describe("what happened since the last turn", () => {
  it("is told by itself where something of note happened", async () => {
    expect((await begun(["a", "b", "c", "d", "lost"])).open).toBe(true);
  });
  it("does not stand before a question to say that there is nothing to tell", async () => {
    expect((await begun(["a", "b", "c", "d", "e"])).open).toBe(false);
  });
  it("is told whenever it is asked for", async () => {
    const quiet = recap(["a", "b", "c", "d", "e"]);
    await quiet.show();
    expect(quiet.open).toBe(true);
    expect(quiet.headline).toEqual([]);
  });
});
