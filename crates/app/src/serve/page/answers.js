// Who answers the page: the server that it comes from. What is refused is an answer, too, of the type `error`.

const error = (text) => ({ type: "error", error: text });

function parsed(text, status) {
  try {
    return JSON.parse(text);
  } catch {
    return error(text || `the server answered ${status}`);
  }
}

async function request(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  const options = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  try {
    return await fetch(path, { ...options, signal });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    return Response.json(error("the server does not answer; is manyply still running?"));
  }
}

// Asks for one answer.
export async function ask(path, body, signal) {
  const response = await request(path, body, signal);
  return parsed(await response.text(), response.status);
}

// Asks for an answer of many lines; `each` gets what each of them says.
export async function hear(path, body, signal, each) {
  const response = await request(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines.filter(Boolean)) each(parsed(line, response.status));
    if (done) return;
  }
}
