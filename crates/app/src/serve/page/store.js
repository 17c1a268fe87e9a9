// What the browser keeps. One that keeps nothing, or no more, does all but that.

export function read(key, store = localStorage) {
  try {
    return JSON.parse(store.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function write(key, value, store = localStorage) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
