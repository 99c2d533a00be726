/** The client of A la Guerre. */

import { plain } from "../../plain";
import { client } from "../client";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { headline, opens, sideOf } from "./events";
import Forces from "./Forces.svelte";
import { GuerrePlay } from "./play.svelte";
import Status from "./Status.svelte";
import { t } from "./words";

/** Questions that open a stretch of one's own play; the others break into the enemy's. */
const OPENING = new Set(["plan", "deploy", "reinforce", "orders", "division", "move", "fire", "melee", "rally"]);

export default client<GuerrePlay>({
  ...plain,
  begin: (s) => new GuerrePlay(s),
  Board,
  Status,
  Decision,
  Forces,
  text: { help: () => t("text.help"), run: (input, play) => import("./textboard").then(({ run }) => run(input, play)) },
  keys: () => [
    ["N  P  Tab", t("keys.next")],
    ["← → ↑ ↓", t("keys.advance")],
    ["F  G", t("keys.formation")],
    ["↵  ⌫", t("keys.commit")],
    ["A  C  X", t("keys.layers")],
    ["?", t("keys.why")],
    ["+  −  0", t("keys.zoom")],
    ["H", t("keys.hide")],
  ],
  passing: new Set(["formed", "activated", "phase", "engaged", "disengaged", "works"]),
  opens: (question) => OPENING.has(question),
  sealed: {
    orders: (who) => t("sealed.orders", { who }),
    plan: (who) => t("sealed.plan", { who }),
  },
  headline,
  guide: () => import("./guide").then(({ guide }) => guide),
  role: (by) => (by === "red" || by === "blue" ? t(`odds.${by}`) : by),
  currency: () => t("why.currency"),
  log: {
    filters: [
      { id: "fights", label: () => t("log.fights"), kinds: ["roll", "losses", "eliminated", "contact", "combat", "state", "overrun", "result"] },
      { id: "moves", label: () => t("log.moves"), kinds: ["moved", "formed", "occupied", "contact", "division", "deployed", "reinforced", "appeared", "general"] },
      { id: "morale", label: () => t("log.morale"), kinds: ["state", "order", "activated", "deactivated", "initiative", "rallied", "wavers", "division_lost", "general", "cohesion", "eliminated", "objective", "result"] },
    ],
    styles: { turn: "head", result: "head", impulse: "part", phase: "part", eliminated: "loss", losses: "loss", division_lost: "loss", army_routs: "loss" },
    opens,
    side: sideOf,
  },
});
