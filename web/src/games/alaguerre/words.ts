/** The words of this game's page, in English and Italian. */

import { words as table } from "../../boards/table/words";
import { speaks } from "../../lib/settings.svelte";
import { guide } from "./words/guide";
import { orders } from "./words/orders";
import { panels } from "./words/panels";
import { pieces } from "./words/pieces";

export const words = { ...table, ...pieces, ...orders, ...panels, ...guide } as const;
export const { t, tt, has } = speaks(words);
export type Key = keyof typeof words;
