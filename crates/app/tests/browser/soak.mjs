// Fifty simulated pages at one server, for so many seconds: every question is answered, and its memory does not grow.
// `node soak.mjs [SECONDS]`, ten minutes if nothing is said.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

const PROGRAM = process.env.MANYPLY ?? "../../../../target/release/manyply";
const SECONDS = Number(process.argv[2] ?? 600);
const PAGES = 50;
// More than this is a leak, in KiB.
const MOST_GROWTH = 4096;
const GAMES = ["minichess", "threechess", "hop", "gomoku", "hexnim"];

const server = spawn(PROGRAM, ["serve", "--port", "0", "--hash", "4", "--threads", "1"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const address = String((await once(server.stdout, "data"))[0]).trim();
const seen = { answered: 0, left: 0, slowest: 0 };
const below = (bound) => Math.floor(Math.random() * bound);

const post = (path, body, signal) =>
  fetch(address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

// Does what people do: looks at positions, plays, searches, saves, and goes away in the middle.
async function page(end) {
  let [game, moves] = [GAMES[below(5)], []];
  while (performance.now() < end) {
    const since = performance.now();
    const response = await post("api/position", { game, moves });
    assert.equal(response.status, 200);
    const { legal } = await response.json();
    const choice = below(8);
    if (!legal.length || moves.length > 40) [game, moves] = [GAMES[below(5)], []];
    else if (choice === 0) {
      const limits = { nodes: 1 + below(3000), multipv: 1 + below(3), reportEvery: 0.05, seconds: 1 };
      const answers = (await (await post("api/query", { game, moves, ...limits })).text()).split("\n").filter(Boolean);
      const last = JSON.parse(answers.at(-1));
      assert.ok(last.final && last.bestmove, JSON.stringify(last));
      assert.equal(answers.filter((line) => JSON.parse(line).final).length, 1, "one final answer");
    } else if (choice === 1 && below(3) === 0) {
      // Closed in the middle of a search without an end.
      const controller = new AbortController();
      setTimeout(() => controller.abort(), below(300));
      await post("api/query", { game, moves, reportEvery: 0.05 }, controller.signal)
        .then((response_) => response_.text())
        .catch((error) => assert.equal(error.name, "AbortError"));
      seen.left += 1;
      continue;
    } else if (choice === 2) {
      const { text } = await (await post("api/export", { game, moves, format: ["pgn", "txt", "svg"][below(3)] })).json();
      assert.ok(text.length > 50);
    } else moves.push(legal[below(legal.length)].move);
    seen.answered += 1;
    seen.slowest = Math.max(seen.slowest, performance.now() - since);
  }
}

async function memory() {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s*(\d+)/.exec(status)[1]);
}

const end = performance.now() + 1000 * SECONDS;
const measured = [];
// Once everything has been asked for before.
const timer = setInterval(async () => measured.push(await memory()), 100 * SECONDS);
await Promise.all(Array.from({ length: PAGES }, () => page(end)));
clearInterval(timer);
const last = await post("api/query", { game: "minichess", nodes: 100 });
assert.equal(JSON.parse(await last.text()).final, true, "the next one is answered");
measured.push(await memory());
server.kill("SIGINT");
assert.equal((await once(server, "exit"))[0], 130);
console.log(
  `${PAGES} pages, ${SECONDS} s: ${seen.answered} answered, ${seen.left} left in the middle, none lost; ` +
    `slowest ${(seen.slowest / 1000).toFixed(1)} s; memory by tenths, KiB: ${measured.join(" ")}`,
);
const growth = measured.at(-1) - measured[0];
assert.ok(growth < MOST_GROWTH, `the memory grew by ${growth} KiB`);
