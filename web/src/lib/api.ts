/** HTTP calls. Same origin; the header marks a call as coming from our page. */

import type { JoinForm, PositionCheck, Trial, TrialForm } from "./generated/http";
import type { CatalogueGame, Drawing, FilmedEvent, NewStudy, NewTable, NewToken, Player, Proofs, ReplayFrame, ReplayIndex, Rule, Table, Text, Thought, Token } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text,
  ) {
    super(text.en);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (method !== "GET") {
    init.headers = { ...init.headers, "Content-Type": "application/json", "X-Quadrilatero": "1" };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "offline", { en: "The server does not answer.", it: "Il server non risponde." });
  }
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = (data as { error?: { code?: string; text?: Text } } | null)?.error;
    const fallback = `HTTP ${response.status}`;
    throw new ApiError(response.status, error?.code ?? "http", error?.text ?? { en: fallback, it: fallback });
  }
  return data as T;
}

const id = encodeURIComponent;
export const session = () => call<{ player: Player | null }>("GET", "/api/session");
export const enter = (name: string) => call<{ player: Player | null }>("POST", "/api/session", { name });
export const makeAccount = (password: string) => call<{ player: Player }>("POST", "/api/account", { password });
export const changePassword = (old: string, password: string) => call<{ player: Player }>("POST", "/api/password", { old, password });
export const login = (name: string, password: string) => call<{ player: Player }>("POST", "/api/login", { name, password });
export const logout = () => call<{ player: null }>("POST", "/api/logout");
export const tokens = () => call<{ tokens: Token[] }>("GET", "/api/tokens");
export const makeToken = (name: string) => call<NewToken>("POST", "/api/tokens", { name });
export const revokeToken = (token: string) => call<{ tokens: Token[] }>("DELETE", `/api/tokens/${id(token)}`);
export const reports = () => call<{ reports: { address: string; title: string }[] }>("GET", "/api/reports");
export const catalogue = () => call<{ games: CatalogueGame[] }>("GET", "/api/catalogue");
export const drawing = (game: string) => call<Drawing>("GET", `/api/board/${id(game)}`);
export const rules = (game: string) => call<Rule[]>("GET", `/api/rules/${id(game)}`);
export const proofs = (game: string) => call<Proofs>("GET", `/api/proofs/${id(game)}`);
export const tables = (scope: "mine" | "open" | "public") => call<{ tables: Table[] }>("GET", `/api/tables?scope=${scope}`);
export const table = (table: string) => call<Table>("GET", `/api/tables/${id(table)}`);
/** The table of an invitation, also for who does not sit there yet. */
export const invited = (table: string, token: string) => call<Table>("GET", `/api/tables/${id(table)}?token=${id(token)}`);
export const create = (asked: NewTable) => call<Table>("POST", "/api/tables", asked);
export const join = (table: string, wish: JoinForm = {}) => call<Table>("POST", `/api/tables/${id(table)}/join`, wish);
export const resign = (table: string, seat: string) => call<unknown>("POST", `/api/tables/${id(table)}/resign`, { seat });
export const offer = (table: string, what: "draw" | "takeback", seat: string, offer: boolean) =>
  call<unknown>("POST", `/api/tables/${id(table)}/${what}`, { seat, offer });
/** Accepts what somebody else offers; if the offer is gone by then, it does not become one's own. */
export const accept = (table: string, what: "draw" | "takeback", seat: string) =>
  call<unknown>("POST", `/api/tables/${id(table)}/${what}`, { seat, offer: true, accept: true });
export const replace = (table: string, seat: string, level: string) => call<Table>("POST", `/api/tables/${id(table)}/replace`, { seat, level });
export const claim = (table: string, seat: string) => call<Table>("POST", `/api/tables/${id(table)}/claim`, { seat });
export const notes = (table: string) => call<{ text: string }>("GET", `/api/tables/${id(table)}/notes`);
export const writeNotes = (table: string, text: string) => call<{ text: string }>("PUT", `/api/tables/${id(table)}/notes`, { text });
export const rematch = (table: string) => call<Table>("POST", `/api/tables/${id(table)}/rematch`);
export const declineRematch = (table: string) => call<Table>("POST", `/api/tables/${id(table)}/rematch/decline`);
export const exportAddress = (table: string, seat: string | null) =>
  `/api/tables/${id(table)}/export${seat ? `?seat=${id(seat)}` : ""}`;
const eyes = (seat: string | null) => (seat ? `seat=${id(seat)}` : "");
export const replay = (table: string, seat: string | null) => call<ReplayIndex>("GET", `/api/tables/${id(table)}/replay?${eyes(seat)}`);
export const frames = (table: string, from: number, count: number, seat: string | null) =>
  call<{ frames: ReplayFrame[] }>("GET", `/api/tables/${id(table)}/frames?from=${from}&count=${count}&${eyes(seat)}`);
export const filmed = (table: string, frame: number, from: number, count: number, seat: string | null) =>
  call<{ from: number; events: FilmedEvent[] }>("GET", `/api/tables/${id(table)}/replay/${frame}/events?from=${from}&count=${count}&${eyes(seat)}`);
export const thoughts = (table: string, frame: number) => call<{ thoughts: Thought[] }>("GET", `/api/tables/${id(table)}/thoughts?frame=${frame}`);
export const exported = (table: string) => call<unknown>("GET", `/api/tables/${id(table)}/export`);
export const study = (begin: NewStudy) => call<Table>("POST", "/api/studies", begin);
export const studyPosition = (study: string) => call<Record<string, unknown>>("GET", `/api/studies/${id(study)}/position`);
export const positionSchema = (game: string) => call<Record<string, unknown>>("GET", `/api/positions/${id(game)}`);
export const startPosition = (game: string, scenario: string) => call<Record<string, unknown>>("GET", `/api/positions/${id(game)}/${id(scenario)}`);
export const checkPosition = (game: string, position: unknown) => call<PositionCheck>("POST", `/api/positions/${id(game)}/check`, position);
export const data = (game: string) => call<{ files: Record<string, unknown> }>("GET", `/api/data/${id(game)}`);
export const startTrial = (asked: TrialForm) => call<Trial>("POST", "/api/trials", asked);
export const trial = (trial: string) => call<Trial>("GET", `/api/trials/${id(trial)}`);
export const stopTrial = (trial: string) => call<Trial>("POST", `/api/trials/${id(trial)}/stop`);
export const discard = (study: string) => call<unknown>("POST", `/api/studies/${id(study)}/discard`);
export const rename = (study: string, title: string) => call<Table>("PUT", `/api/studies/${id(study)}/title`, { title });
