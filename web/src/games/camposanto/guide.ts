/** The guided first battle: which lesson fits what is asked right now. Nothing is scripted; it follows the real game. */

import type { Guidance, Lesson } from "../client";
import type { CamposantoPlay } from "./play.svelte";
import { layout } from "../../lib/layout.svelte";
import { has, t, type Key } from "./words";

const CHAPTERS = ["orders", "activation", "move", "face", "fire", "assault", "fall_back", "victory"] as const;
type Chapter = (typeof CHAPTERS)[number];
type LessonId = Key extends infer K ? (K extends `guide.${infer Id}.title` ? Id : never) : never;

const PANEL = "#decision-panel";
type Plan = Omit<Lesson, "id" | "title" | "text"> & { id: LessonId };
const L = (id: LessonId, rules: string[], at: string, chapter?: Chapter, intro?: true): Plan => ({ id, rules, at, ...(chapter && { chapter }), ...(intro && { intro }) });

const LESSONS = {
  welcome: L("welcome", [], PANEL, undefined, true),
  activation: L("activation", ["5-a", "4.1-c", "5.5-a"], ".track", "activation", true),
  victory: L("victory", ["12.2-b", "12.2-d", "12.1-a", "11-a"], ".sides", "victory", true),
  orders: L("orders", ["4-a", "4.1-c", "4.1-e"], ".orders .points", "orders"),
  seal: L("orders.seal", ["4-b", "4.1-a"], "#actions .main", "orders"),
  general: L("general", ["8.1-b"], PANEL),
  move: L("move", ["6-a", "6-b", "6-c"], `${PANEL} .units`, "move"),
  moveHex: L("move.hex", ["6-e", "6.1-a", "6.1-e"], "[data-testid=map]", "move"),
  moveConfirm: L("move.confirm", ["6-e"], "#actions .main", "move"),
  marshal: L("marshal", ["8.2-c", "8.2-h"], PANEL),
  face: L("face", ["6.1-b", "6.1-c", "7.2-h"], `${PANEL} .faces`, "face"),
  fire: L("fire", ["9.1-c", "9.1-g", "10.2-d"], `${PANEL} .units`, "fire"),
  fireConfirm: L("fire.confirm", ["9.1-g", "9.1-d"], "#actions .main", "fire"),
  assault: L("assault", ["7-b", "7-d", "7.2-a"], PANEL, "assault"),
  stand: L("stand", ["7.1-b", "7.1-f", "7.1-h"], PANEL, "fall_back"),
  react: L("react", ["6.4-b", "6.4-d", "6.4-f"], PANEL, "fall_back"),
  flee: L("flee", ["7.3-a", "7.3-c"], PANEL, "fall_back"),
  hit: L("hit", ["7.1-g", "7.1-i"], PANEL, "assault"),
  next: L("next", ["7-f"], PANEL, "assault"),
  advance: L("advance", ["7.1-j"], PANEL, "assault"),
  reroll: L("reroll", ["8.2-h", "8.2-i"], PANEL, "assault"),
  goOn: L("go_on", ["8.2-g"], PANEL, "move"),
  swap: L("swap", ["4.3-c"], PANEL),
  wait: L("wait", [], "#panel"),
  end: L("end", ["12.2-e"], "#tab-table", "victory"),
} as const;

const BY_QUESTION: Record<string, Plan> = {
  general: LESSONS.general,
  face: LESSONS.face,
  assault: LESSONS.assault,
  stand: LESSONS.stand,
  react: LESSONS.react,
  flee: LESSONS.flee,
  hit: LESSONS.hit,
  next: LESSONS.next,
  advance: LESSONS.advance,
  reroll: LESSONS.reroll,
  go_on: LESSONS.goOn,
  swap: LESSONS.swap,
};

function fitting(play: CamposantoPlay, read: readonly string[]): Plan {
  const s = play.s;
  if (!read.includes("welcome")) return LESSONS.welcome;
  if (s.over) return LESSONS.end;
  const what = s.myTurn ? (s.question?.what ?? "") : "";
  if (what && what !== "orders" && !read.includes("activation")) return LESSONS.activation;
  if (what === "orders" && (play.view?.phase ?? 1) > 1 && !read.includes("victory")) return LESSONS.victory;
  if (!what) return LESSONS.wait;
  if (what === "orders") return play.ordersReady ? LESSONS.seal : LESSONS.orders;
  if (what === "fire") return play.aim ? LESSONS.fireConfirm : LESSONS.fire;
  if (what === "move") {
    if (s.question?.data["step"] === "marshal") return LESSONS.marshal;
    return play.aim ? LESSONS.moveConfirm : play.selected && play.reach ? LESSONS.moveHex : LESSONS.move;
  }
  return BY_QUESTION[what] ?? LESSONS.wait;
}

export const guide: Guidance<CamposantoPlay> = {
  chapters: CHAPTERS.map((id) => ({ id, title: () => t(`guide.chapter.${id}`) })),
  lesson(play, read) {
    const plan = fitting(play, read);
    const keys = `guide.${plan.id}.keys`;
    const text = t(`guide.${plan.id}.text`);
    return { ...plan, title: t(`guide.${plan.id}.title`), text: layout.keyboard && has(keys) ? `${text} ${t(keys)}` : text };
  },
};
