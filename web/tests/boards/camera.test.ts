import { describe, expect, it } from "vitest";
import { clamped, on, seen, type Camera, type Sight } from "../../src/boards/camera";

const view = { w: 800, h: 600 };
const sheet = { w: 2000, h: 1500 };
const now: Camera = { x: -600, y: -450, k: 1 };
const sight: Sight = { view, sheet, edge: 50, least: 0.4, near: 1 };

describe("the camera", () => {
  it("shows nothing beyond the sheet", () => {
    expect(clamped({ x: 300, y: -5000, k: 1 }, view, sheet)).toEqual({ x: 0, y: 600 - 1500, k: 1 });
    expect(clamped({ x: 300, y: 0, k: 0.3 }, view, sheet)).toEqual({ x: 100, y: 75, k: 0.3 });
  });

  it("goes to a point, and at the edge of the sheet only as far as there is sheet", () => {
    const camera = on([{ x: 30, y: 40 }], now, sight);
    expect(camera).toEqual({ x: 0, y: 0, k: 1 });
    expect(seen({ x: 30, y: 40 }, camera, view, 20)).toBe(true);
  });

  it("steps back until all that is asked about is in sight", () => {
    const points = [{ x: 300, y: 700 }, { x: 1700, y: 800 }];
    const camera = on(points, now, sight);
    expect(camera.k).toBeCloseTo(0.5);
    expect(points.every((point) => seen(point, camera, view, 49))).toBe(true);
    const never = on([{ x: 0, y: 0 }, { x: 2000, y: 1500 }], now, { ...sight, least: 0.9 });
    expect([never.k, never.x, never.y]).toEqual([0.9, 0, 0]);
  });

  it("comes as near as a finger needs", () => {
    expect(on([{ x: 1000, y: 700 }], { ...now, k: 0.5 }, { ...sight, near: 0.86 }).k).toBe(0.86);
  });
});
