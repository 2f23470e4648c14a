// The live connection: one socket for the page, which comes back by itself. Whatever is watched
// is asked for again then, so nothing is missed; drafts and turns wait for their answers.
import { Problem } from "./api";
import type { ChatLine, GameState, Seat, ToPage, ToServer, View } from "./types";

type Listener = (game: GameState) => void;
type Waiting = { resolve: (view: View | null) => void; reject: (problem: Problem) => void };

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PATIENCE = 12_000;
const BEAT = 20_000;

class Live {
  connected = $state(false);
  lost = $state(false); // it was there, and is not now
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private ticket = 0;
  private readonly watched = new Map<string, { seat: Seat | null; listener: Listener }>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly talks = new Map<string, (line: ChatLine) => void>();
  private heard = 0;

  /** Hear of a game now and whenever something happens; returns how to stop. */
  watch(game: string, seat: Seat | null, listener: Listener): () => void {
    this.watched.set(game, { seat, listener });
    if (this.connected) this.send({ type: "watch", game, seat });
    else this.open();
    return () => {
      this.watched.delete(game);
      if (this.connected) this.send({ type: "unwatch", game });
    };
  }

  /** Hear what is said in a game; returns how to stop. */
  talk(game: string, listener: (line: ChatLine) => void): () => void {
    this.talks.set(game, listener);
    return () => this.talks.delete(game);
  }

  /** Connect anew: the server knows a connection by who opened it, and one is somebody else now. */
  renew(): void {
    this.pause = 50;
    this.socket?.close();
  }

  /** What a turn so far would bring. */
  async draft(game: string, tokens: string[]): Promise<View> {
    const view = await this.request((id) => ({ type: "draft", game, tokens, id }));
    if (!view) throw new Problem(500, "unknown", "");
    return view;
  }

  /** Make a turn; done when it is durable. Sent again after a lost connection, it counts once. */
  async turn(game: string, turn: number, tokens: string[]): Promise<void> {
    for (;;) {
      try {
        await this.request((id) => ({ type: "turn", game, turn, tokens, id }));
        return;
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.code !== "offline") throw problem;
        await this.back();
      }
    }
  }

  private async request(message: (id: number) => ToServer): Promise<View | null> {
    if (!this.connected) await this.back();
    const id = ++this.ticket;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(id), PATIENCE);
      const done = <T>(act: (value: T) => void) => (value: T) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        act(value);
      };
      this.waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      this.send(message(id));
    });
  }

  private back(): Promise<void> {
    this.open();
    return new Promise((resolve) => {
      const look = () => (this.connected ? resolve() : setTimeout(look, 100));
      look();
    });
  }

  private send(message: ToServer): void {
    this.socket?.send(JSON.stringify(message));
  }

  private open(): void {
    if (this.socket) return;
    const url = new URL("/api/live", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.lost = false;
      this.pause = FIRST_PAUSE;
      this.heard = Date.now();
      for (const [game, { seat }] of this.watched) this.send({ type: "watch", game, seat });
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(String(event.data)) as ToPage);
    };
    socket.onclose = () => this.closed();
    this.beat(socket);
  }

  private closed(): void {
    if (this.connected) this.lost = true;
    this.connected = false;
    this.socket = null;
    for (const id of [...this.waiting.keys()]) this.fail(id);
    setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.7);
    this.lost = true;
  }

  /** A connection that went silent is no connection. */
  private beat(socket: WebSocket): void {
    const timer = setInterval(() => {
      if (this.socket !== socket) clearInterval(timer);
      else if (Date.now() - this.heard > 2 * BEAT) socket.close();
      else if (this.connected) this.send({ type: "ping" });
    }, BEAT);
  }

  private fail(id: number): void {
    this.waiting.get(id)?.reject(new Problem(0, "offline", ""));
  }

  private receive(message: ToPage): void {
    if (message.type === "game") this.watched.get(message.link)?.listener(message);
    else if (message.type === "chat") this.talks.get(message.game)?.(message);
    else if (message.type === "done") this.waiting.get(message.id ?? -1)?.resolve(null);
    else if (message.type === "draft") this.waiting.get(message.id ?? -1)?.resolve(message.view);
    else if (message.type === "problem")
      this.waiting
        .get(message.id ?? -1)
        ?.reject(new Problem(message.status, message.code, message.detail, message.more));
  }
}

export const live = new Live();
