// Light or dark: as the system has it, or as was chosen here.

import { read, write } from "./store.js";

const root = document.documentElement;

export function listenToTheme(button) {
  const kept = read("theme");
  if (kept) root.dataset.theme = kept;
  button.addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    write("theme", root.dataset.theme);
  });
}
