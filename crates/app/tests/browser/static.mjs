// A site as any web server shows it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// Serves the files of a folder, and nothing else.
export async function served(folder) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, "http://site");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

// What the engine says of the position on the board.
export const enginePosition = (page) =>
  page.evaluate(async () => {
    const api = await import(new URL("api.js", location));
    const wanted = new URLSearchParams(location.hash.slice(1));
    const moves = (wanted.get("moves") ?? "").split(" ").filter(Boolean).slice(0, Number(wanted.get("at") ?? 0));
    const question = { game: wanted.get("game"), rules: wanted.get("rules") ?? "", moves };
    if (wanted.has("position")) question.position = wanted.get("position");
    return api.position(question);
  });
