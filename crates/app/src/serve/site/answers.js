// Who answers the page that has no server: engines in workers (`engine.js`), all of one compiled module. One answers
// questions, others search. An engine hears nothing while it searches, but it looks at a flag in memory that the page
// shares with it, where browsers let pages share some: where the page is isolated from other origins, for which `sw.js`
// cares from the second visit on. Where there is no flag a search is stopped by the end of its engine.

// Searches at once: more wait.
const SEARCHES = 2;
// Who listens to a search hears something at least this often, in milliseconds.
const SILENCE = 1000;
// An engine that has not stopped after so long is ended.
const PATIENCE = 250;

async function compile() {
  const file = () => fetch("engine.wasm");
  try {
    return await WebAssembly.compileStreaming(file());
  } catch {
    // Some servers do not say what kind of file it is.
    return WebAssembly.compile(await (await file()).arrayBuffer());
  }
}

const compiled = compile();
// Whoever asks hears of it.
compiled.catch(() => {});

class Engine {
  constructor(module) {
    this.worker = new Worker("engine.js");
    this.flag = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.worker.postMessage([module, this.flag]);
  }

  // Asks; `each` gets every answer. It is at work until the promise is kept, or until it is stopped.
  ask(path, body, signal, each) {
    const { worker } = this;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.onerror = (event) => {
        event.preventDefault();
        this.isBroken = true;
        reject(new Error(`the engine has failed: ${event.message}`));
      };
      worker.onmessage = ({ data }) => {
        if (data === null) {
          resolve();
          return;
        }
        try {
          each(JSON.parse(data));
        } catch (error) {
          reject(error);
        }
      };
      const isText = !(body instanceof Uint8Array);
      worker.postMessage([`/${path}`, isText ? JSON.stringify(body) ?? "" : body]);
    });
  }

  // Ends what it is doing, and says whether it can be asked again.
  stop() {
    if (!this.flag || this.isBroken) return false;
    return new Promise((resolve) => {
      this.worker.onmessage = ({ data }) => data === null && resolve(true);
      this.worker.onerror = () => resolve(false);
      setTimeout(resolve, PATIENCE, false);
      Atomics.store(this.flag, 0, 1);
    });
  }

  end() {
    this.worker.onmessage = null;
    this.worker.terminate();
  }
}

// Engines that do the same work, at most so many.
class Engines {
  #idle = [];
  #waiting = [];
  #stopping;
  #room;

  constructor(room) {
    this.#room = room;
  }

  // An engine, as soon as there is one.
  async #take(signal) {
    const module = await compiled;
    // It knows most of what is asked next.
    await this.#stopping;
    signal?.throwIfAborted();
    if (this.#idle.length) return this.#idle.pop();
    if (this.#room > 0) {
      this.#room -= 1;
      return new Engine(module);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((other) => other !== resolve);
        reject(signal.reason);
      });
    });
  }

  #give(engine) {
    const next = this.#waiting.shift();
    if (next) next(engine);
    else this.#idle.push(engine);
  }

  // Another one takes the place of what cannot be stopped.
  async #stop(engine) {
    if (await engine.stop()) return this.#give(engine);
    engine.end();
    return this.#give(new Engine(await compiled));
  }

  // `begun` is called when an engine turns to the question.
  async ask(path, body, signal, each, begun = () => {}) {
    const engine = await this.#take(signal);
    begun();
    try {
      await engine.ask(path, body, signal, each);
      this.#give(engine);
    } catch (error) {
      this.#stopping = this.#stop(engine);
      throw error;
    }
  }
}

// The page is isolated only when `sw.js` brings it: once more, if nobody has touched it yet.
async function keep() {
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  if (!crossOriginIsolated && !navigator.userActivation?.hasBeenActive && !sessionStorage.getItem("isolated")) {
    // Where it is of no use it is not tried again.
    sessionStorage.setItem("isolated", "tried");
    location.reload();
  }
}

const desk = new Engines(1);
const searchers = new Engines(SEARCHES);
// What knows a proof keeps it, and nothing else needs the memory.
const prover = new Engines(1);
if (navigator.serviceWorker) keep().catch(() => {});

const searched = new Set();

// Searches a game a little as soon as it is on the board: browsers compile what runs for the first time, and the first
// who wants to know something need not wait for that.
function prepare(game) {
  if (!game || searched.has(game)) return;
  searched.add(game);
  searchers.ask("api/query", { game, depth: 2 }, undefined, () => {}).catch(() => {});
}

// Asks for one answer.
export async function ask(path, body, signal) {
  if (path.startsWith("api/match")) return { type: "error", error: "no match is played on a page without a server" };
  let answer;
  // What takes a moment is not worth the end of an engine.
  await desk.ask(path, body, undefined, (said) => {
    answer = said;
  });
  prepare(body?.game);
  signal?.throwIfAborted();
  return answer;
}

// A walk through a proof, which is loaded when it is asked for.
async function walk(path, body, signal, each, begun) {
  let missing = null;
  const first = (answer) => {
    ({ missing } = answer);
    if (!missing) each(answer);
  };
  await prover.ask(path, body, signal, first, begun);
  if (!missing) return;
  const file = await fetch(missing, { signal });
  if (!file.ok) throw new Error(`${missing}: the site answered ${file.status}`);
  const proof = new Uint8Array(await file.arrayBuffer());
  await prover.ask(`api/proof/${missing}`, proof, signal, (answer) => answer.error && each(answer));
  await prover.ask(path, body, signal, each);
}

// Asks for an answer of many lines; `each` gets what each of them says.
export async function hear(path, body, signal, each) {
  if (path.startsWith("api/match")) return each(await ask(path));
  let [said, waiting] = [performance.now(), true];
  const heard = (answer) => {
    said = performance.now();
    each(answer);
  };
  const beat = () => {
    if (performance.now() - said >= SILENCE) heard({ type: "heartbeat", final: false, waiting });
  };
  const timer = body?.reportEvery ? setInterval(beat, SILENCE / 4) : undefined;
  try {
    const begun = () => {
      waiting = false;
    };
    if (body?.action === "walk") await walk(path, body, signal, heard, begun);
    else await searchers.ask(path, body, signal, heard, begun);
  } finally {
    clearInterval(timer);
  }
}
