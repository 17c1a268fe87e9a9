// Elements: those that are there, and new ones; and parts of the page that come later.

export const $ = (id) => document.getElementById(id);
export const all = (ids) => Object.fromEntries(ids.split(" ").map((id) => [id, $(id)]));

// An element with these properties, and with texts and elements in it.
export function make(name, properties, ...parts) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...parts);
  return made;
}

// Scrolls to an element of which the middle is out of sight.
export function reveal(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  if (middle < 0 || middle > innerHeight) element.scrollIntoView();
}

// What the parts look like that come later: nothing waits for a style that does not come.
let styled = null;
const style = () =>
  new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href: "later.css", onload: resolve, onerror: resolve });
    document.head.append(link);
  });

// A part of the page whose module is loaded when somebody first asks for it; `made` makes it. It is `now`, once it is
// there.
export function later(path, made) {
  const get = async () => {
    try {
      styled ??= style();
      get.coming ??= Promise.all([import(path), styled]).then(([module]) => made(module));
      get.now = await get.coming;
      return get.now;
    } catch (error) {
      // Whoever asks next may have more luck.
      get.coming = null;
      throw error;
    }
  };
  get.now = null;
  return get;
}
