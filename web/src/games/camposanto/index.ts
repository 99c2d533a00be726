/** The client of Camposanto. */

import { inWords } from "../../boards/hex/text";
import { plain } from "../../plain";
import { client } from "../client";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { headline, opens, sideOf } from "./events";
import Facing from "./Facing.svelte";
import Forces from "./Forces.svelte";
import LookoutCard from "./LookoutCard.svelte";
import Orders from "./Orders.svelte";
import { CamposantoPlay } from "./play.svelte";
import Status from "./Status.svelte";
import { t } from "./words";

/** Questions that open a stretch of one's own play; the others break into the enemy's. */
const OPENING = new Set(["orders", "swap", "general", "fire", "move", "assault"]);

export default client<CamposantoPlay>({
  ...plain,
  begin: (s) => new CamposantoPlay(s),
  Board,
  Status,
  Decision,
  dialogs: { orders: Orders, face: Facing },
  Forces,
  Cards: LookoutCard,
  text: inWords(
    () => t("text.help"),
    async (input, play) => {
      const { readerOf, run } = await import("./textboard");
      const reader = readerOf(play);
      return reader ? run(input, reader) : { lines: [] };
    },
  ),
  keys: () => [
    ["← → ↑ ↓", t("keys.arrows")],
    ["N  P", t("keys.n")],
    ["G  W", t("keys.several")],
    ["⇧D", t("keys.close")],
    ["1 … 6", t("keys.face")],
    ["[  ]", t("keys.turn")],
    ["?", t("keys.why")],
    ["V", t("keys.sight")],
    ["E", t("keys.threats")],
    ["+  −  0", t("keys.zoom")],
    ["H", t("keys.hide")],
  ],
  // Facings are seen on the map; told one by one they would bury the rest.
  passing: new Set(["faced"]),
  opens: (question) => OPENING.has(question),
  sealed: { orders: (who) => t("ask.sealed", { who }) },
  headline,
  role: (by) => (by === "attacker" ? t("odds.attacker") : by === "defender" ? t("odds.defender") : t("odds.shot")),
  currency: () => t("why.currency"),
  careful: () => t("standing.careful"),
  log: {
    filters: [
      { id: "fights", label: () => t("log.fights"), kinds: ["roll", "hit", "eliminated", "assault", "reroll", "fled", "fell_back", "advanced", "result"] },
      { id: "moves", label: () => t("log.moves"), kinds: ["moved", "faced", "advanced", "fled", "fell_back"] },
      { id: "orders", label: () => t("log.orders"), kinds: ["states", "activated", "general", "vp", "phase", "swapped", "kept", "result"] },
    ],
    styles: { phase: "head", states: "head", result: "head", activated: "part", eliminated: "loss", hit: "loss" },
    opens,
    side: sideOf,
  },
  editing: () => import("./editing").then(({ editing }) => editing),
  guide: () => import("./guide").then(({ guide }) => guide),
});
