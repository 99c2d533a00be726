/** One socket for one table. It comes back by itself and sends again what was not acknowledged. */

import type { Answer, Look, ServerMessage } from "./types";

type Outgoing =
  | { t: "answer"; id: string; version: number; seat: string; answer: Answer }
  | { t: "undo"; id: string; version: number; seat: string }
  | { t: "why" | "odds"; id: string; seat: string; answer: Answer }
  | { t: "suggest"; id: string; seat: string }
  | { t: "inspect"; id: string; query: Look }
  | { t: "chat"; id: string; text: string }
  | { t: "salt"; id: string; seat: string; salt: string };

// Ids never repeat, not even over a reload: the server answers a known id as it did the first time.
const salt = Math.floor(Math.random() * 36 ** 6).toString(36);
let count = 0;
export const freshId = (): string => `c${salt}-${++count}`;

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Outgoing>();
  private closed = false;
  private tries = 0;
  private beat: ReturnType<typeof setInterval> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private seat: string | null,
    private readonly heard: (message: ServerMessage) => void,
    private readonly online: (up: boolean, denied: boolean) => void,
  ) {
    this.open();
  }

  private open(): void {
    const seat = this.seat ? `?seat=${encodeURIComponent(this.seat)}` : "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}${seat}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.online(true, false);
      for (const message of this.waiting.values()) socket.send(JSON.stringify(message));
      this.beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"t":"ping"}'), 25_000);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if ("id" in message && message.id !== null) this.waiting.delete(message.id);
      this.heard(message);
    };
    socket.onclose = (event) => {
      clearInterval(this.beat);
      if (this.closed || this.socket !== socket) return;
      const denied = event.code === 4403 || event.code === 4404 || event.code === 1008;
      this.online(false, denied);
      if (!denied) this.again = setTimeout(() => this.open(), Math.min(8000, 300 * 2 ** this.tries++));
    };
  }

  send(message: Outgoing): void {
    this.waiting.set(message.id, message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.again);
    this.socket?.close();
  }
}
