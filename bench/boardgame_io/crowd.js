// Many pairs at a boardgame.io server, over real WebSockets, and how long a turn takes from
// sending it to the opponent's screen.
//
//     node crowd.js PORT RULES GAMES RATE WARM_UP SECONDS      (RATE 0: as fast as it goes)
//
// It speaks the server's own messages, so that what is measured is the server and not the
// client library. A turn has arrived when the opponent is sent a state with the next `ctx.turn`,
// or one in which the game is over; the pair then plays another.
const { io } = require("socket.io-client");
const { anyTurn } = require("./player");

const rules = process.argv[3];
const [port, , games, rate, warmUp, seconds] = process.argv.slice(2).map(Number);
const SITE = `http://127.0.0.1:${port}`;
const GAME = rules === "kahuna" ? "kahuna" : "turns";
const AT_ONCE = 16;
const LOST = 10_000; // milliseconds: the server refuses some moves without a word

const times = [];
const sent = []; // when, by the system's own clock, which other processes share
const pairs = [];
const waiting = [];
let counts = false;
let flatOut = false;
let late = 0;
let over = 0;
let troubles = 0;

/** Milliseconds by the system's monotonic clock. */
function clock() {
  return Number(process.hrtime.bigint()) / 1e6;
}

function trouble(what) {
  if (!troubles++) console.error("trouble:", what); // the first one tells enough
}

async function post(path, body) {
  const answer = await fetch(`${SITE}/games/${GAME}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Player {
  constructor(pair, playerID) {
    this.pair = pair;
    this.id = playerID;
  }

  /** Takes a seat at the match; a first time by a new connection. */
  async sit(match) {
    const seat = { playerID: this.id, playerName: `Player ${this.id}` };
    this.credentials = (await post(`${match}/join`, seat)).playerCredentials;
    this.socket ??= await this.connect();
    const synced = new Promise((resolve) => (this.synced = resolve));
    this.socket.emit("sync", match, this.id, this.credentials, 2);
    return synced;
  }

  connect() {
    const socket = io(`${SITE}/${GAME}`, { transports: ["websocket"], forceNew: true });
    socket.on("sync", (match, { state }) => {
      this.stateID = state._stateID;
      this.synced(state);
    });
    socket.on("update", (match, state) => {
      if (state._stateID === this.stateID) trouble("a move was refused"); // the same once more
      this.stateID = state._stateID;
      this.pair.hear(this, match, state);
    });
    socket.on("patch", () => trouble("a patch"));
    socket.on("disconnect", (reason) => trouble(reason));
    return new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("connect", () => resolve(socket));
    });
  }
}

class Pair {
  constructor() {
    this.players = ["0", "1"].map((playerID) => new Player(this, playerID));
  }

  async begin() {
    await this.sit((await post("create", { numPlayers: 2 })).matchID);
  }

  async again() {
    const [{ id, credentials }] = this.players;
    const path = `${this.match}/playAgain`;
    await this.sit((await post(path, { playerID: id, credentials })).nextMatchID);
  }

  async sit(match) {
    const states = [];
    for (const player of this.players) states.push(await player.sit(match));
    this.match = match;
    this.state = states[Number(states[0].ctx.currentPlayer)];
  }

  move() {
    const { G, ctx, _stateID } = this.state; // as the mover was sent it
    const { id, socket, credentials } = this.players[Number(ctx.currentPlayer)];
    const args = rules === "kahuna" ? [anyTurn(G)] : [];
    const payload = { type: "turn", args, playerID: id, credentials };
    this.underWay = true;
    this.began = clock();
    socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.match, id);
  }

  hear(player, match, state) {
    const { ctx } = this.state;
    if (match !== this.match || !this.underWay || player.id === ctx.currentPlayer) return;
    const isOver = state.ctx.gameover !== undefined;
    if (state.ctx.turn <= ctx.turn && !isOver) return; // from before the turn that is on its way
    if (counts) {
      times.push(clock() - this.began);
      sent.push(this.began);
    }
    this.underWay = false;
    this.state = state;
    if (!isOver) return ready(this);
    over++;
    this.again().then(() => ready(this), trouble);
  }
}

function ready(pair) {
  if (flatOut) pair.move();
  else waiting.push(pair);
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function seat() {
  let left = games;
  const usher = async () => {
    while (left-- > 0) {
      const pair = new Pair();
      await pair.begin();
      pairs.push(pair);
      waiting.push(pair);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, usher));
}

async function play() {
  setTimeout(() => (counts = true), 1000 * warmUp);
  const until = clock() + 1000 * (warmUp + seconds);
  if (!rate) {
    flatOut = true;
    for (const pair of waiting.splice(0)) pair.move();
    await sleep(1000 * (warmUp + seconds));
    flatOut = false;
  }
  const began = clock();
  for (let made = 0; rate && clock() < until; await sleep(1)) {
    const due = Math.floor(((clock() - began) / 1000) * rate);
    for (; made < due; made++) {
      const pair = waiting.shift();
      if (pair) pair.move();
      else if (counts) late++;
    }
  }
  counts = false;
  const now = clock();
  for (const pair of pairs) {
    if (pair.underWay && now - pair.began > LOST) trouble("a move was never answered");
  }
}

process.stdin.once("data", async () => {
  await play();
  const said = JSON.stringify({ times, sent, late, over, troubles });
  process.stdout.write(`${said}\n`, () => process.exit(0)); // not before all of it is written
});
seat().then(() => console.log("seated"), (error) => { console.error(error); process.exit(1); });
