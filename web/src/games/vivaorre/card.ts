/** What the first page and the lobby show of Viva o' rre!. */

import type { GameCard } from "../cards";
import "../../boards/table/colours.css";
import { SEATS } from "../../boards/table/sides";

export const card: GameCard = {
  about: {
    title: { en: "Viva o' rre!", it: "Viva o' rre!" },
    line: { en: "Miniatures on an open table: battles from 1820 to 1900", it: "Miniature su un tavolo libero: battaglie dal 1820 al 1900" },
  },
  army: { points: 1500, year: 1860 },
  lesson: {
    scenario: "scaramuccia",
    level: "sergente",
    hint: {
      en: "A first game with three units, led step by step: about half an hour.",
      it: "Una prima partita con tre unità, guidata passo per passo: una mezz'ora.",
    },
  },
  seats: SEATS,
};
