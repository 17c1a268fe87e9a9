// Keeps all files of the site, so that it needs no network after the first visit. Of a newer version it has all files
// before it begins to use one of them. What it answers is isolated from other origins, which lets the page share memory
// with its engines.

const NAME = `manyply ${registration.scope} ${SITE.version}`;

async function keep() {
  const cache = await caches.open(NAME);
  // From the network, not from what the browser happens to have.
  await cache.addAll(SITE.files.map((file) => new Request(file, { cache: "reload" })));
}

async function forgetOlder() {
  const own = (name) => name.startsWith(`manyply ${registration.scope} `);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => own(name) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  let found = await cache.match(request, { ignoreSearch: true });
  if (!found) {
    found = await fetch(request);
    // Proofs are large: they are kept once somebody has asked for them.
    if (found.ok && request.url.endsWith(".proof.zst")) await cache.put(request, found.clone());
  }
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
