import { beforeEach, describe, expect, it, vi } from "vitest";
import { forget, isArmy, keep, kept, packed, unpacked, type ArmyFile } from "../../src/armies/army";
import { read } from "../../src/lib/router.svelte";

const army: ArmyFile = { kind: "quadrilatero-army", format: 1, game: "chess", list: "white", year: 1851, points: 39, against: null, theatre: "london", name: "Ünsterbliche", brigades: [{ units: [{ entry: "white.queen" }] }] };
const drawer = new Map<string, string>();

beforeEach(() => {
  drawer.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => drawer.get(key) ?? null, setItem: (key: string, value: string) => void drawer.set(key, value) });
});

describe("an army in a link", () => {
  it("comes back as it was, in letters that an address can hold", async () => {
    const letters = await packed(army);
    expect(letters).toMatch(/^[\w-]+$/);
    expect(read(`#/army/chess/${letters}`)).toEqual({ page: "army", game: "chess", packed: letters });
    expect(await unpacked(letters, "chess")).toEqual(army);
  });
  it("is none where the letters are spoilt, or those of another game", async () => {
    const letters = await packed(army);
    expect(await unpacked(letters, "draughts")).toBeNull();
    expect(await unpacked(letters.slice(3), "chess")).toBeNull();
    expect(await unpacked("%%%", "chess")).toBeNull();
  });
  it("is none where it would fill the memory", async () => {
    expect(await unpacked(await packed({ ...army, name: "x".repeat(70_000) }), "chess")).toBeNull();
  });
});

describe("armies kept in the browser", () => {
  it("are found by name until they are forgotten", () => {
    keep("First", army);
    keep("Second", { ...army, points: 78 });
    keep("Second", { ...army, points: 80 });
    expect(Object.entries(kept("chess")).map(([name, one]) => [name, one.name, one.points])).toEqual([["First", "First", 39], ["Second", "Second", 80]]);
    forget("chess", "First");
    expect(Object.keys(kept("chess"))).toEqual(["Second"]);
    expect(kept("draughts")).toEqual({});
  });
  it("do not break the page when somebody has spoilt them", () => {
    drawer.set("quadrilatero.armies.chess", "{not json");
    expect(kept("chess")).toEqual({});
    drawer.set("quadrilatero.armies.chess", JSON.stringify({ a: 1, b: null, c: army }));
    expect(Object.keys(kept("chess"))).toEqual(["c"]);
    expect(isArmy(null, "chess")).toBe(false);
  });
});
