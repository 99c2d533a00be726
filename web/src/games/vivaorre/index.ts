/** The client of Viva o' rre!. */

import { plain } from "../../plain";
import { client } from "../client";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { headline, opens, sideOf } from "./events";
import Forces from "./Forces.svelte";
import { VivaPlay } from "./play.svelte";
import Status from "./Status.svelte";
import { t } from "./words";

/** Questions that open a stretch of one's own play; the others break into the enemy's. */
const OPENING = new Set(["terrain", "deploy", "orders", "initiative", "charge", "move", "fire", "melee"]);

export default client<VivaPlay>({
  ...plain,
  begin: (s) => new VivaPlay(s),
  Board,
  Status,
  Decision,
  Forces,
  text: { help: () => t("text.help"), run: (input, play) => import("./textboard").then(({ run }) => run(input, play)) },
  keys: () => [
    ["N  P  Tab", t("keys.next")],
    ["← → ↑ ↓", t("keys.advance")],
    ["F  G", t("keys.formation")],
    ["B", t("keys.brigade")],
    ["↵  ⌫", t("keys.commit")],
    ["M", t("keys.tape")],
    ["A  C  X", t("keys.layers")],
    ["?", t("keys.why")],
    ["+  −  0", t("keys.zoom")],
    ["H", t("keys.hide")],
  ],
  passing: new Set(["formed", "command", "phase", "disordered", "reordered"]),
  opens: (question) => OPENING.has(question),
  sealed: {
    fire: (who) => t("fire.sealed", { who }),
    orders: (who) => t("sealed.orders", { who }),
    melee: (who) => t("sealed.melee", { who }),
    deploy: (who) => t("sealed.deploy", { who }),
  },
  headline,
  guide: () => import("./guide").then(({ guide }) => guide),
  role: (by) => (by === "red" || by === "blue" ? t(`odds.${by}`) : by),
  currency: () => t("why.currency"),
  log: {
    filters: [
      { id: "fights", label: () => t("log.fights"), kinds: ["roll", "losses", "eliminated", "contact", "charge", "state", "broken", "result"] },
      { id: "moves", label: () => t("log.moves"), kinds: ["moved", "formed", "contact", "charge", "revealed", "general"] },
      { id: "morale", label: () => t("log.morale"), kinds: ["state", "demoralised", "disordered", "reordered", "eliminated", "broken", "result"] },
    ],
    styles: { turn: "head", result: "head", phase: "part", eliminated: "loss", losses: "loss", demoralised: "loss" },
    opens,
    side: sideOf,
  },
});
