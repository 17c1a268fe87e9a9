#!/usr/bin/env python3
"""What a proof of the whole game says of White's second moves: python3 docs/second_moves.py FILE [PICTURE [MOVES B]]

For each of them, up to symmetry, Black's answer, how many positions the certificate has after it, with how many stones
at most, and how many moves of Black: as a table in Markdown, hardest first. PICTURE gets them on a board, as SVG. FILE
is a binary certificate, not compressed (`zstd -d`), of a square board or of the plane, where second stones are places
from Black's first stone, and a position stands with the one for which it was proved, though others rest on it, too.
MOVES gets a picture of the squares around the first stone on which Black moves in all trees, and of the square B, see
reference/proof.md.
"""
import math
import sys
from collections import Counter

CELL, RADIUS = 40, 17


def roots(data):
    """Whether it is of the plane; of each root its stones in the order of moves, and the moves of its tree.

    Stones are columns and rows from the middle; passes and what is on the plane's other sheet are nothing.
    """
    end = data.index(b"\n")
    rules, count = data[16:end].decode().split(" roots=")
    size = rules.split("size=")[1]
    width, step = (128, 2) if size == "plane" else (int(size.split("x")[0]), 1)
    assert size in ("plane", f"{width}x{width}") and width * width < 256 ** step, "neither a square board nor the plane"

    def place(number):
        x, y, middle = number % width, number // width, width // 2
        return (x - middle, y - middle) if y < width else None
    at, found = end + 1, []
    for _ in range(int(count)):
        stones = int.from_bytes(data[at:at + 2], "little")
        after = at + 2 + step * stones
        numbers = [int.from_bytes(data[i:i + step], "little") for i in range(at + 2, after, step)]
        moves = int.from_bytes(data[after:after + 4], "little")
        at = after + 4 + step * moves
        tree = memoryview(data)[after + 4:at].cast("BH"[step - 1])
        if numbers[0] < 2 * 128 * 128:  # otherwise it wins on one board only
            found.append(([place(number) for number in numbers], tree))
    return size == "plane", width // 2, found, place


def images(places):
    """Places under each of the eight symmetries."""
    for symmetry in range(8):
        image = []
        for x, y in places:
            x, y = (-x if symmetry & 1 else x), (-y if symmetry & 2 else y)
            image.append((y, x) if symmetry & 4 else (x, y))
        yield tuple(image)


def name(middle, is_plane, place):
    return "{},{}".format(*place) if is_plane else f"{chr(97 + place[0] + middle)}{place[1] + middle + 1}"


def picture(moves, frame=None):
    """A board with the thousands of Black's moves on every place and its images, the darker the more, and a frame."""
    reach = max(max(map(abs, place)) for place in moves)
    size = 2 * reach + 1
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
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            x, y = CELL * (column + reach + 1), CELL * (reach + 1 - row)
            if column == row == 0:
                text.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}"/>')
                continue
            count = next((moves[image[0]] for image in images([(column, row)]) if image[0] in moves), None)
            if count is None:
                continue
            share = (math.log(count) - least) / (most - least or 1)
            shade = f"rgb({round(245 - 55 * share)},{round(235 - 185 * share)},{round(215 - 175 * share)})"
            text.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{shade}" stroke="#665"/>')
            ink = "#fff" if share > 0.55 else "#222"
            if count >= 500:
                text.append(f'<text x="{x}" y="{y + 4.5}" fill="{ink}">{round(count / 1000)}</text>')
    if frame:
        at, wide = CELL * (reach - frame + 0.5), CELL * (2 * frame + 1)
        text.append(f'<rect x="{at}" y="{at}" width="{wide}" height="{wide}" '
                    'fill="none" stroke="#a31" stroke-width="5"/>')
    return "\n".join(text + ["</svg>\n"])


def black_moves(found, place):
    """How many moves Black has on each place, the first of its images, in all trees."""
    count = Counter()
    for _, tree in found:
        count.update(tree)
    folded = Counter()
    for number, moves in count.items():
        if place(number) not in (None, (0, 0)):
            folded[min(image[0] for image in images([place(number)]))] += moves
    return folded


def main(path, svg=None, of_moves=None, frame=0):
    is_plane, middle, found, place_of = roots(open(path, "rb").read())
    # By second move: the answer, positions, the most stones, Black's moves.
    second = {}
    for stones, tree in found:
        if None in stones[:3]:
            continue
        moves = len(tree)
        key = min(images(stones[:3]), key=lambda image: (image[1][::-1], image[2][::-1]))
        of = second.setdefault(key[1], [key[2], 0, 0, 0])
        of[1:] = of[1] + 1, max(of[2], sum(stone is not None for stone in stones)), of[3] + moves
    print("| second move | answer | positions | stones, at most | moves of Black |\n|---|---|---:|---:|---:|")
    for place, (answer, count, most, moves) in sorted(second.items(), key=lambda item: -item[1][3]):
        names = [name(middle, is_plane, at) for at in (place, answer)]
        print(f"| {names[0]} | {names[1]} | {count:,} | {most} | {moves:,} |")
    if svg:
        with open(svg, "w") as file:
            file.write(picture({place: of[3] for place, of in second.items()}))
    if of_moves:
        with open(of_moves, "w") as file:
            file.write(picture(black_moves(found, place_of), int(frame)))


if __name__ == "__main__":
    main(*sys.argv[1:])
