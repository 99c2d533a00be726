/** The guided first game: which lesson fits what is asked right now. Nothing is scripted; it follows the real game. */

import { layout } from "../../../lib/layout.svelte";
import type { Guidance, Lesson } from "../../client";
import type { CustozaPlay } from "../play.svelte";
import { has, t, words } from "./words";

const CHAPTERS = ["victory", "fog", "activation", "markers", "fire", "assault", "reactions", "facing", "after"] as const;
type Chapter = (typeof CHAPTERS)[number];
type LessonId = keyof typeof words extends infer K ? (K extends `guide.${infer Id}.title` ? Id : never) : never;

const PANEL = "#decision-panel";
const MAP = "[data-testid=map]";
const MAIN = "#actions .main";
type Plan = Omit<Lesson, "id" | "title" | "text"> & { id: LessonId };
const L = (id: LessonId, rules: string[], at: string, chapter?: Chapter, intro?: true): Plan => ({ id, rules, at, ...(chapter && { chapter }), ...(intro && { intro }) });

const LESSONS = {
  welcome: L("welcome", ["2.2-a"], PANEL, "victory", true),
  fog: L("fog", ["7.1-a", "7.1-b"], MAP, "fog", true),
  activate: L("activate", ["3.2.2-a", "5.1.1-a", "5.1.1-b", "5.2-a"], `${PANEL} .try`, "activation"),
  declare: L("declare", ["6.1-a", "6.2-a", "6.3-a"], MAP, "markers"),
  declareConfirm: L("declare.confirm", ["6.4-a"], MAIN, "markers"),
  declareEnough: L("declare.enough", ["6.2-a", "6.4-a"], "#actions .end", "markers"),
  act: L("act", ["3.2.2b-a", "6.6-a"], `${PANEL} .units`, "activation"),
  actFire: L("act.fire", ["8.1-a", "8.3-a"], MAP, "fire"),
  actHex: L("act.hex", ["7.2-a", "7.5-a"], MAP, "assault"),
  shotConfirm: L("act.shot", ["8.4-a", "8.7-a"], MAIN, "fire"),
  assaultConfirm: L("act.assault", ["10.4.2-a", "10.4.4-a"], MAIN, "assault"),
  moveConfirm: L("act.move", ["7.2-a", "11.1-b"], MAIN),
  duty: L("act.duty", ["7.5-a", "6.4-a"], `${PANEL} .duty`, "assault"),
  end: L("end", ["23.1.4-a"], "#tab-table", "victory"),
  wait: L("wait", [], "#panel"),
  other: L("other", [], PANEL),
} as const;

const BY_QUESTION: Record<string, Plan> = {
  limber: L("limber", ["23-c", "7.9-a"], PANEL),
  activate: LESSONS.activate,
  react: L("react", ["11.1-a", "11.3-a", "11.5-a"], PANEL, "reactions"),
  face: L("face", ["2.7-a", "2.7-b"], `${PANEL} .faces`, "facing"),
  retreat: L("retreat", ["10.5-a", "10.5-c"], MAP, "after"),
  hit: L("hit", ["8.7-b"], PANEL, "after"),
  lead: L("lead", ["10.4.4-b"], PANEL, "assault"),
  go_on: L("go_on", ["13.4-a"], PANEL),
  turn_marker: L("turn_marker", ["6.5-a"], MAP, "markers"),
  leave_march: L("leave_march", ["10.4.12-a"], PANEL, "after"),
  advance: L("advance", ["2.4.2.3-c"], PANEL, "after"),
  break_off: L("break_off", ["9.5-a"], PANEL, "assault"),
  charge_on: L("charge_on", ["9.4-a"], PANEL, "assault"),
  after_charge: L("after_charge", ["9.6-a", "9.6-b"], PANEL, "after"),
  recover: L("recover", ["13.6.1-c"], PANEL, "after"),
  fall_back: L("fall_back", ["3.3-b", "12.1-a"], PANEL, "after"),
  ooc: L("ooc", ["3.4-a", "4.1-b"], PANEL),
  displace: L("displace", ["2.4.2.3-d"], MAP),
};

function fitting(play: CustozaPlay, read: readonly string[]): Plan {
  const s = play.s;
  if (!read.includes("welcome")) return LESSONS.welcome;
  if (s.over) return LESSONS.end;
  const what = s.myTurn ? (s.question?.what ?? "") : "";
  if (!what) return LESSONS.wait;
  if (what !== "limber" && !read.includes("fog")) return LESSONS.fog;
  if (what === "declare") return play.aim ? LESSONS.declareConfirm : play.markers.length ? LESSONS.declareEnough : LESSONS.declare;
  if (what !== "act") return BY_QUESTION[what] ?? LESSONS.other;
  const aimed = play.aim?.answer.do;
  if (aimed === "fire") return LESSONS.shotConfirm;
  if (aimed === "assault" || aimed === "charge") return LESSONS.assaultConfirm;
  if (aimed) return LESSONS.moveConfirm;
  if (play.selected && play.reach) return [...play.reach.values()].flat().some(({ answer }) => answer.do === "fire") ? LESSONS.actFire : LESSONS.actHex;
  return play.duties.size ? LESSONS.duty : LESSONS.act;
}

export const guide: Guidance<CustozaPlay> = {
  chapters: CHAPTERS.map((id) => ({ id, title: () => t(`guide.chapter.${id}`) })),
  lesson(play, read) {
    const plan = fitting(play, read);
    const keys = `guide.${plan.id}.keys`;
    const text = t(`guide.${plan.id}.text`);
    return { ...plan, title: t(`guide.${plan.id}.title`), text: layout.keyboard && has(keys) ? `${text} ${t(keys)}` : text };
  },
};
