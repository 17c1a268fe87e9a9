#!/usr/bin/env python3
"""The second checker for the unbounded board, in plain Python: python3 docs/verify_plane.py FILE… [--board N]…

It shares nothing with the program. reference/proof.md has the rules that it checks, by their numbers; trees are read
by verify.py, on a board that is drawn for each of them around its stones, with one sheet above the other. Of several
files a tree that is in more than one is read once. With --board square boards of so many columns are looked at, too.
"""
import argparse
import sys
from functools import lru_cache
from verify import Checker

SIDE, PASS, APART = 128, 0xffff, 6
MOST = 57  # so far from a sheet's middle are stones at most
BOARD = 2 * SIDE * SIDE  # what boards are more than their columns, where a root begins with one
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def place(number):
    """Column, row and sheet, from the sheet's middle."""
    assert number < 2 * SIDE * SIDE, f"{number} is no square"
    return number % SIDE - 64, number // SIDE % SIDE - 64, number // SIDE // SIDE


def edges_of(side):
    """How far out the last squares of a board lie, each way, with Black's first stone in the middle."""
    more, less = side // 2, (side - 1) // 2
    return dict(zip(WAYS, (more, less, more, less)))


def is_within(p, edges):
    return all(dx * p[0] + dy * p[1] <= edge for (dx, dy), edge in edges.items())


class Drawn(Checker):
    """The part of the plane within so many squares of the stones and moves of a tree."""

    least = 1  # the fourth zone is always the whole plane

    def __init__(self, rule, places, margin, board):
        sheets = 1 + max(s for _, _, s in places)
        self.left, self.low = min(x for x, _, _ in places) - margin, min(y for _, y, _ in places) - margin
        self.rows = max(y for _, y, _ in places) + margin + 1 - self.low
        columns = max(x for x, _, _ in places) + margin + 1 - self.left
        super().__init__("", sides=(columns, sheets * self.rows))
        self.exact = rule == "standard"
        inner = [(x, y, s) for s in range(sheets) for y in range(5, self.rows - 5) for x in range(5, columns - 5)]
        self.inner = sum(self.bits[(s * self.rows + y) * columns + x] for x, y, s in inner)
        if board:  # windows beyond its edges do not count
            on = sum(self.bits[self.number(x, y, 0)] for x in range(self.left, self.left + columns)
                     for y in range(self.low, self.low + self.rows) if is_within((x, y), edges_of(board)))
            self.lines = [(step, starts & on & on >> step * 4) for step, starts in self.lines]
        self.touched = self.threats = self.ends = self.depth = self.deepest = 0
        self.needs, self.extents = {}, {}

    def number(self, x, y, s):
        return (s * self.rows + y - self.low) * self.width + x - self.left

    def places(self, squares):
        """The places of a set."""
        found = set()
        while squares:
            at = squares.bit_length() - 1
            squares ^= 1 << at
            y, x = divmod(at, self.width + 1)
            found.add((x + self.left, y % self.rows + self.low, y // self.rows))
        return found

    def tree(self, moves, own, other):
        # White's windows that leave the part of the plane are not seen: no stone may come near its edge.
        if (own | other) & ~self.inner:
            raise EOFError
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        zones = super().tree(moves, own, other)
        self.depth -= 1
        return zones[:-1] + [self.all]

    def touch(self, squares):
        self.touched |= squares

    def threaten(self, squares, own, other):
        if not squares:
            return
        self.threats |= squares
        if self.exact:
            for step, _, windows in self.windows(own, other, self.length - 1):
                self.ends |= windows >> step | windows << step * self.length
        # Windows that lie further out than White's stones, and how far out these do.
        for here, white in zip(self.extent(squares), self.extent(other)):
            for way in range(4) if here else ():
                key, window = (here[0], way, white and white[1]), here[1][way]
                if not white or window > white[1][way]:
                    self.needs[key] = max(window, self.needs.get(key, window))

    def extent(self, squares):
        """Of either sheet how far out squares lie, each way; nothing where there are none."""
        if squares not in self.extents:
            places = self.places(squares)
            sheets = [[p for p in places if p[2] == s] for s in (0, 1)]
            out = lambda on: tuple(max(dx * x + dy * y for x, y, _ in on) for dx, dy in WAYS)
            self.extents[squares] = [(s, out(on)) if on else None for s, on in enumerate(sheets)]
        return self.extents[squares]

    def replies_in(self, zone):
        assert zone != self.all, "White may not pass here so often: the zone is the whole plane"
        self.touch(zone)
        return zone


@lru_cache(maxsize=None)
def read(rule, stones, tree):
    """Checks the tree of a root: its stones, its first zone, if that is finite, the squares it touches; those of the
    windows in which Black has four stones or five; the board on which it is meant, if that is not the plane; what those
    windows need of the edges of a board: their sheet, a way out, how far out one lies, and how far White's stones do;
    and squares of a board that are enough for all that is played."""
    board = None
    if stones and BOARD + 9 <= stones[0] <= BOARD + 99:
        board, stones = stones[0] - BOARD, stones[1:]
    black, white = ([place(s) for s in stones[i::2] if s != PASS] for i in (0, 1))
    assert black and stones[0] != PASS and len(stones) % 2 == 0, "Black is not to move, or has passed first"
    numbers = [int.from_bytes(tree[i:i + 2], "little") for i in range(0, len(tree), 2)]
    assert len(set(black + white)) == len(black + white), "two stones on one square"
    places, margin = black + white + [place(n) for n in numbers], 10
    assert all(max(abs(x), abs(y)) <= MOST for x, y, _ in places), "a stone beyond the numbers"
    if board:
        assert all(s == 0 and is_within((x, y), edges_of(board)) for x, y, s in places), "a stone beyond the edges"
    while True:
        drawn = Drawn(rule, places, margin, board)
        own, other = (sum(drawn.bits[drawn.number(*p)] for p in side) for side in (black, white))
        assert not (drawn.live(own, other)[-1] or drawn.live(other, own)[-1]), "the game is over already"
        moves = iter([drawn.number(*place(n)) for n in numbers])
        try:
            zones = drawn.tree(moves, own, other)
            break
        except EOFError:
            margin *= 2
    assert next(moves, None) is None, "the tree is complete before its end"
    zone = None if zones[0] == drawn.all else drawn.places(zones[0])
    touched, threats = drawn.places(drawn.touched), drawn.places(drawn.threats)
    room = len(drawn.places(drawn.ends)) + 2 * (len(black) + drawn.deepest + 1)
    is_far = lambda squares: any(s for _, _, s in squares)
    assert is_far(white) or not is_far(list(touched) + places), "a tree on a sheet where White has no stone"
    return (frozenset(black), frozenset(white)), zone, touched, threats, board, least(drawn.needs), room


def least(needs):
    """Those that no other covers: of a window no further out, with White's stones no less far out."""
    def covers(a, b):
        is_less = not a[3] or b[3] and all(x <= y for x, y in zip(a[3], b[3]))
        return a[:2] == b[:2] and a[2] >= b[2] and is_less
    found = []
    for need in ((s, way, window, white) for (s, way, white), window in needs.items()):
        if not any(covers(other, need) for other in found):
            found = [other for other in found if not covers(need, other)] + [need]
    return found


def turned(p, symmetry):
    x, y, s = p
    x, y = (-x if symmetry & 1 else x), (-y if symmetry & 2 else y)
    return (y, x, s) if symmetry & 4 else (x, y, s)


def cornered(position, symmetry):
    """A position turned, with each sheet moved to the corner, and how far."""
    sides = [[turned(p, symmetry) for p in side] for side in position]
    by = {}
    for s in (0, 1):
        on = [p for side in sides for p in side if p[2] == s]
        by[s] = (-min(p[0] for p in on), -min(p[1] for p in on)) if on else (0, 0)
    return tuple(tuple(sorted(moved(p, by) for p in side)) for side in sides), by


def moved(p, by):
    return p[0] + by[p[2]][0], p[1] + by[p[2]][1], p[2]


def name(position):
    return min(cornered(position, symmetry)[0] for symmetry in range(8))


def far(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def radius(places, sheet):
    return max((far(p, (0, 0)) for p in places if p[2] == sheet), default=0)


def flat(places):
    return {(x, y, 0) for x, y, _ in places}


class Cover:
    """What roots add up to."""

    def __init__(self, roots):
        self.roots, self.by_name, self.by_parent, self.known = roots, {}, {}, {}
        for root in roots:
            (black, white), zone = root[:2]
            self.by_name.setdefault(name((black, white)), []).append(root)
            if zone is not None and len(black) > len(white):
                for m in black:
                    self.by_parent.setdefault(name((black - {m}, white)), []).append((root, m))

    def carried(self, root, m, position, is_reading):
        """The root on the position, of which it is an image but for Black's stone m; and for every symmetry so."""
        (black, white), zone, touched = root[:3]
        target, back = cornered(position, 0)
        for symmetry in range(8):
            image, by = cornered((black - {m}, white), symmetry)
            if image != target:
                continue
            shift = [(by[s][0] - back[s][0], by[s][1] - back[s][1]) for s in (0, 1)]
            if not self.serves(root, symmetry, shift):
                continue
            def carry(p):
                return moved(turned(p, symmetry), shift)
            here = {carry(p) for p in touched}
            on_far = {p for p in here if p[2] == 1}
            needs = radius(here, 0) + radius(here, 1) + APART if on_far else 0
            where = None if zone is None else {carry(p) for p in zone}
            move = m and carry(m)
            if is_reading:
                near = here - on_far
                if any(far(a, b) < APART for a in on_far for b in near):
                    continue
                needs, where, move = 0, where and flat(where), move and (move[0], move[1], 0)
            if move is None or self.is_on(move):
                yield needs, where, move

    def key(self, position):
        """The name under which is kept what is known of a position."""
        return name(position)

    def is_on(self, p):
        """Whether a square is on the board."""
        return True

    def serves(self, root, symmetry, shift):
        """Whether the tree of a root wins where it is carried."""
        return root[4] is None

    @staticmethod
    def readings(position):
        """The position, and it with white stones that are far from all others on the other sheet."""
        black, white = position
        yield position, False
        if all(p[2] == 0 for p in white):
            stones = sorted(white)
            for chosen in range(1, 2 ** len(stones)):
                there = {p for i, p in enumerate(stones) if chosen >> i & 1}
                if all(far(a, b) >= APART for a in there for b in (white - there) | black):
                    yield (black, (white - there) | {(x, y, 1) for x, y, _ in there}), True

    def trees(self, position):
        for reading, is_reading in self.readings(position):
            for root in self.by_name.get(name(reading), []):
                yield from self.carried(root, None, reading, is_reading)

    def wins(self, position):
        """From which distance of the sheets on Black, to move, wins; None if that is not proved."""
        black, white = position
        is_flat = all(p[2] == 0 for p in white)
        key = self.key(position)
        if is_flat and key in self.known:
            return self.known[key]
        found = [needs for needs, _, _ in self.trees(position)]
        for extra in white:  # that lies outside a zone
            for needs, zone, _ in self.trees((black, white - {extra})):
                if zone is not None and extra not in zone:
                    beside = radius([extra], extra[2]) + radius(zone, 1 - extra[2]) + 1
                    found.append(0 if is_flat else max(needs, beside))
        if not found:
            for reading, is_reading in self.readings(position):
                for root, m in self.by_parent.get(name(reading), []):
                    for needs, zone, move in self.carried(root, m, reading, is_reading):
                        after = black | {move}
                        if self.completes(after, white):
                            continue
                        for reply in filter(self.is_on, zone - after - white):
                            won = self.wins((after, white | {reply}))
                            needs = None if won is None or needs is None else max(needs, won)
                            if needs is None:
                                break
                        found += [needs] if needs is not None else []
        result = min(found, default=None)
        if is_flat:
            self.known[key] = result
        return result

    @staticmethod
    def completes(black, white):
        """Whether White has four stones in a window without a black one."""
        for x, y, s in white:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                for back in range(5):
                    window = {(x + dx * (i - back), y + dy * (i - back), s) for i in range(5)}
                    if len(window & white) >= 4 and not window & black:
                        return True
        return False


class OnBoard(Cover):
    """The same on a square board, in whose middle Black begins."""

    def __init__(self, roots, side):
        super().__init__(roots)
        self.side, self.squares, self.edges = side, side * side, edges_of(side)

    def key(self, position):
        return position

    def is_on(self, p):
        return is_within(p, self.edges)

    def serves(self, root, symmetry, shift):
        *_, board, needs, room = root
        ways = [turned((*way, 0), symmetry)[:2] for way in WAYS]
        def beyond(s, way, out):
            dx, dy = ways[way]
            return out + dx * shift[s][0] + dy * shift[s][1] > self.edges[dx, dy]
        if board:  # it has to be its own image
            return board == self.side and not any(
                beyond(0, i, self.edges[way]) for i, way in enumerate(WAYS))
        return room <= self.squares and not any(
            beyond(s, way, window) and not any(beyond(s, i, out) for i, out in enumerate(white or ()))
            for s, way, window, white in needs)

    def open(self):
        """White's second stones that are not answered."""
        more = max(self.edges.values())
        all_places = ((x, y, 0) for x in range(-more, more + 1) for y in range(-more, more + 1))
        seconds = [p for p in all_places if p != (0, 0, 0) and self.is_on(p)]
        return [p for p in seconds if self.wins((frozenset({(0, 0, 0)}), frozenset({p}))) is None]


def roots_of(data):
    """The rule, and every root with its stones and the moves of its tree, two bytes each."""
    assert data.startswith(b"manyply proof 1 "), "no certificate in binary form (zstd -d unpacks compressed ones)"
    end = data.index(b"\n")
    rules, count = data[16:end].decode().split(" roots=")
    options = dict(option.split("=") for option in rules.split(","))
    assert options["size"] == "plane" and options["connect"] == "5", rules
    assert options["rule"] in ("freestyle", "standard"), rules
    number = lambda at: int.from_bytes(data[at:at + 2], "little")
    at = end + 1
    for _ in range(int(count)):
        stones = tuple(number(i) for i in range(at + 2, at + 2 + 2 * number(at), 2))
        at += 2 + 2 * len(stones)
        length = int.from_bytes(data[at:at + 4], "little")
        assert at + 4 + 2 * length <= len(data), "the file ends too early"
        yield options["rule"], stones, data[at + 4:at + 4 + 2 * length]
        at += 4 + 2 * length
    assert at == len(data), "the file goes on behind its last root"


def board_of(roots):
    """B of proof.md: on every board with all squares up to this distance from Black's first stone it wins, too."""
    roots = [root for root in roots if root[4] is None]
    if any(s for (black, _), _, _, threats, *_ in roots for _, _, s in threats | black):
        return None
    most = max(far(a, b) for (black, _), _, _, threats, *_ in roots for a in black for b in threats | black)
    return most if max(root[-1] for root in roots) <= (2 * most + 1) ** 2 else None


def check(path, sides):
    """What a file says, of square boards of so many columns, too, line by line; an error if it is refused."""
    roots, moves = [], 0
    with open(path, "rb") as file:
        for number, (rule, stones, tree) in enumerate(roots_of(file.read()), 1):
            try:
                roots.append(read(rule, stones, tree))
            except (AssertionError, ValueError, IndexError) as error:
                raise AssertionError(f"root {number}: {error}") from None
            moves += len(tree) // 2
    assert roots, "no root"
    yield f"{len(roots)} positions proved, {moves} moves, {rule}"
    cover, first = Cover(roots), frozenset({(0, 0, 0)})
    distance = cover.wins((first, frozenset({(0, 0, 1)})))
    of_plane = [root[0] for root in roots if root[4] is None]
    spans = [min(far(w, b) for b in black) for black, white in of_plane for w in white if w[2] == 0]
    limit = min(50, max(spans, default=0)) if distance is None or distance > 50 else distance
    near = [(x, y) for x in range(1, limit + 1) for y in range(x + 1)]
    is_open = [p for p in near if cover.wins((first, frozenset({(*p, 0)}))) is None]
    yield "second stones far away: " + ("open" if distance is None or distance > 50 else f"answered, R = {distance}")
    yield f"second stones near, one of each eight: {len(near) - len(is_open)} of {len(near)} answered"
    yield "open: " + (" ".join(f"{x},{y}" for x, y in is_open) or "none")
    for side in sides:
        is_open_there = OnBoard(roots, side).open()
        yield f"{side}x{side}: " + (f"{len(is_open_there)} second stones are open" if is_open_there else "Black wins")
    if distance is None or distance > 50 or is_open:
        yield "not the whole game"
        return
    yield "PROVED: Black wins on the unbounded board"
    board = board_of(roots)
    if board is not None:
        yield f"and on every board that has {2 * board + 1} columns and rows around its first stone: B = {board}"


def main():
    parser = argparse.ArgumentParser(description="Checks certificates of the unbounded board.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="in binary form, unpacked")
    parser.add_argument("--board", metavar="N", type=int, action="append", default=[], help="a square board, too")
    arguments = parser.parse_args()
    if any(side < 5 for side in arguments.board):
        parser.error("--board: expected 5 columns or more")
    refused = False
    for path in arguments.files:
        if len(arguments.files) > 1:
            print(f"{path}:")
        try:
            for line in check(path, arguments.board):
                print(line, flush=True)
        except (AssertionError, ValueError, IndexError, KeyError) as error:
            print(f"REFUSED: {error}")
            refused = True
    sys.exit(refused)


if __name__ == "__main__":
    main()
