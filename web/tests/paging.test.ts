import { describe, expect, it } from "vitest";
import { Scene } from "../src/lib/scene.svelte";
import type { FilmedEvent, GameEvent } from "../src/lib/types";
import { Line, PAGE } from "../src/replay/line.svelte";

const event = (n: number): FilmedEvent => ({ n, frame: n, kind: "moved", rule: null, data: {}, dice: [], modifiers: [], text: { en: `${n}`, it: `${n}` } });
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => event(from + i));

describe("a seat's stream", () => {
  class Long extends Scene {
    asked: number[] = [];
    protected override async pageBefore(before: number): Promise<GameEvent[]> {
      this.asked.push(before);
      const from = Math.max(0, before - 3);
      return numbers(from, before - from);
    }
  }
  const long = () => {
    const scene = new Long("t");
    scene.first = 7;
    scene.events = numbers(7, 2);
    return scene;
  };

  it("is read back page by page", async () => {
    const scene = long();
    expect(scene.told).toBe(9);
    expect(await scene.earlier()).toBe(true);
    expect([scene.first, scene.events.map((e) => e.n)]).toEqual([4, [4, 5, 6, 7, 8]]);
    await scene.readBack();
    expect([scene.first, scene.told]).toEqual([0, 9]);
    expect(await scene.earlier()).toBe(false);
    expect(scene.asked).toEqual([7, 4, 1]);
  });
  it("is read back no further than asked", async () => {
    const scene = long();
    await scene.readBack(5);
    expect(scene.first).toBe(4);
  });
  it("takes no page that comes when the story begins elsewhere", async () => {
    const scene = long();
    const page = scene.earlier();
    scene.first = 20;
    scene.events = numbers(20, 4);
    expect(await page).toBe(false);
    expect([scene.first, scene.told]).toEqual([20, 24]);
  });
});

describe("the story of a film", () => {
  const told = 1000;
  const film = () => {
    const asked: number[] = [];
    const line = new Line(async (from, count) => {
      asked.push(from);
      return numbers(from, Math.min(count, told - from));
    });
    line.begin(told);
    return { line, asked };
  };

  it("is read about the moment that is shown, and goes on with it", async () => {
    const { line, asked } = film();
    await line.follow(500);
    expect([line.first, line.end]).toEqual([400, 600]);
    await line.follow(520);
    expect(asked).toEqual([400]);
    await line.follow(560);
    expect([line.first, line.end]).toEqual([400, 800]);
    await line.follow(390);
    expect([line.first, line.end]).toEqual([200, 800]);
    await line.follow(0);
    expect([line.first, line.end]).toEqual([0, 800]);
    await line.follow(999);
    expect(line.end).toBe(told);
    expect(line.events.map((e) => e.n)).toEqual(numbers(0, told).map((e) => e.n));
  });
  it("is read anew far away, and forgets pages of another pair of eyes", async () => {
    const { line } = film();
    await line.follow(10);
    await line.follow(900);
    expect([line.first, line.end]).toEqual([800, told]);
    const late = line.earlier();
    line.begin(30);
    await late;
    expect([line.first, line.end]).toEqual([0, 0]);
    await line.follow(5);
    expect(line.events).toHaveLength(PAGE);
  });
});
