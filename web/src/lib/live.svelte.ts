// The live connection: one socket for the page, which comes back by itself. Whatever is watched
// is asked for again then, so nothing is missed; drafts and turns wait for their answers.
import { Problem } from "./api";
import type { GameState, Seat, ToPage, ToServer, View } from "./types";
import { update } from "./update.svelte";

type Of<Type extends ToPage["type"]> = Extract<ToPage, { type: Type }>;
type Listener = (game: GameState) => void;
type Failed = (problem: Problem) => void;
interface Watched {
  seat: Seat | null;
  listener: Listener;
  failed: Failed | undefined;
  id: number; // in what the server answers if there is no such game
  heard: boolean; // of it, by this connection
}
/** Who follows the talk of a game: told each line, and to read what may have been missed. */
export interface TalkListener {
  hear(line: Of<"chat">): void;
  missed(): void;
}
type Waiting = { resolve: (view: View | null) => void; reject: (problem: Problem) => void };
/** Who follows the lobby: told how it is, and of a game of theirs that has begun. */
export interface LobbyListener {
  show(state: Of<"lobby">): void;
  paired(link: string): void;
}

const AT_ONCE = 50;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5_000;
const BANNER_AFTER = 1_200; // a connection that is back by then was not missed
const PATIENCE = 12_000; // with an answer
const BEAT = 20_000; // between signs of life
const QUICK_BEAT = 4_000; // for one, after the page was asleep or the network changed
const SHUT_OUT = 4403; // by the server, for good

export class Live {
  connected = $state(false);
  lost = $state(false); // it was wanted, and is not there for a while
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private ticket = 0;
  private heard = 0;
  private barred = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private banner: ReturnType<typeof setTimeout> | undefined;
  private readonly watched = new Map<string, Watched>();
  private readonly talks = new Map<string, TalkListener>();
  private readonly lobbyists = new Set<LobbyListener>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly returns = new Set<() => void>(); // who waits for the connection
  private readonly comebacks = new Set<() => void>(); // who hears that it was lost, and is back
  private wasOpen = false;

  constructor() {
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.doubt());
    addEventListener("pageshow", () => this.doubt());
    document.addEventListener("visibilitychange", () => {
      this.look();
      if (!document.hidden) this.doubt();
    });
  }

  /** Hear of a game now and whenever something happens, or that one cannot; returns how to stop. */
  watch(game: string, seat: Seat | null, listener: Listener, failed?: Failed): () => void {
    const entry = { seat, listener, failed, id: ++this.ticket, heard: false };
    this.watched.set(game, entry);
    this.want({ type: "watch", game, seat, id: entry.id });
    return () => {
      if (this.watched.get(game) !== entry) return; // somebody else watches it by now
      this.watched.delete(game);
      if (this.connected) this.send({ type: "unwatch", game });
    };
  }

  /** Hear what is said in a game that is watched; returns how to stop. */
  talk(game: string, listener: TalkListener): () => void {
    this.talks.set(game, listener);
    return () => {
      if (this.talks.get(game) === listener) this.talks.delete(game);
    };
  }

  /** Hear of the lobby now and whenever it changes; it keeps one's seeks alive. Returns how to stop. */
  lobby(listener: LobbyListener): () => void {
    this.lobbyists.add(listener);
    this.want({ type: "lobby", on: true });
    return () => {
      this.lobbyists.delete(listener);
      if (this.connected && !this.lobbyists.size) this.send({ type: "lobby", on: false });
    };
  }

  /** Hear whenever a lost connection is back: something else may have happened meanwhile. */
  onback(listener: () => void): () => void {
    this.comebacks.add(listener);
    return () => this.comebacks.delete(listener);
  }

  /** Connect anew: the server knows a connection by who opened it, and one is somebody else now. */
  renew(): void {
    this.barred = false;
    this.pause = AT_ONCE;
    const { socket } = this;
    // One that is not open yet cannot be closed without the browser complaining.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** What a turn so far would bring. */
  async draft(game: string, tokens: string[]): Promise<View> {
    const view = await this.request((id) => ({ type: "draft", game, tokens, id }));
    if (!view) throw new Problem(500, "our-fault", "a draft came back without its view");
    return view;
  }

  /** Make a turn; done when it is durable. Sent again after a lost connection, it counts once. */
  async turn(game: string, turn: number, tokens: string[]): Promise<void> {
    for (;;) {
      try {
        await this.request((id) => ({ type: "turn", game, turn, tokens, id }));
        return;
      } catch (problem) {
        const again = problem instanceof Problem && AGAIN.has(problem.code) && !this.barred;
        if (!again) throw problem;
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE));
        await this.back();
      }
    }
  }

  private async request(message: (id: number) => ToServer): Promise<View | null> {
    if (!this.connected) await this.back();
    const id = ++this.ticket;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.doubt(), PATIENCE);
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
    if (this.connected) return Promise.resolve();
    if (this.barred) return Promise.reject(new Problem(403, "banned", "shut out"));
    const returned = new Promise<void>((resolve) => this.returns.add(resolve));
    this.open();
    return returned;
  }

  /** Say what is wanted, now if there is a connection, else as soon as there is one. */
  private want(message: ToServer): void {
    if (this.connected) this.send(message);
    else this.open();
  }

  private send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    if (this.socket || this.barred) return;
    clearTimeout(this.retry);
    const url = new URL("/api/live", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(String(event.data)) as ToPage);
    };
    socket.onclose = ({ code }) => this.socket === socket && this.closed(code);
    this.beat(socket);
  }

  private opened(): void {
    clearTimeout(this.banner);
    this.banner = undefined;
    this.connected = true;
    this.lost = false;
    this.pause = FIRST_PAUSE;
    this.heard = Date.now();
    this.send({ type: "ping" }); // the answer tells which page the server has
    if (document.hidden) this.look();
    for (const [game, entry] of this.watched) {
      entry.heard = false;
      this.send({ type: "watch", game, seat: entry.seat, id: entry.id });
    }
    if (this.lobbyists.size) this.send({ type: "lobby", on: true });
    for (const resume of this.returns) resume();
    this.returns.clear();
    if (this.wasOpen) for (const listener of this.comebacks) listener();
    this.wasOpen = true;
  }

  private closed(code: number): void {
    this.connected = false;
    this.socket = null;
    for (const { reject } of [...this.waiting.values()]) reject(new Problem(0, "offline", "lost"));
    if (code === SHUT_OUT) this.barred = true;
    this.banner ??= setTimeout(() => (this.lost = true), BANNER_AFTER);
    this.retry = setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, this.pause * 1.7));
  }

  /** Say whether anybody looks: who does not is told of their turn by other means. */
  private look(): void {
    this.send({ type: "look", on: !document.hidden });
  }

  /** The network is back, or somebody looks again: do not wait any longer. */
  private hurry(): void {
    this.pause = FIRST_PAUSE;
    if (this.connected) this.doubt();
    else if (this.retry !== undefined) this.open();
  }

  /** Ask for a sign of life; a connection that gives none is closed, and made anew. */
  private doubt(): void {
    const { socket } = this;
    if (!this.connected || !socket) {
      if (this.retry !== undefined) this.open();
      return;
    }
    const asked = Date.now();
    this.send({ type: "ping" });
    setTimeout(() => {
      if (this.socket === socket && this.heard < asked) this.drop(socket);
    }, QUICK_BEAT);
  }

  /** A connection that went silent is no connection. */
  private beat(socket: WebSocket): void {
    const timer = setInterval(() => {
      if (this.socket !== socket) clearInterval(timer);
      else if (this.connected && Date.now() - this.heard > 2 * BEAT) this.drop(socket);
      else this.send({ type: "ping" });
    }, BEAT);
  }

  /** Give a connection up without waiting for the other end to say goodbye. */
  private drop(socket: WebSocket): void {
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.closed(0);
  }

  private receive(message: ToPage): void {
    switch (message.type) {
      case "game": {
        const entry = this.watched.get(message.link);
        entry?.listener(message);
        if (entry?.heard) break;
        if (entry) entry.heard = true;
        this.talks.get(message.link)?.missed(); // from now on its words come, not those before
        break;
      }
      case "chat":
        this.talks.get(message.game)?.hear(message);
        break;
      case "lobby":
        for (const one of this.lobbyists) one.show(message);
        break;
      case "paired":
        for (const one of this.lobbyists) one.paired(message.game);
        break;
      case "done":
        this.waiting.get(message.id ?? -1)?.resolve(null);
        break;
      case "draft":
        this.waiting.get(message.id ?? -1)?.resolve(message.view);
        break;
      case "problem": {
        const { id, status, code, detail, more } = message;
        const problem = new Problem(status, code, detail, more);
        this.waiting.get(id ?? -1)?.reject(problem);
        for (const watched of this.watched.values())
          if (watched.id === id) watched.failed?.(problem);
        break;
      }
      case "pong":
        update.heard(message.page);
        break;
      case "bye":
        this.pause = AT_ONCE; // the server restarts, or another takes over
        break;
    }
  }
}

// What is worth another try: the answer was lost, or the server was about to stop.
const AGAIN = new Set(["offline", "stopping"]);

export const live = new Live();
