/** A client as small as one can be: a board of its own, and everything else as it comes. */

import { client } from "../../../src/games/client";
import { plain } from "../../../src/plain";
import Board from "./Board.svelte";
import { VeiledPlay } from "./play.svelte";

export default client<VeiledPlay>({
  ...plain,
  begin: (s) => new VeiledPlay(s),
  Board,
  sealed: { plan: (who) => `plans: ${who}`, ambush: (who) => `ambush: ${who}` },
  headline: (events) => [`${events.length}`],
});
