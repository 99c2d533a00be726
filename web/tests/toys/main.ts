/** The page with a client for a toy, for the browser tests: the product's own bundle knows no toy. */

import { register } from "../../src/games/registry";
import "../../src/main";

register("veiled", () => import("./veiled"));
register("tabletop", () => Promise.reject(new Error("a client that does not load")));
