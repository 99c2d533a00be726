/** What the lobby shows of Camposanto. */

import type { GameCard } from "../cards";
import "./colours.css";
import picture from "./play.webp";

export const card: GameCard = {
  first: true,
  about: {
    title: { en: "Camposanto 1743", it: "Camposanto 1743" },
    line: { en: "Spain against Austria and Savoy, a winter evening on the Panaro", it: "Spagna contro Austria e Savoia, una sera d'inverno sul Panaro" },
    picture: {
      address: picture,
      width: 760,
      height: 428,
      text: { en: "The battle under way: counters of both armies on the map of Camposanto", it: "La battaglia in corso: le pedine dei due eserciti sulla mappa di Camposanto" },
    },
  },
  editor: true,
  seats: {
    spain: {
      name: { en: "Spain", it: "Spagna" },
      short: { en: "Spain", it: "Spagna" },
      colour: "var(--spain)",
      ink: "#fff6e4",
      flag: "background: var(--spain)",
    },
    austria: {
      name: { en: "Austria and Savoy", it: "Austria e Savoia" },
      short: { en: "Austria", it: "Austria" },
      colour: "var(--austria)",
      ink: "#2a1d0c",
      line: { colour: "var(--gold-ink)", dashes: "6 3" },
      flag: "background: linear-gradient(135deg, var(--austria) 50%, var(--savoy) 50%); transform: rotate(45deg) scale(0.86)",
    },
  },
  plate: {
    caption: { en: "The field of Camposanto on the Panaro, 8 February 1743", it: "Il campo di Camposanto sul Panaro, 8 febbraio 1743" },
    load: () => import("./Plate.svelte"),
  },
  lesson: {
    scenario: "learning",
    hint: {
      en: "A first game on a small field, led step by step: about twenty minutes.",
      it: "Una prima partita su un campo piccolo, guidata passo per passo: una ventina di minuti.",
    },
  },
};
