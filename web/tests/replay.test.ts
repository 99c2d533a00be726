import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReplaySession } from "../src/replay/replay.svelte";

/** A replay whose game needs no client: only moments and the address matter here. */
class Film extends ReplaySession {
  protected override async meet(): Promise<void> {}
}

const text = { en: "", it: "" };
const index = { header: { id: "g", game: "toy", title: text }, seat: null, stops: [0, 3, 5], marks: [], told: 0, first: 0, frames: 5 };
const frame = (n: number) => ({ frame: n, view: { result: null, ask: null }, question: null, sealed: {}, from: 0, events: [] });
const answers: Record<string, unknown> = {
  replay: index,
  frames: { frames: index.stops.map(frame) },
  events: { from: 0, events: [] },
};

describe("the address of a replay", () => {
  let address: { hash: string };
  let held: (() => void)[];
  let holding: string | null;

  beforeEach(() => {
    address = { hash: "#/replay/g" };
    held = [];
    holding = null;
    vi.stubGlobal("location", address);
    vi.stubGlobal("history", { state: null, replaceState: (_: unknown, __: string, to: string) => (address.hash = to) });
    vi.stubGlobal("fetch", async (path: string) => {
      const what = /(\w+)\?/.exec(path)?.[1] ?? "";
      if (what === holding) await new Promise<void>((go) => held.push(go));
      return { ok: true, status: 200, json: async () => answers[what] };
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const letGo = (n = 0) => held.splice(n, 1).forEach((go) => go());

  it("names the moment that is shown", async () => {
    const film = new Film("g");
    await film.begin(3, null);
    expect(address.hash).toBe("#/replay/g/3");
    await film.go(2);
    expect(address.hash).toBe("#/replay/g/5");
  });

  it.each(["replay", "frames"])("is left alone when one has gone elsewhere before the %s came", async (late) => {
    const film = new Film("g");
    holding = late;
    const begun = film.begin(3, null);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    address.hash = "#/table/other";
    letGo();
    await begun;
    expect(address.hash).toBe("#/table/other");
  });

  it("is left alone when the same replay has been opened anew", async () => {
    const film = new Film("g");
    holding = "replay";
    const begun = film.begin(3, null);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    film.stop();
    address.hash = "#/replay/g/0";
    letGo();
    await begun;
    expect([address.hash, film.view]).toEqual(["#/replay/g/0", null]);
  });

  it("is that of the last wish, whichever answer comes first", async () => {
    const film = new Film("g");
    holding = "replay";
    const [first, second] = [film.begin(3, null), film.begin(5, null)];
    await vi.waitFor(() => expect(held).toHaveLength(2));
    letGo(1);
    await second;
    expect(address.hash).toBe("#/replay/g/5");
    letGo();
    await first;
    expect(address.hash).toBe("#/replay/g/5");
  });
});
