// A match that the server plays: the score, the list of games, and one of them as it goes on.

import * as api from "./api.js";
import { make } from "./dom.js";

// How long the end of a game is seen before the next one is followed.
const PAUSE = 1500;
// Games in the list.
const MOST = 1000;
const OVER = "The match is over.";

export class Watch {
  // `onGame` gets the moves of a game and whether it is another one than before.
  constructor(parts) {
    Object.assign(this, parts);
    this.live = [];
    this.finished = [];
    this.shown = { number: null, text: "" };
    this.following = true;
    this.leaving = new AbortController();
    this.follow.addEventListener("click", () => {
      this.#follow(!this.following);
      if (this.following) this.#next();
    });
  }

  // Goes on until the match is over and its last game is shown. As long as it looks on, the server answers.
  async run() {
    while (!this.over) {
      try {
        this.finished = [];
        this.list.replaceChildren();
        await api.watch(this.leaving.signal, (news) => this.#news(news));
      } catch (error) {
        if (!this.over) this.say(error.message);
      }
      if (!this.over) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    this.follow.hidden = true;
  }

  #follow(on) {
    this.following = on;
    this.follow.setAttribute("aria-pressed", on);
  }

  #news(news) {
    Object.assign(this, { agents: news.agents, over: news.over, live: news.live });
    this.#showScore(news);
    for (const game of news.finished) {
      this.list.querySelector(`[data-number="${game.number}"]`)?.parentElement.remove();
      this.finished.push(game);
      this.list.prepend(this.#item(game));
    }
    while (this.list.children.length > MOST) this.list.lastChild.remove();
    for (const game of news.live) {
      const old = this.list.querySelector(`[data-number="${game.number}"]`);
      if (old) old.textContent = this.#text(game);
      else this.list.prepend(this.#item(game));
    }
    this.#next();
    // A game that has been asked for is shown first.
    if (this.over && !this.asking) {
      this.say(`${OVER} ${this.shown.text}`);
      this.leaving.abort();
    }
  }

  #name = (seat) => this.agents[seat].name;

  #text(game) {
    const players = game.seats.map(this.#name).join(" – ");
    if (!game.payoffs) return `${game.number}. ${players}, ${game.plies} moves …`;
    const got = (payoff) => game.seats.filter((_, side) => game.payoffs[side] === payoff).map(this.#name).join(" and ");
    const result = got(1) ? `${got(1)} won` : got(-1) ? `${got(-1)} lost` : "draw";
    return `${game.number}. ${players}: ${result}, ${game.plies} moves${game.ending === "rules" ? "" : ` (${game.ending})`}`;
  }

  #item(game) {
    const onclick = () => {
      this.#follow(false);
      this.#show(game.number, true);
    };
    const button = make("button", { onclick }, this.#text(game));
    button.dataset.number = game.number;
    return make("li", {}, button);
  }

  #showScore({ agents, played, games, score }) {
    const row = (tag, cells) => make("tr", {}, ...cells.map((text) => make(tag, {}, text)));
    this.score.tHead.replaceChildren(row("th", ["player", "won", "neither", "lost"]));
    this.score.tBodies[0].replaceChildren(
      ...agents.map(({ name, text, wins, draws, losses }) => row("td", [`${name}: ${text}`, wins, draws, losses])),
    );
    const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(0)}`;
    const elo =
      score && agents.length === 2
        ? `, ${agents[0].name} ${signed(score.elo)}${score.elo_error === null ? "" : ` ± ${score.elo_error.toFixed(0)}`} Elo`
        : "";
    this.title.textContent = `${played} of ${games} games${elo}`;
  }

  #isNew = (game) => game.number !== this.shown.number || this.#text(game) !== this.shown.text;

  // Shows what there is to see now: the game that is followed, the next one after a pause, at the end the last one.
  #next() {
    const last = this.finished.at(-1);
    if (this.over && this.following && last) {
      if (this.#isNew(last)) this.#show(last.number, true);
      return;
    }
    const own = this.live.find(({ number }) => number === this.shown.number);
    if (own) {
      if (this.#isNew(own)) this.#show(own.number, false);
      return;
    }
    const ended = this.finished.find(({ number }) => number === this.shown.number);
    if (ended && this.#isNew(ended)) this.#show(ended.number, false);
    const first = this.shown.number === null;
    if (first && !this.live.length && !this.over) this.say("Waiting for the first game …");
    if (!this.following || !this.live.length || this.waiting) return;
    this.waiting = setTimeout(
      () => {
        this.waiting = null;
        if (this.following && this.live.length) this.#show(this.live[0].number, true);
      },
      first ? 0 : PAUSE,
    );
  }

  async #show(number, isOther) {
    if (this.asking) {
      // What a person wants comes next; news comes again by itself.
      if (isOther) this.wanted = number;
      return;
    }
    this.asking = true;
    // What is known now: if there is news while the game comes, it is asked for again.
    const about = [...this.live, ...this.finished].find((other) => other.number === number);
    const text = about ? this.#text(about) : "";
    let isShown = false;
    try {
      const game = await api.matchGame(number);
      if (!this.wanted) {
        const another = isOther || number !== this.shown.number;
        for (const button of this.list.querySelectorAll("button"))
          button.toggleAttribute("aria-current", Number(button.dataset.number) === number);
        await this.onGame(game, another, this.over ? `${OVER} ${text}` : text);
        // What could not be shown is asked for again with the next news.
        this.shown = { number, text };
        isShown = true;
      }
    } catch (error) {
      this.say(this.over ? `${OVER} It can be asked for no other game.` : error.message);
    } finally {
      this.asking = false;
    }
    if (this.wanted) {
      const { wanted } = this;
      this.wanted = null;
      this.#show(wanted, true);
      return;
    }
    if (isShown) this.#next();
    if (this.over && !this.asking) this.leaving.abort();
  }
}
