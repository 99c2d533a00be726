/** What the first page and the lobby show of A la Guerre. */

import type { GameCard } from "../cards";
import "../../boards/table/colours.css";
import { SEATS } from "../../boards/table/sides";

export const card: GameCard = {
  about: {
    title: { en: "A la Guerre…", it: "A la Guerre…" },
    line: { en: "Miniatures on an open table: battles of the wars of religion", it: "Miniature su un tavolo libero: battaglie delle guerre di religione" },
  },
  army: { points: 350, year: 1640 },
  lesson: {
    scenario: "scaramuccia",
    level: "sergente",
    hint: {
      en: "A first game with four bases and a general, led step by step: about half an hour.",
      it: "Una prima partita con quattro basi e un generale, guidata passo per passo: una mezz'ora.",
    },
  },
  seats: SEATS,
};
