"""How well two static evaluations predict results, ours and Fairy-Stockfish's, on games of 'manyply selfplay minichess':

    python3 docs/lab/evaluations.py target/release/manyply data.bin "plies=none" fairy-stockfish variants.ini [POSITIONS]

Of each range of men on the board: positions, games, the log loss of either, each with the scale that suits it best on
all positions, and their difference with its interval of 95 % (the positions of a game count as one observation). Left
out are positions in check or before a capture. Draws are half a win. variants.ini is that of docs/guide/match.md.
"""
import json
import math
import random
import re
import subprocess
import sys

PHASES = [(2, 6), (7, 12), (13, 16), (17, 20), (2, 20)]


def answers(command, lines):
    """What a program says to so many lines."""
    return subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout


def occupied(fen):
    """The squares with pieces."""
    squares = set()
    for down, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            elif sign.isalpha():
                squares.add(f"{'abcde'[file]}{6 - down}")
                file += 1
    return squares


def sampled(manyply, data, count):
    """Positions by chance: the number of the game, start, moves so far, the next one, White's part of the result."""
    shown = subprocess.run([manyply, "data", "show", data, "--json"], capture_output=True, text=True, check=True)
    games = [json.loads(line) for line in shown.stdout.splitlines()]
    positions = []
    for game in games:
        if game["type"] == "data_game" and game["ending"] != "length":
            moves = game["moves"].split()
            positions += [
                (game["number"], game["start"], moves[:ply], moves[ply], (game["payoffs"][0] + 1) / 2)
                for ply in range(game["opening"], len(moves))
            ]
    random.seed(1)
    return random.sample(positions, min(count, len(positions)))


def judged(manyply, rules, fairy, variants, positions):
    """Of each quiet position: game, men, result, our evaluation, the other one; White's view, in pawns."""
    ours, theirs = [f"new {rules}"], [
        f"setoption name VariantPath value {variants}",
        "setoption name UCI_Variant value minichess",
    ]
    for _, start, moves, _, _ in positions:
        ours += [f"position {start} moves {' '.join(moves)}", "eval"]
        theirs += [f"position fen {start} moves {' '.join(moves)}", "d", "eval"]
    ours = re.findall(r"^total +(\S+)", answers([manyply, "shell", "minichess"], ours), re.M)
    theirs = answers([fairy], theirs + ["quit"])
    fens = re.findall(r"^Fen: (.*)", theirs, re.M)
    theirs = re.findall(r"^Final evaluation:? +(none|\S+)", theirs, re.M)
    assert len(ours) == len(theirs) == len(fens) == len(positions), "each position has both evaluations"
    for (game, _, _, following, result), fen, own, other in zip(positions, fens, ours, theirs):
        squares = occupied(fen)
        if other != "none" and following[2:4] not in squares:
            yield game, len(squares), result, float(own), float(other)


def losses(rows, column, scale):
    """The log loss of every row."""
    for row in rows:
        chance = 1 / (1 + math.exp(-max(-13.0, min(13.0, row[column] / scale))))
        yield -row[2] * math.log(chance) - (1 - row[2]) * math.log(1 - chance)


def main():
    manyply, data, rules, fairy, variants = sys.argv[1:6]
    positions = sampled(manyply, data, int(sys.argv[6]) if len(sys.argv) > 6 else 12000)
    rows = list(judged(manyply, rules, fairy, variants, positions))
    scales = [0.2 * 1.05**step for step in range(80)]
    own, other = (min(scales, key=lambda scale: sum(losses(rows, column, scale))) for column in (3, 4))
    for low, high in PHASES:
        phase = [row for row in rows if low <= row[1] <= high]
        if not phase:
            continue
        a, b = list(losses(phase, 3, own)), list(losses(phase, 4, other))
        mean = (sum(a) - sum(b)) / len(phase)
        games = {}
        for row, x, y in zip(phase, a, b):
            games[row[0]] = games.get(row[0], 0) + x - y - mean
        error = 1.96 * math.sqrt(sum(part * part for part in games.values())) / len(phase)
        print(f"{low:2} to {high:2} men: {len(phase):5} positions of {len(games):3} games, "
              f"ours {sum(a) / len(a):.3f}, theirs {sum(b) / len(b):.3f}, {mean:+.3f} ±{error:.3f}")


main()
