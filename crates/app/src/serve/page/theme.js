// Light or dark: as the system has it, or as was chosen here.

const root = document.documentElement;

export function listenToTheme(button) {
  const kept = localStorage.getItem("theme");
  if (kept) root.dataset.theme = kept;
  button.addEventListener("click", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
}
