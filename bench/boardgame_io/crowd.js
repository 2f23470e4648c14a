// Many pairs at a boardgame.io server, over real WebSockets, and how long a turn takes from
// sending it to the opponent's screen.
//
//     node crowd.js PORT GAMES RATE WARM_UP SECONDS      (RATE 0: as fast as it goes)
//
// It speaks the server's own messages, so that what is measured is the server and not the
// client library. A turn has arrived when the opponent is sent a state with the next `ctx.turn`.
const { io } = require("socket.io-client");

const [port, games, rate, warmUp, seconds] = process.argv.slice(2).map(Number);
const SITE = `http://127.0.0.1:${port}`;
const AT_ONCE = 16;

const times = [];
const waiting = [];
let counts = false;
let flatOut = false;
let late = 0;
let troubles = 0;

async function post(path, body) {
  const answer = await fetch(SITE + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Pair {
  async begin() {
    const { matchID } = await post("/games/turns/create", { numPlayers: 2 });
    this.match = matchID;
    this.turn = 1;
    this.players = [];
    for (const playerID of ["0", "1"]) {
      const seat = { playerID, playerName: `Player ${playerID}` };
      const { playerCredentials } = await post(`/games/turns/${matchID}/join`, seat);
      this.players.push(await this.connect(playerID, playerCredentials));
    }
  }

  connect(playerID, credentials) {
    const socket = io(`${SITE}/turns`, { transports: ["websocket"], forceNew: true });
    socket.on("update", (match, state) => this.hear(playerID, state));
    socket.on("patch", () => troubles++);
    return new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("sync", (match, { state }) => {
        this.state = state._stateID;
        resolve({ socket, credentials });
      });
      socket.on("connect", () => socket.emit("sync", this.match, playerID, credentials, 2));
    });
  }

  move() {
    const mover = (this.turn - 1) % 2;
    const { socket, credentials } = this.players[mover];
    const payload = { type: "make", args: [], playerID: String(mover), credentials };
    this.began = performance.now();
    socket.emit("update", { type: "MAKE_MOVE", payload }, this.state, this.match, String(mover));
  }

  hear(playerID, state) {
    const opponent = String(this.turn % 2);
    if (playerID !== opponent || state.ctx.turn <= this.turn) return;
    if (counts) times.push(performance.now() - this.began);
    this.turn = state.ctx.turn;
    this.state = state._stateID;
    ready(this);
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
      waiting.push(pair);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, usher));
}

async function play() {
  setTimeout(() => (counts = true), 1000 * warmUp);
  const until = performance.now() + 1000 * (warmUp + seconds);
  if (!rate) {
    flatOut = true;
    for (const pair of waiting.splice(0)) pair.move();
    await sleep(1000 * (warmUp + seconds));
    flatOut = false;
  }
  const began = performance.now();
  for (let made = 0; rate && performance.now() < until; await sleep(1)) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; made < due; made++) {
      const pair = waiting.shift();
      if (pair) pair.move();
      else if (counts) late++;
    }
  }
  counts = false;
}

process.stdin.once("data", async () => {
  await play();
  const said = JSON.stringify({ times, late, troubles });
  process.stdout.write(`${said}\n`, () => process.exit(0)); // not before all of it is written
});
seat().then(() => console.log("seated"), (error) => { console.error(error); process.exit(1); });
