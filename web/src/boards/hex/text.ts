/** The board in words, where it lies on hexes: a hex that a command names is gone to. */

import type { Told } from "../../games/client";
import type { HexHand } from "./hand.svelte";

/** What a command answers, line by line; `go` also names a hex to move the cursor to. */
export interface Reply extends Told {
  go?: string;
}

export const inWords = <P extends HexHand>(help: () => string, run: (input: string, play: P) => Promise<Reply>) => ({
  help,
  run: async (input: string, play: P): Promise<Told> => {
    const told = await run(input, play);
    if (told.go) {
      play.cursor = told.go;
      play.glance = { hexes: [told.go], need: "all", by: "hand" };
    }
    return told;
  },
});
