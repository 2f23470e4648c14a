// A boardgame.io server with next to no rules: a turn adds one to a counter.
//
//     node server.js PORT [FOLDER]
//
// Matches are kept in memory, or in files in the folder.
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const [port, folder] = process.argv.slice(2);
const game = {
  name: "turns",
  setup: () => ({ made: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { make: ({ G }) => ({ made: G.made + 1 }) },
};
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [game], db, origins: [Origins.LOCALHOST] });
server.run(Number(port), () => console.log("ready"));
