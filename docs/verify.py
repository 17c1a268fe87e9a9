#!/usr/bin/env python3
"""A second checker of certificates that a side wins gomoku, in plain Python: python3 docs/verify.py FILE [RULES]

It shares nothing with the program. reference/proof.md has the rules that it checks, by their numbers. A set of squares
is an integer here: bit (row * (width + 1) + column), with an empty column between the rows so that no line runs over.
RULES are those of a text that does not name them, as in rule=standard,size=19.
"""
import sys

if not __debug__:
    sys.exit("expected Python without -O: what is wrong is found by its assertions")
sys.setrecursionlimit(10000)


class Checker:
    least = 0  # own stones of the windows that zones need

    def __init__(self, rules, sides=None):
        options = dict(option.split("=") for option in rules.split(",") if option)
        size = sides or options.get("size", "15").split("x")
        self.width, self.height = int(size[0]), int(size[-1])
        self.length, self.exact = int(options.get("connect", 5)), options.get("rule", "freestyle") == "standard"
        assert 3 <= self.length <= 5 and options.get("rule", "freestyle") in ("freestyle", "standard"), rules
        stride = self.width + 1
        self.bits = [1 << (y * stride + x) for y in range(self.height) for x in range(self.width)]
        self.all = sum(self.bits)
        self.lines = []  # for every direction its step, and the squares where windows begin
        for step in (1, stride, stride + 1, stride - 1):
            starts = self.all
            for i in range(1, self.length):
                starts &= self.all >> step * i
            self.lines.append((step, starts))

    def windows(self, own, other, least=0):
        """The windows without a stone of the other side, by their direction and the number of own stones."""
        for step, starts in self.lines:
            ones = twos = fours = others = 0  # the number of own stones of all windows at once, in binary
            for i in range(self.length):
                stones = own >> step * i
                ones, carried = ones ^ stones, ones & stones
                twos, carried = twos ^ carried, twos & carried
                fours |= carried
                others |= other >> step * i
            if self.exact:
                others |= own << step | own >> step * self.length
            starts &= ~others
            for count in range(least, self.length + 1):
                windows = starts
                for plane, bit in ((ones, 1), (twos, 2), (fours, 4)):
                    windows &= plane if count & bit else ~plane
                if windows:
                    yield step, count, windows

    def live(self, own, other, least=0):
        """The squares of these windows, by the number of own stones, from `least` on."""
        found = [0] * (self.length + 1)
        for step, count, windows in self.windows(own, other, least):
            for i in range(self.length):
                found[count] |= windows << step * i
        return found

    def tree(self, moves, own, other):
        """Reads a tree for the side with the stones `own`; returns its zones."""
        number = next(moves, None)
        assert number is not None, "the tree ends too early"
        assert number < len(self.bits), f"{number} is no square"
        m = self.bits[number]
        assert not m & (own | other), f"square {number} has a stone already"
        own |= m
        self.touch(own | other)
        ks = self.length - 1
        attack = self.live(own, other, ks)
        self.threaten(attack[ks] | attack[self.length], own, other)
        if attack[self.length] & m:  # rule 1
            return [m] * ks
        windows, empty = self.live(other, own, self.least), self.all & ~(own | other)
        assert not windows[ks], "the other side completes a run"  # rule 2
        wins = attack[ks] & empty
        zones = [m | wins for _ in range(ks)]  # rule 5
        for k in range(1, ks + 1):
            for squares in windows[ks - k:]:
                zones[k - 1] |= squares
        replies = wins
        self.touch(wins)
        if wins & (wins - 1):  # rule 3
            return zones
        if not wins:  # rule 4
            passed = self.tree(moves, own, other)
            zones = [zone | later for zone, later in zip(zones, passed[1:])] + [self.all]
            replies = self.replies_in(passed[0]) & empty
        while replies:
            reply = replies & -replies
            replies ^= reply
            zones = [zone | child for zone, child in zip(zones, self.tree(moves, own, other | reply))]
        return zones

    def touch(self, squares):
        """Notes squares of the attacker's moves and runs, for verify_plane.py."""

    def threaten(self, squares, own, other):
        """Notes the squares of windows that lack one of the attacker's stones at most, for verify_plane.py."""

    def replies_in(self, zone):
        """The squares whose replies are read from a zone; on the plane, in verify_plane.py, it may have no end."""
        return zone

    def root(self, stones, moves):
        assert len(set(stones)) == len(stones), "two stones on one square"
        own, other = (sum(self.bits[s] for s in stones[i::2]) for i in (len(stones) % 2, 1 - len(stones) % 2))
        assert not (self.live(own, other)[-1] or self.live(other, own)[-1]), "the game is over already"
        moves = iter(moves)
        self.tree(moves, own, other)
        assert next(moves, None) is None, "the tree is complete before its end"

    def images(self, stones):
        """A position's least image under the symmetries of the board; orders of moves do not matter."""
        def image(s, symmetry):
            x, y = s % self.width, s // self.width
            x, y = (self.width - 1 - x if symmetry & 1 else x), (self.height - 1 - y if symmetry & 2 else y)
            return x * self.width + y if symmetry & 4 else y * self.width + x
        return min(tuple(tuple(sorted(image(s, symmetry) for s in side)) for side in stones)
                   for symmetry in range(8 if self.width == self.height else 4))

    def wins_from_empty(self, roots):
        """Whether the proved positions, Black to move, add up to a win from the empty board."""
        proved = {self.images((stones[0::2], stones[1::2])) for stones in roots if len(stones) % 2 == 0}
        for count in range(max(map(len, roots)), 1, -1):
            asked = set()
            for black, white in [p for p in proved if len(p[0]) + len(p[1]) == count]:
                asked |= {self.images((black, white[:i] + white[i + 1:])) for i in range(len(white))}
            for black, white in asked:
                empty = set(range(len(self.bits))) - set(black) - set(white)
                if all(self.images((black, white + (s,))) in proved for s in empty):
                    proved |= {self.images((black[:i] + black[i + 1:], white)) for i in range(len(black))}
        return ((), ()) in proved


def roots_of(data, rules):
    """The rules, and every root with its stones and its tree."""
    if data.startswith(b"manyply proof 1 "):
        end = data.index(b"\n")
        rules, count = data[16:end].decode().split(" roots=")
        checker, at = Checker(rules), end + 1
        size = 1 if len(checker.bits) <= 256 else 2
        number = lambda start, length: int.from_bytes(data[start:start + length], "little")
        for _ in range(int(count)):
            stones, at = number(at, 2), at + 2
            parts = []
            for width in (None, 4):
                length = stones if width is None else number(at, 4)
                at += width or 0
                assert at + length * size <= len(data), "the file ends too early"
                parts.append([number(at + i * size, size) for i in range(length)])
                at += length * size
            yield (checker, *parts)
        assert at == len(data), "the file goes on behind its last root"
    else:
        assert not data.startswith(b"\x28\xb5\x2f\xfd"), "a compressed certificate is unpacked first: zstd -d"
        for line in data.decode().splitlines():
            rules = line[8:].strip() if line.startswith("# rules:") else rules
            if line and not line.startswith("#"):
                checker, (moves, tree) = Checker(rules), line.split("|")
                digits = 2 if len(checker.bits) <= 256 else 4
                squares = [(ord(move[0]) - 97, int(move[1:]) - 1) for move in moves.split()]
                assert all(0 <= x < checker.width and 0 <= y < checker.height for x, y in squares), moves
                assert len(tree) % digits == 0, "half a move at the end of the tree"
                yield (checker, [y * checker.width + x for x, y in squares],
                       [int(tree[i:i + digits], 16) for i in range(0, len(tree), digits)])


def main(path, rules=""):
    roots, read = [], 0
    with open(path, "rb") as file:
        for number, (checker, stones, moves) in enumerate(roots_of(file.read(), rules), 1):
            try:
                checker.root(stones, moves)
            except (AssertionError, ValueError, IndexError) as error:
                sys.exit(f"REFUSED: root {number}: {error}")
            roots.append(stones)
            read += len(moves)
    assert roots, "no root"
    print(f"{len(roots)} positions proved, {read} moves")
    print("PROVED: Black wins from the empty board" if checker.wins_from_empty(roots) else "not the whole game")


if __name__ == "__main__":
    main(*sys.argv[1:])
