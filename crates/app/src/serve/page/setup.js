// A board set up by hand, where the board is: a piece is chosen, tiles are touched. What stands there need be no
// position before one is done.

import * as api from "./api.js";
import { make } from "./dom.js";
import { drawFigure, element, spoken } from "./figures.js";
import { Tree } from "./tree.js";

export class Setup {
  constructor(session, board, parts) {
    Object.assign(this, { session, board, ...parts });
    this.on = false;
    // One change after the other.
    this.queue = Promise.resolve();
  }

  begin() {
    const { position } = this.session;
    this.on = true;
    this.text = position.position;
    this.first = this.text;
    this.board.editing = true;
    this.bar.hidden = false;
    this.#choices();
    this.#turns(position.toMove);
    this.#tell(null);
    this.#draw(position.picture);
    document.addEventListener("click", this.#elsewhere, true);
  }

  // What else is begun meanwhile begins with what was set up, if that is a position. A button that means something else
  // then is not pressed.
  #elsewhere = async (event) => {
    const begun = event.target.closest("button, a");
    if (!begun || begun.closest("#editor, .in-setup, [data-tab=setup], #theme, #help, #notice, dialog")) return;
    event.preventDefault();
    event.stopPropagation();
    const text = begun.textContent;
    await this.done();
    if (this.on) this.onFailure(new Error(this.problem.textContent));
    else if (begun.textContent === text) begun.click();
  };

  // Leaves without a change.
  end() {
    if (!this.on) return;
    this.on = false;
    document.removeEventListener("click", this.#elsewhere, true);
    this.board.editing = false;
    this.bar.hidden = true;
    this.onDone();
  }

  // What was set up becomes the position to play from, if it is one.
  done() {
    this.queue = this.queue.then(async () => {
      if (!this.on) return;
      if (this.wrong) {
        this.#tell(this.wrong);
        return;
      }
      const { session, text, first } = this;
      this.end();
      if (text === first) return;
      this.onBefore();
      try {
        await session.go(({ start }) => ({ start: { ...start, position: text }, about: {}, tree: new Tree() }), "setup");
      } catch (error) {
        this.onFailure(error);
      }
    });
    return this.queue;
  }

  place(tile) {
    const { figure: there, shade } = this.board.position.picture.tiles[tile];
    // The same once more is taken away.
    const isThere = there && this.figure && there.ink === this.figure.ink && there.glyph === this.figure.glyph;
    const figure = isThere || shade === "blocked" ? null : this.figure;
    this.#change({ tile, figure: figure?.token ?? null }, (picture) => {
      picture.tiles[tile].figure = figure;
    });
  }

  clear() {
    this.#change({ clear: true }, (picture) => {
      for (const tile of picture.tiles) tile.figure = null;
    });
  }

  // The game's own start.
  start() {
    this.queue = this.queue.then(async () => {
      try {
        const { kind, start } = this.session;
        const { position, picture, toMove } = await api.position({ game: kind.name, rules: start.rules });
        this.#set(position, picture, null);
        this.#turns(toMove);
      } catch (error) {
        this.onFailure(error);
      }
    });
  }

  // The server knows what the board is then; where that is no position, `draw` does to the picture what was done.
  #change(change, draw) {
    this.queue = this.queue.then(async () => {
      if (!this.on) return;
      const { kind, start } = this.session;
      try {
        const edited = await api.edited({ game: kind.name, rules: start.rules, position: this.text, ...change });
        let { picture } = edited;
        if (!picture) {
          picture = structuredClone(this.board.position.picture);
          picture.marks = picture.marks.filter(([, mark]) => mark === "star");
          draw(picture);
        }
        this.#set(edited.position, picture, edited.problem);
      } catch (error) {
        this.onFailure(error);
      }
    });
  }

  #set(text, picture, problem) {
    this.text = text;
    this.#tell(problem);
    this.#draw(picture);
    this.onChange(text);
  }

  #tell(problem) {
    this.wrong = problem;
    this.problem.textContent = problem ? `Not a position yet: ${problem}` : "";
    this.problem.hidden = !problem;
  }

  #draw(picture) {
    const { position, sides } = this.session;
    this.board.show({ ...position, picture, last: null, legal: [], threats: [], ending: null }, sides);
  }

  #turns(toMove) {
    const { kind } = this.session;
    this.turns.hidden = !kind.turns;
    const select = this.turns.querySelector("select");
    select.replaceChildren(...kind.sides.map((name, side) => new Option(name, side)));
    if (toMove !== null) select.value = toMove;
    select.onchange = () => this.#change({ turn: Number(select.value) }, () => {});
  }

  #choices() {
    const { kind } = this.session;
    [this.figure] = kind.figures;
    const choice = (figure) => {
      const ariaLabel = figure ? spoken(figure) : "nothing: takes away";
      const svg = element("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
      if (figure) {
        const drawn = drawFigure(figure, this.board.shapes);
        drawn.removeAttribute("class");
        svg.append(drawn);
      } else {
        svg.append(element("path", { d: "M-30 -30L30 30M30 -30L-30 30", stroke: "currentColor", "stroke-width": 8 }));
      }
      const onclick = () => {
        this.figure = figure;
        this.#chosen();
      };
      return [figure, make("button", { role: "radio", ariaLabel, onclick }, svg)];
    };
    this.buttons = new Map([null, ...kind.figures].map(choice));
    this.palette.replaceChildren(...this.buttons.values());
    this.palette.onkeydown = (event) => this.#key(event);
    this.#chosen();
  }

  #chosen() {
    for (const [figure, button] of this.buttons) {
      button.setAttribute("aria-checked", figure === this.figure);
      button.tabIndex = figure === this.figure ? 0 : -1;
    }
  }

  // The arrows choose among the pieces, as in any group of which one is chosen.
  #key(event) {
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const figures = [...this.buttons.keys()];
    this.figure = figures.at((figures.indexOf(this.figure) + way) % figures.length);
    this.#chosen();
    this.buttons.get(this.figure).focus();
  }
}
