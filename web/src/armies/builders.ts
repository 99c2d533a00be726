/** Which games have an army builder: every one with that component in its folder. It comes when it is needed. */

import type { Component } from "svelte";
import type { ArmyFile } from "./army";
import type { Workshop } from "./workshop.svelte";

/** `rule` shows a rule by its id. */
export type BuilderProps = { workshop: Workshop; rule: (id: string) => void };
export interface ArmyClient {
  Builder: Component<BuilderProps>;
  /** The army without any of its units. */
  emptied: (army: ArmyFile) => ArmyFile;
}
type Loader = () => Promise<{ default: ArmyClient }>;

const LOADERS = new Map<string, Loader>(
  Object.entries(import.meta.glob<{ default: ArmyClient }>("../games/*/army/index.ts")).map(([path, load]) => [path.split("/")[2] ?? "", load]),
);

export const builderOf = (game: string): Loader | undefined => LOADERS.get(game);
