/** Bases as they are drawn, the front up and its middle at 0,0; and the frame round those that are one unit. */

import { disc, mounted, ranked, walker, wheels, type Stand } from "../../boards/table/figures";
import { beside, corners, local, type Pose } from "../../boards/table/geometry";
import type { Base } from "./types";

const HORSE = new Set(["Cav", "Rei", "MC", "LC"]);
const GUNS = new Set(["LtArt", "MdArt", "HvArt", "MdHow"]);

export const isGuns = (base: Pick<Base, "type">): boolean => GUNS.has(base.type);
export const isHorse = (base: Pick<Base, "type" | "mounted">): boolean => HORSE.has(base.type) || base.mounted;

const foot = (stands: readonly Stand[], long: number): string => stands.map((stand) => walker(stand, long)).join("");
const moved = (stands: readonly Stand[], dx: number): Stand[] => stands.map((stand) => ({ ...stand, x: stand.x + dx }));

/** The figures of a base as one path, on a ground so wide and deep in pixels. */
export function figures(base: Pick<Base, "type" | "formation" | "mounted">, w: number, d: number): string {
  const loose = base.formation === "skirmish";
  if (isGuns(base)) return wheels({ x: -w / 2, y: 0, w, h: d }, 2, base.formation === "limbered");
  if (isHorse(base)) return ranked(w - (loose ? 2 : 4), d, loose ? 3 : 4, 1).map(mounted).join("");
  switch (base.type) {
    case "baggage":
      return `M${-w / 2 + 7} 5h${w - 14}v${d - 10}h${14 - w}Z${disc(-w / 2 + 10, d - 4, 2.6)}${disc(w / 2 - 10, d - 4, 2.6)}`;
    case "camp":
      return [-1, 0, 1].map((i) => `M${i * 11} 3l5 ${d - 6}h-10Z`).join("");
    case "Pk": {
      // The block of pikes in the middle, a sleeve of shot on either hand.
      const sleeve = ranked(w * 0.2, d, 1, 2);
      return `${block(w, d).map(({ x, y, w: wide, h }) => disc(x + wide / 2, y + h / 2, 2.1)).join("")}${foot([...moved(sleeve, -w * 0.38), ...moved(sleeve, w * 0.38)], 5)}`;
    }
    case "Sh":
    case "Dr":
      return foot(loose ? ranked(w, d, 3, 1) : ranked(w - 4, d, 5, 2), 5.6);
    case "Lt":
      return foot(ranked(w, d, 3, 1), 5);
    default:
      return foot(ranked(w - 4, d, 5, 2), 3.6);
  }
}

const block = (w: number, d: number): Stand[] => ranked(w * 0.54, d, 4, 3);
/** The pikes of a base, beyond its front; nothing for other troops. */
export function pikes(base: Pick<Base, "type">, w: number, d: number): string {
  if (base.type !== "Pk") return "";
  return block(w, d).map(({ x, y, w: wide, h }) => `M${(x + wide / 2).toFixed(1)} ${(y + h / 2).toFixed(1)}V${y === 0 ? -8 : y < d / 2 ? -5 : 0}`).join("");
}

/** The four points of strength behind a base: those left and those lost. */
export function strength(left: number, d: number): { there: string; gone: string } {
  const dots = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => disc((from + i - 1.5) * 5, d + 4, 1.7)).join("");
  return { there: dots(0, left), gone: dots(left, 4) };
}

/** The rectangle round several bases, as the first of them faces, with so much room about it. */
export function frame(poses: readonly Pose[], room: number): Pose | null {
  const first = poses[0];
  if (!first) return null;
  const points = poses.flatMap((pose) => corners(pose)).map((at) => local(first, at));
  const [ahead, back] = [Math.max(...points.map((p) => p.ahead)) + room, Math.min(...points.map((p) => p.ahead)) - room];
  const [left, right] = [Math.min(...points.map((p) => p.right)) - room, Math.max(...points.map((p) => p.right)) + room];
  const [x, y] = beside([first[0], first[1]], first[2], ahead, (left + right) / 2);
  return [x, y, first[2], right - left, ahead - back];
}
