/** The guided first game: which lesson fits what is asked right now. Nothing is scripted; it follows the real game. */

import { layout } from "../../lib/layout.svelte";
import type { Guidance, Lesson } from "../client";
import type { VivaPlay } from "./play.svelte";
import { has, t, type Key } from "./words";

const CHAPTERS = ["victory", "turn", "initiative", "charges", "movement", "fire", "melee"] as const;
type Chapter = (typeof CHAPTERS)[number];
type LessonId = Key extends infer K ? (K extends `guide.${infer Id}.title` ? Id : never) : never;

const PANEL = "#decision-panel";
const MAP = "[data-testid=map]";
const MAIN = "#actions .main";
type Plan = Omit<Lesson, "id" | "title" | "text"> & { id: LessonId };
const L = (id: LessonId, rules: string[], at: string, chapter?: Chapter, intro?: true): Plan => ({ id, rules, at, ...(chapter && { chapter }), ...(intro && { intro }) });

const LESSONS = {
  welcome: L("welcome", ["1-g"], PANEL, "victory", true),
  turn: L("turn", ["4-a"], MAP, "turn", true),
  charge: L("charge", ["7-a", "7-c"], MAP, "charges"),
  chargeShown: L("charge.shown", ["7-g", "7-i", "12-a"], MAIN, "charges"),
  chargeMore: L("charge.more", ["7-b"], "#actions .end", "charges"),
  move: L("move", ["8-a", "8-b"], MAP, "movement"),
  moveHow: L("move.how", ["8-h", "8-l"], MAP, "movement"),
  moveShown: L("move.shown", ["8-s", "8-l"], MAIN, "movement"),
  end: L("end", ["1-g"], "#tab-table", "victory"),
  wait: L("wait", [], "#panel"),
  other: L("other", [], PANEL),
} as const;

const BY_QUESTION: Record<string, Plan> = {
  initiative: L("initiative", ["6-a", "6-b"], PANEL, "initiative"),
  react: L("react", ["7-i", "12-a"], PANEL, "charges"),
  fire: L("fire", ["9-a", "9-d", "9-m"], PANEL, "fire"),
  melee: L("melee", ["10-a", "10-b"], PANEL, "melee"),
  pursue: L("pursue", ["10-h"], PANEL, "melee"),
};

function fitting(play: VivaPlay, read: readonly string[]): Plan {
  const s = play.s;
  if (!read.includes("welcome")) return LESSONS.welcome;
  if (s.over) return LESSONS.end;
  const what = s.myTurn ? play.what : "";
  if (!what) return LESSONS.wait;
  if (!read.includes("turn")) return LESSONS.turn;
  if (what === "charge") {
    const declared = (s.question?.data["declared"] ?? []) as unknown[];
    return play.charge ? LESSONS.chargeShown : declared.length ? LESSONS.chargeMore : LESSONS.charge;
  }
  if (what !== "move") return BY_QUESTION[what] ?? LESSONS.other;
  return play.moving.ready ? LESSONS.moveShown : play.moving.unit ? LESSONS.moveHow : LESSONS.move;
}

export const guide: Guidance<VivaPlay> = {
  chapters: CHAPTERS.map((id) => ({ id, title: () => t(`guide.chapter.${id}`) })),
  lesson(play, read) {
    const plan = fitting(play, read);
    const keys = `guide.${plan.id}.keys`;
    const text = t(`guide.${plan.id}.text`);
    return { ...plan, title: t(`guide.${plan.id}.title`), text: layout.keyboard && has(keys) ? `${text} ${t(keys)}` : text };
  },
};
