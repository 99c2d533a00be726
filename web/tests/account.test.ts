import { describe, expect, it } from "vitest";
import { parts, sinceTurn, type Opens } from "../src/lib/account";
import type { GameEvent } from "../src/lib/types";

const event = (kind: string, side?: string): GameEvent => ({ n: 0, kind, rule: null, data: side ? { side } : {}, dice: [], modifiers: [], text: { en: "", it: "" } });
const opens: Opens = ({ kind, data }) => (kind === "turn" ? { side: String(data["side"]) } : kind === "phase" ? { side: null } : null);
const story = (...kinds: string[]) => parts(kinds.map((word, n) => ({ ...(word.includes(":") ? event("turn", word.split(":")[1]) : event(word)), n })), opens);

describe("the story in parts", () => {
  it("has a part for every turn and for what stands between", () => {
    expect(story("laid", "turn:red", "moved", "phase", "turn:blue", "moved", "hit")).toEqual([
      { from: 0, to: 1, side: null },
      { from: 1, to: 3, side: "red" },
      { from: 3, to: 4, side: null },
      { from: 4, to: 7, side: "blue" },
    ]);
    expect(story()).toEqual([]);
  });
});

describe("since my last turn", () => {
  it("is everything after it, whatever I was made to answer meanwhile", () => {
    const told = story("turn:red", "moved", "turn:blue", "moved", "fell_back", "hit", "eliminated");
    expect(sinceTurn(told, ["red"])).toEqual({ from: 2, to: 7 });
  });
  it("counts a Phase that ended with it", () => {
    expect(sinceTurn(story("turn:blue", "hit", "turn:red", "moved", "phase", "turn:blue", "moved"), ["red"])).toEqual({ from: 4, to: 7 });
  });
  it("ends where the turn begins that I am having", () => {
    expect(sinceTurn(story("turn:red", "moved", "phase", "turn:blue", "moved", "turn:red", "moved", "moved"), ["red"])).toEqual({ from: 2, to: 5 });
    expect(sinceTurn(story("turn:blue", "moved", "turn:red"), ["red"])).toEqual({ from: 0, to: 2 });
  });
  it("is nothing between two turns of my own", () => {
    const { from, to } = sinceTurn(story("turn:blue", "turn:red", "moved", "turn:red"), ["red"])!;
    expect(to - from).toBe(0);
  });
  it("is not known where a game has no turns", () => {
    expect(sinceTurn(story("moved", "moved"), ["red"])).toBeNull();
  });
});
