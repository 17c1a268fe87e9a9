"""What the levels of a game are worth, by matches of neighbours:

    python3 docs/lab/levels.py target/release/manyply GAME GAMES [OPTIONS OF MATCH…]

A line for each pair, and LEVEL_ELO of the game's evaluation, as far as every level wins against the one below.
"""
import json
import subprocess
import sys

program, game, games, *options = sys.argv[1:]
elo, rises = [1000], True
for level in range(1, 9):
    agents = ["--a", f"engine:level={level + 1}", "--b", f"engine:level={level}"]
    command = [program, "match", game, *agents, "--games", games, *options, "--json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
    wins, draws, losses = (result[name] for name in ("wins", "draws", "losses"))
    rises &= (result["elo"] or 0) > 0
    print(f"| {level}–{level + 1} | {wins} | {draws} | {losses} | {result['elo']:+.0f} ± {result['elo_error']:.0f} |")
    if rises:
        elo.append(elo[-1] + round(result["elo"]))
print("const LEVEL_ELO: &'static [i32] = &" + str(elo) + ";")
