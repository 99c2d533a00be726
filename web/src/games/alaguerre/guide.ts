/** The guided first game: which lesson fits what is asked right now. Nothing is scripted; it follows the real game. */

import { layout } from "../../lib/layout.svelte";
import type { Guidance, Lesson } from "../client";
import type { GuerrePlay } from "./play.svelte";
import { has, t, type Key } from "./words";

const CHAPTERS = ["victory", "orders", "manoeuvre", "attack", "fire", "melee", "rally"] as const;
type Chapter = (typeof CHAPTERS)[number];
type LessonId = Key extends infer K ? (K extends `guide.${infer Id}.title` ? Id : never) : never;

const PANEL = "#decision-panel";
const MAP = "[data-testid=map]";
const MAIN = "#actions .main";
type Plan = Omit<Lesson, "id" | "title" | "text"> & { id: LessonId };
const L = (id: LessonId, rules: string[], at: string, chapter?: Chapter, intro?: true): Plan => ({ id, rules, at, ...(chapter && { chapter }), ...(intro && { intro }) });

const LESSONS = {
  welcome: L("welcome", ["4.1-a", "4.1.1-a"], PANEL, "victory", true),
  turn: L("turn", ["3.1-a", "3.1-c"], MAP, "orders", true),
  move: L("move", ["5.1-d", "5.2-a"], MAP, "manoeuvre"),
  moveHow: L("move.how", ["5.2-a", "5.2.4-a"], MAP, "manoeuvre"),
  moveShown: L("move.shown", ["5.4-b", "11.3.1-a"], MAIN, "manoeuvre"),
  attack: L("attack", ["6-d", "7-a"], PANEL, "attack"),
  end: L("end", ["4.1.3-a"], "#tab-table", "victory"),
  wait: L("wait", [], "#panel"),
  other: L("other", [], PANEL),
} as const;

const REACT = L("react", ["6.2-d", "6.4-a"], PANEL, "attack");
const FIGHT = L("melee", ["9.1-a", "9.1-b"], PANEL, "melee");
const BY_QUESTION: Record<string, Plan> = {
  orders: L("orders", ["3.3.2-a", "3.3.3-a"], PANEL, "orders"),
  react: REACT,
  face: REACT,
  fire: L("fire", ["8.2-b", "8.2.1-a"], PANEL, "fire"),
  return_fire: L("answer", ["8.2.3-a"], PANEL, "fire"),
  melee: FIGHT,
  principal: FIGHT,
  rally: L("rally", ["10.4.1-a"], PANEL, "rally"),
};

function fitting(play: GuerrePlay, read: readonly string[]): Plan {
  const s = play.s;
  if (!read.includes("welcome")) return LESSONS.welcome;
  if (s.over) return LESSONS.end;
  const what = s.myTurn ? play.what : "";
  if (!what) return LESSONS.wait;
  if (!read.includes("turn")) return LESSONS.turn;
  if (what !== "move") return BY_QUESTION[what] ?? LESSONS.other;
  if (play.attacking.on) return LESSONS.attack;
  return play.moving.ready ? LESSONS.moveShown : play.moving.unit ? LESSONS.moveHow : LESSONS.move;
}

export const guide: Guidance<GuerrePlay> = {
  chapters: CHAPTERS.map((id) => ({ id, title: () => t(`guide.chapter.${id}`) })),
  lesson(play, read) {
    const plan = fitting(play, read);
    const keys = `guide.${plan.id}.keys`;
    const text = t(`guide.${plan.id}.text`);
    return { ...plan, title: t(`guide.${plan.id}.title`), text: layout.keyboard && has(keys) ? `${text} ${t(keys)}` : text };
  },
};
