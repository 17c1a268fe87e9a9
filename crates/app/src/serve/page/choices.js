// The rules of a game as choices, and rules, position and moves as text. Whoever chooses other rules gets a new board.

import * as api from "./api.js";
import { $, make } from "./dom.js";
import { SIZES, cells } from "./rules.js";
import { Tree } from "./tree.js";

// `name=a|b|c: what it is about`; values that are no words, as N or 1..20, may be any.
function read(option) {
  const [text, ...about] = option.split(": ");
  const [name, values] = text.split("=");
  // Names of whole sets of rules have no values.
  if (!values) return null;
  const words = values.split(",")[0].split("|");
  const isWord = (value) => /^[a-z]{2,}$/.test(value);
  return { name, words: words.filter(isWord), isFree: !words.every(isWord), about: about.join(": ") || values };
}

export class Choices {
  // `onDone` is called before another board is set up.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
    $("setup").addEventListener("submit", () => this.#text());
    $("choices").addEventListener("change", ({ target }) => this.#chosen(target));
  }

  // Another game: its own choices.
  #enter() {
    const { kind } = this.session;
    this.kind = kind;
    const field = (name, input, about) => {
      input.dataset.name = name;
      return make("label", { title: about }, `${name} `, input);
    };
    const select = (options) => make("select", {}, ...options.map(([value, text]) => new Option(text, value)));
    const fields = kind.options.map(read).filter(Boolean).map(({ name, words, isFree, about }) => {
      if (!isFree) return field(name, select(words.map((word) => [word, word])), about);
      return field(name, make("input", { autocomplete: "off" }), about);
    });
    if (kind.random) {
      const sizes = SIZES.map((size) => [cells(size), `${size}x${size}`]);
      const about = "where all cells are free, or as in tournaments";
      fields.push(field("board", select([["", "choose …"], ...sizes, ["start", "12x12"], ["random", "at random"]]), about));
    }
    $("choices").replaceChildren(...fields);
  }

  // Another position: what its rules are.
  show() {
    const { kind, position } = this.session;
    if (this.kind !== kind) this.#enter();
    $("position").value = position.position;
    $("line").value = "";
    $("rules").value = position.rules;
    $("problem").hidden = true;
    const values = new Map(position.rules.split(",").map((pair) => pair.split("=")));
    for (const input of $("choices").querySelectorAll("[data-name]")) input.value = values.get(input.dataset.name) ?? "";
  }

  #chosen({ dataset, value }) {
    const { position } = this.session;
    if (dataset.name !== "board") {
      const pairs = position.rules.split(",").filter((pair) => !pair.startsWith(`${dataset.name}=`));
      this.#begin({ rules: [...pairs, `${dataset.name}=${value}`].join(",") });
    } else if (value === "random") {
      this.#begin({ rules: position.rules, random: Math.floor(Math.random() * 2 ** 32) });
    } else {
      this.#begin({ rules: position.rules, position: value === "start" ? undefined : value });
    }
  }

  #text() {
    const { position, start } = this.session;
    const text = $("position").value.trim();
    const rules = $("rules").value.trim();
    const isSame = rules === position.rules;
    // Whoever changes the rules alone wants the game's start by them.
    const isStart = !isSame && text === position.position;
    this.#begin({ rules: isSame ? start.rules : rules, position: isStart ? undefined : text || undefined, moves: $("line").value.trim() });
  }

  // Sets up what was asked for, if there is such a thing.
  async #begin(question) {
    const { session } = this;
    try {
      const there = await api.position({ game: session.kind.name, ...question });
      const tree = new Tree();
      for (const move of there.moves) tree.play(move);
      const isSet = question.position || question.random !== undefined;
      // A board may have a size of its own.
      const start = { rules: isSet ? there.rules : question.rules, position: (isSet && (question.position ?? there.position)) || null };
      this.onDone();
      await session.go(() => ({ start, about: {}, tree }), "setup");
    } catch (error) {
      const problem = $("problem");
      problem.textContent = error.field ? `${error.field}: ${error.message}` : error.message;
      problem.hidden = false;
      $({ position: "position", moves: "line", rules: "rules" }[error.field] ?? "position").focus();
    }
  }
}
