// Questions with one answer, and searches whose answers come one by one. Who answers, and how, is the affair of
// `answers.js`.

import { ask, hear } from "./answers.js";

// What is refused: `field` is the part of the question that is wrong, if it is one.
export class Refused extends Error {
  constructor({ error, field }) {
    super(error);
    this.field = field;
  }
}

function taken(answer) {
  if (answer.type === "error") throw new Refused(answer);
  return answer;
}

const one = async (path, body, signal) => taken(await ask(path, body, signal));
const many = (path, body, signal, each) => hear(path, body, signal, (answer) => each(taken(answer)));

export const games = () => one("api/games");
export const position = (question, signal) => one("api/position", question, signal);
export const rules = (game) => one("api/rules", { game });
export const imported = (text, name, game, number) => one("api/import", { text, name, game, number });
export const matchGame = (number) => one("api/match/game", { number });
export const edited = (question) => one("api/edit", question);
export const exported = (question) => one("api/export", question);

// Asks for a search; `each` gets every answer. Ends when the search does, or when `signal` aborts it.
export const query = (question, signal, each) => many("api/query", question, signal, each);

// Looks at the match that the server plays, until `signal` aborts it; `each` gets what is new.
export const watch = (signal, each) => many("api/match", undefined, signal, each);
