/** The roll that stands over what is asked: what has just happened, and nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSession } from "../src/lib/session.svelte";
import type { GameEvent, StateMessage } from "../src/lib/types";

class Line {
  static last: Line;
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: string[] = [];
  constructor() {
    Line.last = this;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
}
const event = (n: number, dice: number[] = []) => ({ n, kind: dice.length ? "roll" : "moved", data: {}, dice, modifiers: [], rule: null, text: { en: `${n}`, it: `${n}` } }) as unknown as GameEvent;
const table = { mine: ["ann"], turn: ["ann"], seats: { ann: { player: { id: "1", name: "Ann" } }, bob: { bot: "sergente" } }, sides: {}, status: "running", study: false, revision: 1, offers: { draw: [], takeback: [], rematch: [] } };
let version = 0;
const state = (events: GameEvent[], from: number): StateMessage =>
  ({ t: "state", version: ++version, seat: "ann", from, mark: `${from}`, events, view: {}, question: { what: "move", rule: null, text: { en: "Move.", it: "Muovi." }, data: { version } }, options: [{ do: "stay" }, { do: "go", version }], can_undo: false, can_salt: false, table }) as unknown as StateMessage;

/** A session at a table, as a page has it once the server has answered. */
function seated(led: boolean): { s: TableSession; hear: (events: GameEvent[], from: number) => void } {
  const s = new TableSession(`t${version}`);
  s.led = led;
  s.table = table as never;
  (s as unknown as { connect(seat: string): void }).connect("ann");
  const hear = (events: GameEvent[], from: number) => Line.last.onmessage?.({ data: JSON.stringify(state(events, from)) });
  hear([event(0)], 0);
  return { s, hear };
}

describe("the roll over a question", () => {
  beforeEach(() => {
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("document", { visibilityState: "hidden" });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is the last that has been rolled, until other things have happened", () => {
    const { s, hear } = seated(false);
    hear([event(1), event(2, [3, 4])], 1);
    expect(s.roll?.n).toBe(2);
    hear([event(3), event(4)], 3);
    expect(s.roll?.n).toBe(2);
    hear([5, 6, 7, 8, 9].map((n) => event(n)), 5);
    expect(s.roll).toBeNull();
  });
  it("does not stand over the first lesson of a guided game", async () => {
    const { s, hear } = seated(true);
    hear([event(1, [6])], 1);
    expect(s.roll).toBeNull();
    void s.answer({ do: "stay" });
    hear([event(2, [5])], 2);
    expect(s.roll?.n).toBe(2);
  });
});
