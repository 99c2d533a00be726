/** One socket for one table. It comes back by itself and sends again what was not answered. */

import type { Answer, Chat, Compare, Events, Inspect, Odds, Propose, Reach, Salt, Snap, Suggest, Undo, Why } from "./generated/requests";
import type { ServerMessage } from "./types";

/** A message without its id, which is given to it here. */
type Unnamed<T> = T extends unknown ? Omit<T, "id"> : never;
export type Request = Unnamed<Answer | Chat | Compare | Events | Inspect | Odds | Propose | Reach | Salt | Snap | Suggest | Undo | Why>;

interface Waiting {
  text: string;
  settle: (reply: ServerMessage) => void;
}

// Ids never repeat, not even over a reload: the server answers a known id as it did the first time.
const salt = Math.floor(Math.random() * 36 ** 6).toString(36);
let count = 0;
const freshId = (): string => `c${salt}-${++count}`;

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private closed = false;
  private tries = 0;
  private beat: ReturnType<typeof setInterval> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** How far the story was heard: who comes back is told only what is new. */
  private heard: { have: number; mark: string } | null = null;

  constructor(
    private readonly table: string,
    private seat: string | null,
    private readonly unasked: (message: ServerMessage) => void,
    private readonly online: (up: boolean, denied: boolean) => void,
  ) {
    this.open();
  }

  private open(): void {
    const place = new URLSearchParams(this.seat ? { seat: this.seat } : {});
    if (this.heard) for (const [key, value] of Object.entries(this.heard)) place.set(key, String(value));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?${place}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.online(true, false);
      for (const { text } of this.waiting.values()) socket.send(text);
      this.beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"t":"ping"}'), 25_000);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.t === "state") this.heard = { have: message.from + message.events.length, mark: message.mark };
      const id = "id" in message ? message.id : null;
      const asked = id === null ? undefined : this.waiting.get(id);
      if (id === null || !asked) {
        this.unasked(message);
        return;
      }
      this.waiting.delete(id);
      asked.settle(message);
    };
    socket.onclose = (event) => {
      clearInterval(this.beat);
      if (this.closed || this.socket !== socket) return;
      const denied = event.code === 4403 || event.code === 4404 || event.code === 1008;
      this.online(false, denied);
      if (!denied) this.again = setTimeout(() => this.open(), Math.min(8000, 300 * 2 ** this.tries++));
    };
  }

  /** Ask, and wait for the reply however often the line breaks. */
  ask(request: Request): Promise<ServerMessage> {
    const id = freshId();
    const text = JSON.stringify({ ...request, id });
    return new Promise((settle) => {
      this.waiting.set(id, { text, settle });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close(): void {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.again);
    this.socket?.close();
  }
}
