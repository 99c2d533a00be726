/** Where a remark about a hex can stand without covering what may be chosen. */

import type { Point } from "./hex";

interface Size {
  w: number;
  h: number;
}

/** The upper left corner of a box near a point of the view, clear of these points by so much; null if there is no room. */
export function roomFor(box: Size, near: Point, view: Size, keepClear: readonly Point[], clearance: number): Point | null {
  const gap = clearance + 6;
  const [midX, midY] = [near.x - box.w / 2, near.y - box.h / 2];
  const inside = (p: Point): Point => ({ x: Math.max(8, Math.min(view.w - box.w - 8, p.x)), y: Math.max(8, Math.min(view.h - box.h - 8, p.y)) });
  const beside = [
    { x: midX, y: near.y + gap },
    { x: midX, y: near.y - gap - box.h },
    { x: near.x + gap, y: midY },
    { x: near.x - gap - box.w, y: midY },
    { x: near.x + gap, y: near.y + gap },
    { x: near.x - gap - box.w, y: near.y + gap },
    { x: near.x + gap, y: near.y - gap - box.h },
    { x: near.x - gap - box.w, y: near.y - gap - box.h },
  ];
  const corners = [
    { x: view.w, y: 0 },
    { x: view.w, y: view.h },
    { x: view.w / 2 - box.w / 2, y: 0 },
    { x: view.w / 2 - box.w / 2, y: view.h },
  ];
  const covers = (at: Point, p: Point) =>
    Math.hypot(p.x - Math.max(at.x, Math.min(at.x + box.w, p.x)), p.y - Math.max(at.y, Math.min(at.y + box.h, p.y))) < clearance;
  return [...beside, ...corners].map(inside).find((at) => ![near, ...keepClear].some((p) => covers(at, p))) ?? null;
}
