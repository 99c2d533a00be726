/** Pieces and ways on a free table in words: as they are typed, and as they are told. */

import { apart, centre, hour, measures } from "./geometry";
import type { Piece, TableHand } from "./hand.svelte";
import type { Drawn, Hand, Step } from "./manoeuvres";
import { t } from "./words";

export const HANDS: Readonly<Record<string, Hand>> = { left: "left", sinistra: "left", right: "right", destra: "right" };
/** A length as it is typed, in thousandths. */
export const lengthOf = (text: string | undefined): number => Math.round(Number((text ?? "").replace(",", ".")) * 1000);
export const degrees = (angle: number): string => `${measures(angle * 10, 1)}°`;

/** One manoeuvre as it is typed; null where it is none that every table knows. */
export function readStep(text: string): Drawn | { go: "about" } | null {
  const [verb = "", a = "", b = "", c = ""] = text.trim().toLowerCase().split(/\s+/);
  const side = HANDS[a];
  switch (verb) {
    case "advance":
    case "avanza":
      return lengthOf(a) > 0 ? { go: "advance", by: lengthOf(a) } : null;
    case "back":
    case "indietro":
      return lengthOf(a) > 0 ? { go: "back", by: lengthOf(a) } : null;
    case "wheel":
    case "ruota":
      return side && Number(b) > 0 ? { go: "wheel", side, angle: Math.round(Number(b) * 100) } : null;
    case "oblique":
    case "obliquo":
      return side && Number(b) > 0 && lengthOf(c) > 0 ? { go: "oblique", side, angle: Math.round(Number(b) * 100), by: lengthOf(c) } : null;
    case "aside":
    case "fianco":
      return side && lengthOf(b) > 0 ? { go: "sideways", side, by: lengthOf(b) } : null;
    case "about":
    case "dietrofront":
      return { go: "about" };
    case "to":
    case "a":
      return a && b ? { go: "to", at: [lengthOf(a), lengthOf(b)] } : null;
    default:
      return null;
  }
}

/** A whole path, manoeuvres apart by commas; what cannot be read is given back. */
export function readPath<M extends Step>(text: string, read: (part: string) => M | null): M[] | string {
  const path: M[] = [];
  for (const part of text.split(/[,;](?!\d)/).map((one) => one.trim()).filter(Boolean)) {
    const step = read(part);
    if (!step) return part;
    path.push(step);
  }
  return path;
}

/** A manoeuvre as one says it on the field. */
export function stepTold(one: Drawn | { go: "about" }, read: (length: number) => string): string {
  switch (one.go) {
    case "about":
      return t("go.about");
    case "wheel":
      return t("go.wheel", { side: t(`side.${one.side}`), angle: degrees(one.angle) });
    case "oblique":
      return t("go.oblique", { side: t(`side.${one.side}`), angle: degrees(one.angle), by: read(one.by) });
    case "sideways":
      return t("go.sideways", { side: t(`side.${one.side}`), by: read(one.by) });
    case "to":
      return t("go.to", { x: measures(one.at[0] ?? 0, 1), y: measures(one.at[1] ?? 0, 1) });
    default:
      return t(`go.${one.go}`, { by: read(one.by) });
  }
}

/** The piece that a word means: its id or its name, or a part of it. */
export function found<P extends Piece>(hand: TableHand<P>, word: string): P | undefined {
  const wanted = word.trim().toLowerCase();
  const all = [...hand.pieces.values()];
  return all.find((one) => one.id.toLowerCase() === wanted || one.name.toLowerCase() === wanted) ?? (wanted ? all.find((one) => one.name.toLowerCase().includes(wanted)) : undefined);
}

/** Two pieces named one after the other. */
export function foundPair<P extends Piece>(hand: TableHand<P>, text: string): [P, P] | null {
  const words = text.trim().split(/\s+/);
  for (let i = 1; i < words.length; i += 1) {
    const [a, b] = [found(hand, words.slice(0, i).join(" ")), found(hand, words.slice(i).join(" "))];
    if (a && b) return [a, b];
  }
  return null;
}

/** Where a piece stands. */
export const whereTold = ({ name, pose }: Piece): string => t("text.where", { name, x: measures(pose[0], 1), y: measures(pose[1], 1), angle: Math.round(pose[2] / 100) });

/** Others round a piece, the nearest first, as its men see them. */
export function around<P extends Piece>(piece: P, hand: TableHand<P>, kind: (one: P) => string, marks: (one: P) => readonly string[], unit: string, most = 12): string[] {
  const here = centre(piece.pose);
  return [...hand.pieces.values()]
    .filter((one) => one.id !== piece.id)
    .map((one) => ({ one, far: apart(here, centre(one.pose)) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ one, far }) =>
      t("text.at", { name: one.name, kind: kind(one), distance: `${measures(far, 1)}${unit}`, hour: hour(here, piece.pose[2], centre(one.pose)), marks: marks(one).length ? `, ${marks(one).join(", ")}` : "" }),
    );
}
