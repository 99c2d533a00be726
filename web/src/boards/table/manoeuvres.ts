/** Ways over a free table as they are put together by hand: what a pull at a handle means, how one step joins another. */

import { bearing, beside, corners, local, turnTo, type Pose, type Spot } from "./geometry";

export type Hand = "left" | "right";
/** The manoeuvres that a hand draws; games have others beside them. */
export type Drawn =
  | { go: "advance"; by: number }
  | { go: "back"; by: number }
  | { go: "oblique"; side: Hand; angle: number; by: number }
  | { go: "wheel"; side: Hand; angle: number }
  | { go: "sideways"; side: Hand; by: number }
  | { go: "to"; at: number[]; facing?: number | null };
/** What every manoeuvre of a game has. */
export interface Step {
  go: string;
}
export type Grip = "middle" | "left" | "right" | "flank-left" | "flank-right" | "turn";

/** Within so much of straight on a pull is meant to be straight on. */
const STRAIGHT = 800;

/** Two steps of one kind and one direction as one; null where they are two. */
export function lengthened<M extends Step>(last: M | undefined, next: M): M | null {
  if (!last || last.go !== next.go) return null;
  const [a, b] = [last as unknown as Drawn, next as unknown as Drawn];
  if (a.go === "to" && b.go === "to") return next;
  if (!("by" in a) || !("by" in b)) return null;
  const alike = (!("side" in a) || !("side" in b) || a.side === b.side) && (!("angle" in a) || !("angle" in b) || a.angle === b.angle);
  return alike ? ({ ...a, by: a.by + b.by } as unknown as M) : null;
}

/** A wheel that goes on from another, or comes back from it; null where it is back where it began. */
export function wheeled<M extends Step>(before: M | undefined, next: M): M | null {
  const [a, b] = [before as unknown as Drawn | undefined, next as unknown as Drawn];
  if (b.go !== "wheel") return next;
  const angle = (a?.go === "wheel" ? (a.side === b.side ? a.angle : -a.angle) : 0) + b.angle;
  const side = angle > 0 ? b.side : b.side === "left" ? "right" : "left";
  return angle ? ({ go: "wheel", side, angle: Math.abs(angle) } as unknown as M) : null;
}

/** What a pull at a handle means for one that stands so: ahead and to the right of where it was taken up. */
export function pulled(grip: Grip, pose: Pose, from: Spot, to: Spot, free: boolean): Drawn | null {
  const [a, b] = [local(pose, from), local(pose, to)];
  const [ahead, right] = [b.ahead - a.ahead, b.right - a.right];
  if (free && grip === "turn") return { go: "to", at: [pose[0], pose[1]], facing: bearing([pose[0], pose[1]], to) };
  if (free) return { go: "to", at: beside([pose[0], pose[1]], pose[2], ahead, right), facing: pose[2] };
  if (grip === "left" || grip === "right") {
    // The corner that is pulled goes forward, the unit wheels on the other one.
    const [left, rightCorner] = corners(pose);
    const pivot = grip === "left" ? rightCorner! : left!;
    const angle = turnTo(bearing(pivot, from), bearing(pivot, to)) * (grip === "left" ? 1 : -1);
    const side = grip === "left" === angle > 0 ? "right" : "left";
    return Math.abs(angle) > 20 ? { go: "wheel", side, angle: Math.min(18000, Math.round(Math.abs(angle))) } : null;
  }
  const flank = grip.startsWith("flank");
  const side = right < 0 ? "left" : "right";
  const off = Math.round((Math.atan2(Math.abs(right), ahead) * 18000) / Math.PI);
  if (!flank && ahead > 0 && off <= STRAIGHT) return { go: "advance", by: Math.round(ahead) };
  if (!flank && ahead > 0 && off <= 6000) return { go: "oblique", side, angle: Math.max(100, Math.min(4500, Math.round(off / 100) * 100)), by: Math.round(Math.hypot(ahead, right)) };
  if (!flank && ahead < 0 && -ahead >= Math.abs(right)) return { go: "back", by: Math.round(-ahead) || 1 };
  return Math.abs(right) >= 1 ? { go: "sideways", side, by: Math.round(Math.abs(right)) } : null;
}

/** Towards a point, for one that wheels and then goes straight on. */
export function headed<M extends Step>(first: readonly M[], pose: Pose, at: Spot): M[] {
  const { ahead, right } = local(pose, at);
  const off = turnTo(pose[2], bearing([pose[0], pose[1]], at));
  const way = (...steps: Drawn[]) => [...first, ...(steps as unknown as M[])];
  if (ahead < 0 && -ahead > Math.abs(right)) return way({ go: "back", by: Math.max(1, Math.round(-ahead)) });
  const far = Math.max(1, Math.round(Math.hypot(ahead, right)));
  if (Math.abs(off) <= STRAIGHT) return way({ go: "advance", by: Math.max(1, Math.round(ahead)) });
  return way({ go: "wheel", side: off < 0 ? "left" : "right", angle: Math.min(4500, Math.abs(off)) }, { go: "advance", by: far });
}
