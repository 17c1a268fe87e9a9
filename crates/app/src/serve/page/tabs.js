// Which of the panels are shown: each belongs to one or more of the tabs.

import { read, write } from "./store.js";

export class Tabs {
  // `onShow` gets the tab that is shown.
  constructor(box, onShow) {
    Object.assign(this, { onShow, buttons: [...box.querySelectorAll("[data-tab]")] });
    for (const button of this.buttons)
      button.addEventListener("click", () => {
        this.show(button.dataset.tab);
        // On small screens it is below the board, out of sight.
        if (box.getBoundingClientRect().top > innerHeight / 2) box.scrollIntoView();
      });
    const kept = read("tab");
    this.show(this.buttons.some(({ dataset }) => dataset.tab === kept) ? kept : "play");
  }

  show(tab) {
    document.body.dataset.tab = tab;
    for (const button of this.buttons) button.setAttribute("aria-pressed", button.dataset.tab === tab);
    write("tab", tab);
    this.onShow();
  }

  // Whether what belongs to a tab is seen.
  has(tab) {
    return ["all", tab].includes(document.body.dataset.tab);
  }

  // Shows what has been begun from elsewhere.
  need(tab) {
    if (!this.has(tab)) this.show(tab);
  }
}
