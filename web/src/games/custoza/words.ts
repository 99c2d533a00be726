/** The words of Custoza in both languages, with those of a hex map and of every page behind them. */

import { words as hexes } from "../../boards/hex/words";
import { speaks } from "../../lib/settings.svelte";
import { answers } from "./words/answers";
import { lookout } from "./words/lookout";
import { table } from "./words/table";

export const words = { ...hexes, ...answers, ...lookout, ...table } as const;
export const { t, tt, has } = speaks(words);
export type Key = Parameters<typeof t>[0];
