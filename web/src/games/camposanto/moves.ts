/** The answers that moving a unit takes, as steps of a gesture. */

import type { Facing } from "../../boards/hex/hex";
import type { Step } from "../../lib/gestures";
import type { Answer } from "./types";

/** The unit goes where the path ends, by whatever way the options lead there. */
export const moveStep =
  (unit: string, path: readonly string[]): Step =>
  (_question, options) =>
    (options as readonly Answer[]).find((option) => option.do === "move" && option.unit === unit && option.path.at(-1) === path.at(-1)) ?? null;

export const faceStep =
  (unit: string, facing: Facing): Step =>
  (_question, options) =>
    (options as readonly Answer[]).find((option) => option.do === "face" && option.unit === unit && option.facing === facing) ?? null;

/** Whoever is asked to face stays as it faces. */
export const keepStep: Step = (question, options) =>
  (options as readonly Answer[]).find((option) => option.do === "face" && option.facing === question.data["facing"]) ?? null;

/** The operations of a wing that can be ended one after another. */
const OPERATIONS = ["fire", "move", "fire", "assault"];

/** End whatever a wing could still do; it stops by itself where that wing is no longer asked. */
export const closeStep = (wing: string): readonly Step[] =>
  OPERATIONS.map(() => (question, options) => (question.data["wing"] === wing ? ((options as readonly Answer[]).find((option) => option.do === "done") ?? null) : null));
