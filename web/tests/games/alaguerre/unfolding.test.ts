import { expect, test } from "vitest";
import { isPast, short, unfolded } from "../../../src/games/alaguerre/unfolding";
import type { GameEvent } from "../../../src/lib/types";

let n = 0;
const event = (kind: string, data: Record<string, unknown>): GameEvent => ({ n: n++, kind, rule: null, data, dice: [], modifiers: [], text: { en: kind, it: kind } }) as unknown as GameEvent;
const tested = (unit: string, row: string, because?: string) => event("roll", { why: "morale", unit, row, ...(because && { because }) });

test("fear goes from one to another, each a step further from where it began", () => {
  const told = unfolded([
    event("roll", { why: "fire", unit: "X", target: "Y" }),
    event("phase", {}),
    event("roll", { why: "melee", unit: "A", target: "B" }),
    event("roll", { why: "melee", unit: "B", target: "A" }),
    tested("B", "melee"),
    event("moved", { unit: "B", why: "rout" }),
    tested("C", "contagion", "B"),
    event("moved", { unit: "C", why: "rout" }),
    tested("D", "contagion", "C"),
    event("moved", { unit: "E", why: "move" }),
  ]);
  expect(told.map(({ event: { data }, depth }) => [data["unit"], depth])).toEqual([["A", 0], ["B", 0], ["B", 0], ["B", 0], ["C", 1], ["C", 1], ["D", 2]]);
  expect(told.filter(({ because }) => because).map(({ because }) => because)).toEqual(["B", "C"]);
});

test("a charge is told from the test of who declares it, with its fire", () => {
  const told = unfolded([
    tested("Z", "charge", "Y"),
    tested("A", "charge", "B"),
    event("moved", { unit: "A", why: "charge" }),
    tested("B", "charged", "A"),
    event("contact", { unit: "A", target: "B" }),
    event("roll", { why: "fire", unit: "A", target: "B" }),
  ]);
  expect(told.map(({ event: { kind } }) => kind)).toEqual(["roll", "moved", "roll", "contact", "roll"]);
});

test("it is told on when the phase is over, and is past when others have been given orders", () => {
  const events = [event("phase", {}), tested("B", "fire"), event("moved", { unit: "B", why: "retreat" }), event("phase", {}), event("turn", {})];
  const told = unfolded(events);
  expect(told).toHaveLength(2);
  expect(isPast(events, told)).toBe(false);
  expect(isPast([...events, event("order", {})], told)).toBe(true);
});

test("where nobody was tested there is no story", () => {
  expect(unfolded([event("phase", {}), event("roll", { why: "fire", unit: "A" })])).toEqual([]);
  expect(unfolded([])).toEqual([]);
});

test("dice and modifiers are left to the log", () => {
  expect(short("Test (charged by A): B, stands. (4, +2 [10.2.2-m3])")).toBe("Test (charged by A): B, stands.");
});
