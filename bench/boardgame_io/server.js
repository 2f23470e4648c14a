// A boardgame.io server for Kahuna, or for a game with next to no rules.
//
//     node server.js PORT RULES [FOLDER]      (RULES: kahuna, or none: a turn adds one)
//
// Matches are kept in memory, or in files in the folder.
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const GAMES = {
  kahuna: () => require("./kahuna"),
  none: () => ({
    name: "turns",
    setup: () => ({ made: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { turn: ({ G }) => ({ made: G.made + 1 }) },
  }),
};

const [port, rules, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [GAMES[rules]()], db, origins: [Origins.LOCALHOST] });
server.run(Number(port), () => console.log("ready"));
