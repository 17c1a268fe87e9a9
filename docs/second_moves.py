#!/usr/bin/env python3
"""What a proof of the whole game says of White's second moves: python3 docs/second_moves.py FILE [PICTURE]

For each of them, up to symmetry, Black's answer, how many positions the certificate has after it, with how many stones
at most, and how many moves of Black: as a table in Markdown, hardest first. PICTURE gets them on a board, as SVG. FILE
is a binary certificate, not compressed (`zstd -d`).
"""
import math
import sys

CELL, RADIUS = 40, 17


def roots(data):
    """The size of the board; of each root its stones in the order of moves, and the number of moves of its tree."""
    end = data.index(b"\n")
    rules, count = data[16:end].decode().split(" roots=")
    width, height = map(int, rules.split("size=")[1].split("x"))
    at, found = end + 1, []
    for _ in range(int(count)):
        stones = int.from_bytes(data[at:at + 2], "little")
        moves = int.from_bytes(data[at + 2 + stones:at + 6 + stones], "little")
        found.append((tuple(data[at + 2:at + 2 + stones]), moves))
        at += 6 + stones + moves
    return width, height, found


def images(size, squares):
    """Squares under each of the eight symmetries of a square board."""
    for symmetry in range(8):
        image = []
        for square in squares:
            y, x = divmod(square, size)
            x, y = (size - 1 - x if symmetry & 1 else x), (size - 1 - y if symmetry & 2 else y)
            image.append(x * size + y if symmetry & 4 else y * size + x)
        yield tuple(image)


def name(size, square):
    return f"{chr(97 + square % size)}{square // size + 1}"


def picture(size, moves):
    """A board with the thousands of Black's moves on every second move and its images, the darker the more."""
    side = CELL * (size + 1)
    line = '<line x1="{}" y1="{}" x2="{}" y2="{}"/>'
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" font-family="sans-serif" '
            'font-size="13" text-anchor="middle">', f'<rect width="{side}" height="{side}" fill="#f4f1ea"/>',
            '<g stroke="#998">']
    for place in range(1, size + 1):
        text.append(line.format(CELL, CELL * place, CELL * size, CELL * place))
        text.append(line.format(CELL * place, CELL, CELL * place, CELL * size))
    text.append("</g>")
    least, most = math.log(min(moves.values())), math.log(max(moves.values()))
    centre = size // 2 * size + size // 2
    for square in range(size * size):
        y, x = divmod(square, size)
        x, y = CELL * (x + 1), CELL * (size - y)
        if square == centre:
            text.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}"/>')
            continue
        count = next(moves[image[0]] for image in images(size, [square]) if image[0] in moves)
        share = (math.log(count) - least) / (most - least)
        shade = f"rgb({round(245 - 55 * share)},{round(235 - 185 * share)},{round(215 - 175 * share)})"
        text.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{shade}" stroke="#665"/>')
        ink = "#fff" if share > 0.55 else "#222"
        text.append(f'<text x="{x}" y="{y + 4.5}" fill="{ink}">{round(count / 1000)}</text>')
    return "\n".join(text + ["</svg>\n"])


def main(path, svg=None):
    width, size, found = roots(open(path, "rb").read())
    assert width == size, "the board is not a square"
    # By second move: the answer, positions, the most stones, Black's moves.
    second = {}
    for stones, moves in found:
        key = min(images(size, stones[:3]), key=lambda image: image[1:])
        of = second.setdefault(key[1], [key[2], 0, 0, 0])
        of[1:] = of[1] + 1, max(of[2], len(stones)), of[3] + moves
    print("| second move | answer | positions | stones, at most | moves of Black |\n|---|---|---:|---:|---:|")
    for square, (answer, count, most, moves) in sorted(second.items(), key=lambda item: -item[1][3]):
        print(f"| {name(size, square)} | {name(size, answer)} | {count:,} | {most} | {moves:,} |")
    if svg:
        text = picture(size, {square: of[3] for square, of in second.items()})
        with open(svg, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
