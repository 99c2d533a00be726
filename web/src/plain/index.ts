/** The client of a game that has none of its own, and what other clients begin from. */

import type { GameClient } from "../games/client";
import Board from "./Board.svelte";
import Decision from "./Decision.svelte";
import { PlainPlay } from "./play.svelte";
import Status from "./Status.svelte";
import { run } from "./text";
import { t } from "./words";

export const plain: GameClient<PlainPlay> = {
  begin: (s) => new PlainPlay(s),
  Board,
  Status,
  Decision,
  dialogs: {},
  text: { help: () => t("text.help"), run: (input, play) => run(input, play) },
  keys: () => [],
  passing: new Set(),
  opens: () => true,
  sealed: {},
  headline: () => [],
  role: (by) => by,
  currency: () => t("why.currency"),
  log: {
    filters: [],
    styles: { result: "head" },
    opens: () => null,
    side: ({ data }, { s }) => [data["seat"], data["side"]].find((who): who is string => typeof who === "string" && who in { ...s.table?.seats, ...s.table?.sides }) ?? null,
  },
};
