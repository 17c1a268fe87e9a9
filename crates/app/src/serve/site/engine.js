// An engine in a worker. It is sent the compiled module, and the flag that stops it, then questions, each a path and a
// body, text or bytes; it sends the answers, line by line, and `null` when there is no more.

let engine;
let flag;

const imports = {
  env: {
    now: () => performance.now(),
    stopped: () => (flag ? Atomics.load(flag, 0) : 0),
    say: (address, length) =>
      postMessage(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address >>> 0, length >>> 0))),
  },
};

onmessage = ({ data }) => {
  if (!engine) {
    const [module, shared] = data;
    flag = shared;
    engine = new WebAssembly.Instance(module, imports).exports;
    return;
  }
  const [path, body] = data.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const address = engine.room(path.length + body.length) >>> 0;
  const room = new Uint8Array(engine.memory.buffer, address);
  room.set(path);
  room.set(body, path.length);
  engine.answered(path.length);
  postMessage(null);
};
