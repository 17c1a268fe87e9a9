// Talks to the server: questions with one answer, and searches whose answers come one by one.

// What the server refuses: `field` is the part of the question that is wrong, if it is one.
export class Refused extends Error {
  constructor({ error, field }) {
    super(error);
    this.field = field;
  }
}

async function refusal(response) {
  const text = await response.text();
  try {
    return new Refused(JSON.parse(text));
  } catch {
    return new Refused({ error: text || `the server answered ${response.status}` });
  }
}

async function ask(path, body, signal) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  let response;
  try {
    response = await fetch(path, { ...options, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ error: "the server does not answer; is manyply still running?" });
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

export const games = async () => (await ask("api/games")).json();
export const position = async (question, signal) => (await ask("api/position", question, signal)).json();
export const rules = async (game) => (await ask("api/rules", { game })).json();
export const imported = async (text, name, game, number) =>
  (await ask("api/import", { text, name, game, number })).json();
export const matchGame = async (number) => (await ask("api/match/game", { number })).json();
export const edited = async (question) => (await ask("api/edit", question)).json();
export const exported = async (question) => (await ask("api/export", question)).json();

// Reads an answer of many lines; `each` gets what each of them says.
async function lines(response, each) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? "";
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      const answer = JSON.parse(line);
      if (answer.type === "error") throw new Refused(answer);
      each(answer);
    }
    if (done) return;
  }
}

// Asks for a search; `each` gets every answer. Ends when the search does, or when `signal` aborts it.
export const query = async (question, signal, each) => lines(await ask("api/query", question, signal), each);

// Looks at the match that the server plays, until `signal` aborts it; `each` gets what is new.
export const watch = async (signal, each) => lines(await ask("api/match", undefined, signal), each);
