/** The address after #: the lobby, a table, an invitation. */

export type Route = { page: "lobby" } | { page: "table"; id: string } | { page: "join"; id: string; token: string };

export function read(hash: string): Route {
  const [page, id, token] = hash.replace(/^#?\/?/, "").split("/").map(decodeURIComponent);
  if (page === "table" && id) return { page, id };
  if (page === "join" && id && token) return { page, id, token };
  return { page: "lobby" };
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
export const invitation = (id: string, token: string): string =>
  `${location.origin}${location.pathname}#/join/${encodeURIComponent(id)}/${encodeURIComponent(token)}`;
