import { describe, expect, it } from "vitest";
import { packed } from "../src/lib/packing";
import { fairness, face, keyOf, opened, tail, verify } from "../src/verify/check";
import { blake2b, hex, sha256, unhex, utf8 } from "../src/verify/hashes";
import known from "./dice.json";

/** A whole game as the kernel wrote it, to be touched. */
const game = () => structuredClone(known.save) as typeof known.save & { entries: unknown[][] };

describe("hashes", () => {
  it("are those that Python gives", () => {
    for (const v of known.hashes) {
      expect(hex(blake2b(utf8(v.data), 32)), v.data.length.toString()).toBe(v.blake2b);
      expect(hex(sha256(utf8(v.data))), v.data.length.toString()).toBe(v.sha256);
    }
  });
});

describe("dice", () => {
  it("are those that the kernel rolls", () => {
    for (const v of known.dice) {
      const secret = unhex(v.secret)!;
      const key = keyOf(secret, v.salts);
      expect(hex(sha256(secret))).toBe(v.commitment);
      expect(hex(key)).toBe(v.key);
      expect(v.faces.map((_, n) => face(key, n))).toEqual(v.faces);
      expect(v.far.map((_, n) => face(key, 2 ** 33 + n))).toEqual(v.far);
    }
  });
});

describe("a save", () => {
  it("is found true", () => {
    const verdict = verify(game());
    expect(verdict).toMatchObject({ ok: true, why: null, firstBad: null, older: 0, salts: 2 });
    expect(verdict.good).toBe(verdict.dice);
    expect(verdict.dice).toBeGreaterThan(5);
  });
  it("is found true with its lists packed, false where they are not whole", async () => {
    const letters = await packed(game().events);
    expect(verify(await opened({ ...game(), events: letters }))).toMatchObject({ ok: true });
    expect(verify(await opened({ ...game(), events: letters.slice(0, -9) }))).toMatchObject({ ok: false, checks: { hash: false } });
    expect(await opened(null)).toBe(null);
  });
  it("is found false wherever it is touched", () => {
    const roll = game();
    const touched = roll.entries.filter((e) => e[0] === "roll")[2]!;
    touched[2] = (touched[2] as number[]).map((f) => 7 - f);
    expect(verify(roll)).toMatchObject({ ok: false, firstBad: 2, checks: { rolls: false, chain: false, hash: false, commitment: true } });
    const other = game();
    other.dice.commitment = "00".repeat(32);
    expect(verify(other)).toMatchObject({ ok: false, checks: { commitment: false, rolls: true } });
    const salted = game();
    salted.dice.salts = ["spain:grappa", "austria:acqua"];
    expect(verify(salted)).toMatchObject({ ok: false, checks: { salts: false, rolls: false } });
    const fewer = game();
    fewer.entries = fewer.entries.filter((_, n) => n !== fewer.entries.findIndex((e) => e[0] === "roll"));
    expect(verify(fewer)).toMatchObject({ ok: false, checks: { count: false } });
  });
  it("is not judged where there is nothing to judge by", () => {
    expect(verify({ ...game(), dice: { kind: "seeded", seed: 1 } })).toMatchObject({ ok: null, why: "kind" });
    const { secret: _, ...open } = game().dice;
    expect(verify({ ...game(), dice: open })).toMatchObject({ ok: null, why: "running" });
    expect(verify({ kind: "chess" })).toMatchObject({ ok: null, why: "file" });
    expect(verify(null)).toMatchObject({ ok: null, why: "file" });
    expect(verify({ kind: "quadrilatero" })).toMatchObject({ ok: null, why: "form" });
  });
});

describe("fairness", () => {
  it("is measured by chi-square, with as many degrees of freedom as the dice have", () => {
    for (const degrees of [1, 2, 5, 19]) expect(tail(0, degrees)).toBeCloseTo(1, 5);
    // Percentage points as tables print them.
    for (const [degrees, point, p] of [[1, 3.8415, 0.05], [2, 9.2103, 0.01], [5, 11.0705, 0.05], [5, 15.0863, 0.01], [7, 14.0671, 0.05], [19, 30.1435, 0.05]] as const)
      expect(tail(point, degrees), `${degrees}`).toBeCloseTo(p, 4);
    expect(fairness([1, 2, 3, 4, 5, 6])).toMatchObject({ counts: [1, 1, 1, 1, 1, 1], mean: 3.5, expected: 3.5, chi: 0 });
    expect(fairness([20, 1], 20)).toMatchObject({ sides: 20, mean: 10.5, expected: 10.5 });
    expect(fairness(Array.from({ length: 60 }, () => 6)).p).toBeLessThan(1e-6);
  });
});
