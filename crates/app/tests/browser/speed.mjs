// Nodes a second of the engine for browsers (`ENGINE`), run by node, against the program's, one thread each: the same
// searches in turn, the best of each.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { PROGRAM } from "./server.mjs";

const ENGINE = process.env.ENGINE ?? "../../../../target/wasm32-unknown-unknown/web/manyply_page.wasm";
const TURNS = Number(process.argv[2] ?? 5);

// Positions in the middle of a game, which no solver decides.
const SEARCHES = {
  minichess: { moves: "c2c3 d5d4", nodes: 3_000_000 },
  threechess: { nodes: 1_000_000 },
  hop: { nodes: 2_000_000 },
  gomoku: { moves: "h8 i9 g9 j10", nodes: 300_000 },
  hexnim: { position: "......../......../......../......../......../......../......../........", nodes: 2_000_000 },
};

let said = [];
let engine;
const imports = {
  env: {
    now: () => performance.now(),
    stopped: () => 0,
    say: (address, length) => {
      said.push(JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, length))));
    },
  },
};
engine = (await WebAssembly.instantiate(await readFile(ENGINE), imports)).instance.exports;

function byEngine(query) {
  const [path, body] = ["/api/query", JSON.stringify(query)].map((text) => new TextEncoder().encode(text));
  said = [];
  const address = engine.room(path.length + body.length);
  new Uint8Array(engine.memory.buffer, address).set([...path, ...body]);
  engine.answered(path.length);
  return said.at(-1);
}

function byProgram(query) {
  const input = `${JSON.stringify({ id: "a", ...query })}\n`;
  const { stdout } = spawnSync(PROGRAM, ["query", "--threads", "1", "--jobs", "1"], { input, encoding: "utf8" });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

for (const [game, search] of Object.entries(SEARCHES)) {
  const query = { game, threads: 1, hashMib: 16, ...search };
  const best = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, answer] of [byEngine, byProgram].entries()) {
      const { type, error, nodes, seconds } = answer(query);
      if (type === "error") throw new Error(error);
      best[index] = Math.max(best[index], nodes / seconds);
    }
  }
  const [wasm, native] = best;
  const thousands = (number) => `${(number / 1000).toFixed(0)} k`;
  console.log(`${game}: ${thousands(wasm)} nodes/s, the program ${thousands(native)}: ${(wasm / native).toFixed(2)}`);
}
