/** Which games have a client of their own: every folder here with an index. They come when a table needs them. */

import { plain } from "../plain";
import { client, type GameClient } from "./client";

type Loader = () => Promise<{ default: GameClient }>;

const LOADERS = new Map<string, Loader>(
  Object.entries(import.meta.glob<{ default: GameClient }>("./*/index.ts")).map(([path, load]) => [path.split("/")[1] ?? "", load]),
);

/** Give a game a client from elsewhere: tests bring their own. */
export const register = (game: string, load: Loader): void => void LOADERS.set(game, load);

/** The client of a game; `missing` where it has one that did not come, so that the page can say so. */
export async function load(game: string): Promise<{ client: GameClient; missing: boolean }> {
  const loader = LOADERS.get(game);
  if (!loader) return { client: client(plain), missing: false };
  try {
    return { client: (await loader()).default, missing: false };
  } catch (error) {
    console.warn(`the client of ${game} did not load`, error);
    return { client: client(plain), missing: true };
  }
}
