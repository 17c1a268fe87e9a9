// Elements: those that are there, and new ones.

export const $ = (id) => document.getElementById(id);
export const all = (ids) => Object.fromEntries(ids.split(" ").map((id) => [id, $(id)]));

// An element with these properties, and with texts and elements in it.
export function make(name, properties, ...parts) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...parts);
  return made;
}
