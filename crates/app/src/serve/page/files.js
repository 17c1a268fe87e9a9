// Files: opened, any game of them, and saved with side lines and all that is said.

import * as api from "./api.js";
import { make } from "./dom.js";
import { FORMATS } from "./names.js";
import { Tree } from "./tree.js";

// A file of more characters is taken apart here: the server takes no more than a mebibyte at once.
const LARGE = 500_000;

// The games of an archive, each with the head, in the order of their numbers; or those of a PGN file.
export function parted(text) {
  const isArchive = text.trimStart().startsWith("[Match ");
  const begin = isArchive ? /^\[Game "(\d+)"\]/gm : /(?:^|\n[ \t]*\r?\n)(?=\[\w+ ")/g;
  const found = [...text.matchAll(begin)];
  if (!found.length) return [text];
  const parts = found.map(({ index, 1: number }, place) => ({
    number: Number(number ?? place),
    text: text.slice(index, found[place + 1]?.index ?? text.length),
  }));
  parts.sort((a, b) => a.number - b.number);
  const head = isArchive ? text.slice(0, found[0].index) : "";
  return parts.map((part) => head + part.text);
}

// Who played, and how it ended.
const title = (text) => {
  const tag = (name) => RegExp(`\\[${name} "([^"]*)"`).exec(text)?.[1];
  const names = [...text.matchAll(/\[Contender "([^"]*)"/g)];
  const players = tag("Seats")?.split(" ").map((seat) => names[seat - 1]?.[1]) ?? [tag("White"), tag("Black")];
  return [...players, tag("Result")].filter(Boolean).join(" · ");
};

export class Files {
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
    this.number.addEventListener("change", () => this.#show(Number(this.number.value)));
  }

  async open(file) {
    try {
      const text = await file.text();
      this.file = { name: file.name, text, parts: text.length > LARGE ? parted(text) : null };
    } catch (error) {
      this.onFailure(error);
      return;
    }
    await this.#show(1);
  }

  // A game of the file, from 1.
  async #show(number) {
    const { session, file } = this;
    const { parts } = file;
    try {
      const text = parts ? parts[number - 1] : file.text;
      const read = await api.imported(text, file.name, session.kind.name, parts ? 1 : number);
      const kind = session.kindOf(read.game) ?? session.kind;
      // The result that is told is that of a game of so many moves.
      const about = { tags: read.tags, players: read.players, payoffs: read.payoffs, plies: read.line.length };
      this.onBefore();
      await session.go(
        () => ({
          kind,
          start: { rules: read.rules, position: read.start },
          about,
          tree: Tree.grown(read.line, read.comment),
        }),
        "file",
      );
      if (!file.isListed) {
        const titles = (parts ?? parted(file.text)).map(title);
        const games = Array.from({ length: parts?.length ?? read.games }, (_, at) => at);
        this.number.replaceChildren(...games.map((at) => new Option(`${at + 1}. ${titles[at] ?? ""}`, at + 1)));
        this.which.hidden = games.length < 2;
        file.isListed = true;
      }
      this.number.value = number;
      this.say(`${file.name}: ${session.tree.line().length - 1} moves`, true);
    } catch (error) {
      this.onFailure(error);
    }
  }

  async save(format) {
    const { session } = this;
    const { tree } = session;
    const { tags, players, payoffs, plies } = session.about;
    const end = tree.line(tree.root).at(-1);
    const whole = {
      line: tree.told(),
      comment: tree.root.comment ?? "",
      tags,
      players,
      payoffs: end.ended?.payoffs ?? (plies === end.ply ? payoffs : undefined),
    };
    try {
      const { name, text } = await api.exported({
        ...session.question(),
        format,
        ...(format !== "svg" && whole),
      });
      const hasSides = tree.line(tree.root).some((node) => node.children.length > 1);
      if (hasSides && ["txt", "psq"].includes(format)) this.say(`Saved without side lines: ${FORMATS[format]} has none`);
      const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      this.onFailure(error);
    }
  }
}
