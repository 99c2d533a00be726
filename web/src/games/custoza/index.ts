/** The client of Custoza. */

import { inWords } from "../../boards/hex/text";
import { plain } from "../../plain";
import { client } from "../client";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { headline, opens, sideOf } from "./events";
import Facing from "./Facing.svelte";
import Forces from "./Forces.svelte";
import LookoutCard from "./LookoutCard.svelte";
import { CustozaPlay } from "./play.svelte";
import Status from "./Status.svelte";
import { t } from "./words";

/** Questions that open a stretch of one's own play; the others break into the enemy's. */
const OPENING = new Set(["limber", "activate", "reserve", "declare", "act", "ooc", "general", "strategy", "place", "states", "objectives", "march", "march_move", "rally"]);

export default client<CustozaPlay>({
  ...plain,
  begin: (s) => new CustozaPlay(s),
  Board,
  Status,
  Decision,
  dialogs: { face: Facing },
  Forces,
  Cards: LookoutCard,
  text: inWords(() => t("text.help"), (input, play: CustozaPlay) => import("./textboard").then(({ run }) => run(input, play))),
  keys: () => [
    ["← → ↑ ↓", t("keys.arrows")],
    ["N  P", t("keys.n")],
    ["1 … 6", t("keys.side")],
    ["[  ]", t("keys.turn")],
    ["?", t("keys.why")],
    ["V", t("keys.sight")],
    ["T", t("keys.ground")],
    ["Z  C", t("keys.layers")],
    ["L", t("keys.lines")],
    ["+  −  0", t("keys.zoom")],
    ["H", t("keys.hide")],
  ],
  // Facings and what is seen on counters: told one by one they would bury the rest.
  passing: new Set(["faced", "march", "left_march", "revealed"]),
  opens: (question) => OPENING.has(question),
  headline,
  role: (by) => (by === "attacker" ? t("odds.attacker") : by === "defender" ? t("odds.defender") : t("odds.shot")),
  currency: () => t("why.currency"),
  log: {
    filters: [
      { id: "fights", label: () => t("log.fights"), kinds: ["roll", "hit", "status", "routed", "eliminated", "combat", "retreated", "fell_back", "advanced", "exhausted", "result"] },
      { id: "moves", label: () => t("log.moves"), kinds: ["moved", "faced", "march", "left_march", "advanced", "retreated", "fell_back", "revealed"] },
      { id: "orders", label: () => t("log.orders"), kinds: ["turn", "phase", "initiative", "activated", "declared", "passed", "morale", "ooc", "control", "held", "result"] },
      { id: "campaign", label: () => t("log.campaign"), kinds: ["turn", "state", "objective", "deployed", "entered", "shifted", "fatigue", "collapsed", "collapse_over", "cut_off", "line_open", "rallied", "rejoined", "morning", "bridge", "building", "ferried", "fortress_fell", "scout_removed", "result"] },
    ],
    styles: { turn: "head", phase: "head", result: "head", activated: "part", routed: "loss", eliminated: "loss", hit: "loss" },
    opens,
    side: sideOf,
  },
  editing: () => import("./editing").then(({ editing }) => editing),
  guide: () => import("./guide").then(({ guide }) => guide),
});
