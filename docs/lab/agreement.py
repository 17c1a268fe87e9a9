"""How well the marks of 'manyply annotate' agree with those of a search ten times as long.

    python3 docs/lab/agreement.py [PROGRAM [GAME [GAMES [NODES]]]]

plays games of the engine against a weaker self, annotates each at so many nodes a position and at ten times as many, and
counts the moves that one, the other, and both mark as a mistake (?!, ? or ??).
"""
import json
import subprocess
import sys
import tempfile

program, game, games, nodes = (sys.argv[1:] + ["manyply", "minichess", "50", "2000"][len(sys.argv) - 1:])[:4]


def run(*arguments):
    done = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def marks(place, limit):
    """The moves that are marked: the worst of them, and all."""
    lines = run("annotate", "--game", place, "--nodes", str(limit), "--hash", "16")[:-1]
    found = {line["ply"]: line["mark"] for line in lines if line["mark"] in ("?!", "?", "??")}
    return len(lines), set(found), {ply for ply, mark in found.items() if mark != "?!"}


with tempfile.TemporaryDirectory() as folder:
    file = folder + "/games.txt"
    run("match", game, "--a", f"engine:nodes={nodes},hash=1", "--b", "engine:nodes=200,hash=1", "--games", games,
        "--seed", "3", "--out", file)
    moves, counts = 0, {"marked": [0, 0, 0], "marked ? or ??": [0, 0, 0]}
    for number in range(1, int(games) + 1):
        place = f"{file}:{number}"
        plies, *short = marks(place, int(nodes))
        long = marks(place, 10 * int(nodes))[1:]
        moves += plies
        for count, (a, b) in zip(counts.values(), zip(short, long)):
            for index, part in enumerate([a, b, a & b]):
                count[index] += len(part)
for name, (short, long, both) in counts.items():
    print(f"{game}, {moves} moves of {games} games: {name} at {nodes} nodes {short}, at ten times as many {long}, by both "
          f"{both}: {100 * both / max(1, short):.0f} % of the first stay, {100 * both / max(1, long):.0f} % of the second are found")
