/** A piece held under the pointer: the hex it would go to and how it would face there. What is allowed the server says. */

import { facingTo, straight, type Facing, type HexGrid, type Point } from "./hex";

export interface Drag {
  piece: string;
  home: string;
  /** where on the map it was taken up */
  press: Point;
  /** where the pointer is */
  at: Point;
  /** the hex it would go to; its own where it would turn on the spot */
  goal: string | null;
  /** the hexes that the pointer has come through, its own left out; going back takes them away */
  trail: readonly string[];
  /** whether the goal stays while the pointer draws on, to say the facing */
  pinned: boolean;
  /** the facing it would take; null leaves that open */
  facing: Facing | null;
}

/** How long, in milliseconds, the pointer rests on a hex before the hex is pinned. */
export const REST = 300;
// In sizes of a hex: the middle where nothing is turned, how far a pinned hex holds, how hard a pull turns on the spot.
const CORE = 0.55;
const LEASH = 2.1;
const PULL = 0.5;

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export const takenUp = (piece: string, home: string, press: Point): Drag => ({ piece, home, press, at: press, goal: null, trail: [], pinned: false, facing: null });

/** The pointer has moved. `turns`: whether the piece has a facing. */
export function drawn(drag: Drag, grid: HexGrid, at: Point, turns: boolean): Drag {
  if (drag.pinned && drag.goal) {
    const middle = grid.center(drag.goal);
    const far = apart(at, middle) / grid.size;
    if (far <= LEASH) return { ...drag, at, facing: far > CORE ? facingTo(middle, at) : null };
  }
  const goal = grid.at(at);
  const trail = goal ? trailed(drag.trail, grid, drag.home, goal) : drag.trail;
  if (goal !== drag.home) return { ...drag, at, goal, trail, pinned: false, facing: null };
  const facing = turns && apart(at, drag.press) / grid.size > PULL ? facingTo(drag.press, at) : null;
  return { ...drag, at, goal: facing ? goal : null, trail, pinned: false, facing };
}

/** A way drawn on to a hex. A quick pointer leaves hexes out: they are filled in. */
function trailed(trail: readonly string[], grid: HexGrid, home: string, to: string): readonly string[] {
  let way = trail;
  for (const hex of way.at(-1) === to ? [] : straight(grid, way.at(-1) ?? home, to, null)) {
    const met = way.indexOf(hex);
    way = hex === home ? [] : met < 0 ? [...way, hex] : way.slice(0, met + 1);
  }
  return way;
}

/** The pointer rests: from here on it says the facing. */
export const pinned = (drag: Drag): Drag => (drag.goal && drag.goal !== drag.home ? { ...drag, pinned: true } : drag);
