"""Fits the scale from scores to chances to games that 'manyply match --out FILE' has written: python3 docs/lab/fit.py FILE.

The chance to win, a draw counted half, is 1 / (1 + exp(-score / scale)). Positions are those of which the player to
move said a value that is no proof; the scale is the one of the least mean log loss.
"""
import json
import math
import re
import sys


def games(path):
    """The result of each side, the first side to move, and the plies with their values, of each game."""
    for part in open(path).read().split("\n\n"):
        tags = dict(re.findall(r"^\[(\w+) (.*)\]$", part, re.M))
        if "Result" not in tags:
            continue
        payoffs = [int(number) for number in json.loads(tags["Result"]).split()]
        words = re.findall(r"\{[^}]*\}|[^\s{]+", part[part.rindex("]\n") + 2:] if "]\n" in part else "")
        ply, values = -1, []
        for word in words:
            if word[0] != "{":
                ply += 1
            else:
                value = re.match(r"\{([+-]\d+\.\d\d)[/ ]", word)
                if value:
                    values.append((ply, round(100 * float(value[1]))))
        yield payoffs, values


def loss(samples, scale):
    total = 0.0
    for score, result in samples:
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, score / scale))))
        total -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
    return total / len(samples)


samples, count = [], 0
for payoffs, values in games(sys.argv[1]):
    count += 1
    for ply, score in values:
        samples.append((score, (payoffs[ply % len(payoffs)] + 1) / 2))
best = min(range(10, 3000, 5), key=lambda scale: loss(samples, scale))
print(f"{len(samples)} positions of {count} games: scale {best}, "
      f"log loss {loss(samples, best):.4f} (at 200 {loss(samples, 200):.4f}, at even chances {math.log(2):.4f})")
