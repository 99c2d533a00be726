/** The army builder of this game. */

import type { ArmyClient } from "../../../armies/builders";
import Builder from "./Builder.svelte";

export default { Builder, emptied: (army) => ({ ...army, divisions: [], guns: [] }) } satisfies ArmyClient;
