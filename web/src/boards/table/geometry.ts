/** Where things lie on a free table, for the eye only: what is lawful and how far it is comes from the server.
 *
 * Lengths are whole numbers, a thousand to the measure of the game; angles hundredths of a degree, clockwise from north.
 * On the sheet north is up, and a measure is so many pixels.
 */

import { decimal } from "../../lib/settings.svelte";
import type { Point, Size } from "../camera";

export type { Point };
/** x and y of the middle of the front, facing, width, depth */
export type Pose = readonly [number, number, number, number, number];
export type Spot = readonly [number, number];

/** Pixels of the sheet for a measure. */
export const MEASURE = 20;
const PX = MEASURE / 1000;

/** A length on the sheet. */
export const px = (length: number): number => Math.round(length * PX * 100) / 100;

/** The table as it lies on the sheet. */
export class Plane {
  constructor(
    readonly wide: number,
    readonly high: number,
  ) {}

  get size(): Size {
    return { w: px(this.wide), h: px(this.high) };
  }
  at([x, y]: readonly number[] & { 0?: number; 1?: number }): Point {
    return { x: px(x ?? 0), y: px(this.high - (y ?? 0)) };
  }
  /** A point of the sheet as one of the table. */
  back({ x, y }: Point): [number, number] {
    return [Math.round(x / PX), Math.round(this.high - y / PX)];
  }
  /** Points as a path of the drawing, shut where they are an area. */
  path(points: readonly (readonly number[])[], shut = true): string {
    if (!points.length) return "";
    const drawn = points.map((one) => this.at(one)).map(({ x, y }) => `${x} ${y}`);
    return `M${drawn.join("L")}${shut ? "Z" : ""}`;
  }
  /** The transform that puts a drawing with its front up at 0,0 where a pose stands. */
  place(pose: Pose): string {
    const { x, y } = this.at([pose[0], pose[1]]);
    return `translate(${x} ${y}) rotate(${pose[2] / 100})`;
  }
}

const RADIAN = Math.PI / 18000;

/** A point of the table so far ahead of another and so far to the right of it, as one that faces there sees it. */
export function beside([x, y]: readonly number[] & Spot, facing: number, ahead: number, right: number): [number, number] {
  const [sin, cos] = [Math.sin(facing * RADIAN), Math.cos(facing * RADIAN)];
  return [Math.round(x + ahead * sin + right * cos), Math.round(y + ahead * cos - right * sin)];
}

/** The corners of a pose: front left, front right, rear right, rear left. */
export function corners([x, y, facing, width, depth]: Pose): [number, number][] {
  const half = width / 2;
  return [[0, -half], [0, half], [-depth, half], [-depth, -half]].map(([ahead, right]) => beside([x, y], facing, ahead!, right!));
}

export const centre = ([x, y, facing, , depth]: Pose): [number, number] => beside([x, y], facing, -depth / 2, 0);

/** The ground of a disc round a point, a measure wide. */
export const discAt = ([x, y]: Spot): Pose => [x, y + 500, 0, 1000, 1000];

/** How far a point lies ahead of a pose and to the right of it. */
export function local(pose: Pose, [x, y]: Spot): { ahead: number; right: number } {
  const [dx, dy] = [x - pose[0], y - pose[1]];
  const [sin, cos] = [Math.sin(pose[2] * RADIAN), Math.cos(pose[2] * RADIAN)];
  return { ahead: dx * sin + dy * cos, right: dx * cos - dy * sin };
}

/** The bearing from one point to another. */
export const bearing = ([ax, ay]: Spot, [bx, by]: Spot): number => (Math.round(Math.atan2(bx - ax, by - ay) / RADIAN) + 36000) % 36000;

/** From one bearing to another by the short way, clockwise above zero. */
export const turnTo = (from: number, to: number): number => ((((to - from) % 36000) + 54000) % 36000) - 18000;

export const apart = ([ax, ay]: Spot, [bx, by]: Spot): number => Math.hypot(bx - ax, by - ay);

/** The hour at which a point is seen by one that faces so: 12 is straight ahead. */
export const hour = (from: Spot, facing: number, to: Spot): number => Math.round(((((bearing(from, to) - facing) % 36000) + 36000) % 36000) / 3000) || 12;

/** Whether a point of the table lies within a pose, or so near to it. */
export function covers(pose: Pose, at: Spot, near = 0): boolean {
  const { ahead, right } = local(pose, at);
  return ahead <= near && ahead >= -pose[4] - near && Math.abs(right) <= pose[3] / 2 + near;
}

/** How far a point of the table is from a pose, for choosing the nearest. */
export function awayFrom(pose: Pose, at: Spot): number {
  const { ahead, right } = local(pose, at);
  return Math.hypot(Math.max(0, ahead, -ahead - pose[4]), Math.max(0, Math.abs(right) - pose[3] / 2));
}

/** Thousandths as measures with so many decimals, without zeros at the end. */
export const measures = (length: number, digits = 2): string => decimal(length / 1000, digits);

/** A part of a ring before a front: from one bearing to another, between two distances of the drawing. */
export function sector(at: Point, from: number, to: number, near: number, far: number): string {
  const point = (angle: number, r: number) => `${(at.x + r * Math.sin(angle * RADIAN)).toFixed(1)} ${(at.y - r * Math.cos(angle * RADIAN)).toFixed(1)}`;
  const wide = to - from > 18000 ? 1 : 0;
  const inner = near > 0 ? `L${point(to, near)}A${near} ${near} 0 ${wide} 0 ${point(from, near)}` : `L${at.x} ${at.y}`;
  return `M${point(from, far)}A${far} ${far} 0 ${wide} 1 ${point(to, far)}${inner}Z`;
}
