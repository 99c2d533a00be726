/** The address after #: the lobby, a table, an invitation, a moment of a replay, a study, an army, a position, data, the checking of dice, the rules. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string }
  | { page: "join"; id: string; token: string }
  | { page: "replay"; id: string; frame: number | null; seat: string | null }
  | { page: "study" }
  | { page: "army"; game: string; packed: string | null }
  | { page: "editor"; game: string; from: string | null }
  | { page: "design"; game: string }
  | { page: "verify"; id: string | null }
  | { page: "rules"; game: string | null; rule: string | null }
  | { page: "confirm" | "unsubscribe"; token: string };

export function read(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [page, id, more] = path.split("/").map(decoded);
  if (page === "table" && id) return { page, id };
  if (page === "join" && id) return { page, id, token: more ?? "" };
  if (page === "replay" && id) return { page, id, frame: more && /^\d+$/.test(more) ? Number(more) : null, seat: new URLSearchParams(query).get("seat") };
  if (page === "study") return { page };
  if (page === "army" && id) return { page, game: id, packed: more || null };
  if (page === "editor" && id) return { page, game: id, from: more || null };
  if (page === "design" && id) return { page, game: id };
  if (page === "verify") return { page, id: id || null };
  if (page === "rules") return { page, game: id || null, rule: more || null };
  if ((page === "confirm" || page === "unsubscribe") && id) return { page, token: id };
  return { page: "lobby" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state<Route>({ page: "lobby" });

  start(): void {
    const update = () => (this.route = read(location.hash));
    addEventListener("hashchange", update);
    update();
  }
}

export const router = new Router();
export const tableAddress = (id: string): string => `#/table/${encodeURIComponent(id)}`;
export const replayAddress = (id: string, frame: number | null = null, seat: string | null = null): string =>
  `#/replay/${encodeURIComponent(id)}${frame === null ? "" : `/${frame}`}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`;
export const armyAddress = (game: string, packed = ""): string => `#/army/${encodeURIComponent(game)}${packed && `/${packed}`}`;
/** The editor of a game: empty-handed, at a study (`study:ID`), or with a position packed into the link. */
export const editorAddress = (game: string, from = ""): string => `#/editor/${encodeURIComponent(game)}${from && `/${from}`}`;
export const designAddress = (game: string): string => `#/design/${encodeURIComponent(game)}`;
export const verifyAddress = (id: string): string => `#/verify/${encodeURIComponent(id)}`;
/** All rulebooks, or one of them, or a rule in it. */
export const rulesAddress = (game = "", rule = ""): string => `#/rules${game && `/${encodeURIComponent(game)}`}${rule && `/${encodeURIComponent(rule)}`}`;
/** Where one looks at an open table before one sits down. */
export const joinAddress = (id: string): string => `#/join/${encodeURIComponent(id)}`;
export const invitation = (id: string, token: string): string =>
  `${location.origin}${location.pathname}#/join/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
