/** The words of every page but the first, which come with those pages. */

import { learnWords } from "../dictionary";
import { armies } from "./armies";
import { coach } from "./coach";
import { company } from "./company";
import { guide } from "./guide";
import { lobby } from "./lobby";
import { mail } from "./mail";
import { replay } from "./replay";
import { rules } from "./rules";
import { table } from "./table";
import { tokens } from "./tokens";

const later = { ...armies, ...coach, ...company, ...guide, ...lobby, ...mail, ...replay, ...rules, ...table, ...tokens } as const;
export type Later = typeof later;
learnWords(later);
