/** What came of an attack, a shot or a mêlée, step by step: each test, and who tests because of whom. */

import type { GameEvent } from "../../lib/types";

export interface Stage {
  event: GameEvent;
  /** how many others have spread it: 0 for those it began with */
  depth: number;
  /** whose flight, attack or push it comes of */
  because: string | null;
  test: boolean;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const isTest = ({ kind, data }: GameEvent): boolean => kind === "roll" && data["why"] === "morale";
const isBlow = ({ kind, data }: GameEvent, why: string): boolean => kind === "roll" && data["why"] === why;
/** Events that begin something new that is not one story with what went before. */
const PARTS = new Set(["turn", "impulse", "phase", "division", "order", "initiative", "rolled"]);
const TOLD = new Set(["roll", "state", "losses", "eliminated", "contact", "engaged", "combat", "cohesion", "overrun"]);
const FORCED = new Set<unknown>(["charge", "counter", "approach", "evade", "recoil", "push", "advance", "retreat", "rout", "penetration", "control"]);

/** Whether a story begins here: with who is tested to attack, with a shot, or with the first blow of a mêlée. */
function begins(event: GameEvent, before: GameEvent | undefined): boolean {
  if (isTest(event)) return event.data["row"] === "charge" && Boolean(event.data["because"]);
  if (isBlow(event, "melee")) return !before || !isBlow(before, "melee");
  return isBlow(event, "fire") && !(before && (isBlow(before, "fire") || before.kind === "contact" || before.kind === "state" || before.kind === "moved" || isTest(before)));
}

/** The last story of a battle in which anybody was tested, in stages. */
export function unfolded(events: readonly GameEvent[]): Stage[] {
  let to = events.findLastIndex(isTest);
  if (to < 0) return [];
  let from = to;
  while (from > 0 && !begins(events[from]!, events[from - 1]) && !PARTS.has(events[from - 1]!.kind)) from--;
  while (to + 1 < events.length && !PARTS.has(events[to + 1]!.kind) && !begins(events[to + 1]!, events[to])) to++;
  const depths = new Map<string, number>();
  return events.slice(from, to + 1).flatMap((event): Stage[] => {
    const { kind, data } = event;
    if (!TOLD.has(kind) && !(kind === "moved" && FORCED.has(data["why"]))) return [];
    const [unit, because, test] = [text(data["unit"]), text(data["because"]), isTest(event)];
    if (test && because && unit && data["row"] === "contagion") depths.set(unit, (depths.get(because) ?? 0) + 1);
    return [{ event, depth: (unit && depths.get(unit)) || 0, because, test }];
  });
}

/** Whether others have been given their orders or their turn since. */
export const isPast = (events: readonly GameEvent[], stages: readonly Stage[]): boolean => {
  const last = stages.at(-1)?.event.n ?? -1;
  return events.some(({ n, kind }) => n > last && (kind === "division" || kind === "order"));
};

/** A sentence without the dice and modifiers that the log has beside it. */
export const short = (told: string): string => told.replace(/ \([^()]*\)$/, "");
