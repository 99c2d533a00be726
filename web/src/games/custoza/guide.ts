/** Advice that follows the real game: what is asked right now, in a few words, with its rules. */

import type { Guidance, Lesson } from "../client";
import type { CustozaPlay } from "./play.svelte";
import { t } from "./words";

const CHAPTERS = ["turn", "markers", "actions", "reactions", "after"] as const;
type Chapter = (typeof CHAPTERS)[number];

const LESSONS = {
  limber: { rules: ["23-c", "7.9-a"], chapter: "turn" },
  activate: { rules: ["3.2.2-a", "5.1.1-a", "5.2-a"], chapter: "turn" },
  declare: { rules: ["6.1-a", "6.2-a", "6.3-a"], chapter: "markers" },
  act: { rules: ["3.2.2b-a", "7.5-a", "6.4-a"], chapter: "actions" },
  react: { rules: ["11.1-a", "11.5-a"], chapter: "reactions" },
  retreat: { rules: ["10.5-c"], chapter: "after" },
  ooc: { rules: ["3.4-a", "4.1.1-a"], chapter: "turn" },
  fall_back: { rules: ["3.3-b", "12.1-a"], chapter: "turn" },
} as const satisfies Record<string, { rules: readonly string[]; chapter: Chapter }>;

const isTaught = (what: string): what is keyof typeof LESSONS => what in LESSONS;

export const guide: Guidance<CustozaPlay> = {
  chapters: CHAPTERS.map((id) => ({ id, title: () => t(`guide.chapter.${id}`) })),
  lesson({ s }): Lesson {
    const what = s.myTurn ? (s.question?.what ?? "") : "";
    const at = "#decision-panel";
    if (!what) return { id: "wait", title: t("guide.wait.title"), text: t("guide.wait.text"), rules: [], at };
    if (!isTaught(what)) return { id: "other", title: t("guide.other.title"), text: t("guide.other.text"), rules: s.question?.rule ? [s.question.rule] : [], at };
    return { id: what, title: t(`guide.${what}.title`), text: t(`advice.${what}`), at, ...LESSONS[what] };
  },
};
