#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Bad input for the games with a board: what organisers ask for that there is
not, and what players write that cannot be done.  Each gets one sentence that
says why, and nothing is done."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../model"))

from engine import Engine  # noqa: E402
from house import House  # noqa: E402
from tap import Tap  # noqa: E402

RING = ["village"] * 5 + ["forest"] * 2
START = {"ring": RING, "cart": 6, "active": 0,
         "bag": ["red", "blue", "green", "yellow", "black"] * 6}
CARDS = ["work", "cart-load", "cart-load", "cart-unload"]


def lay_out(house, setup):
    path = house.path("setup.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(setup if isinstance(setup, str) else json.dumps(setup))
    return ["--setup", path]


def seats(names):
    return [piece for i, name in enumerate(names) for piece in
            ("--seat", "%s <p%d@example.org>" % (name, i))]


class Board:
    """A match whose players have any names, and what they are answered."""

    def __init__(self, house, game, names, setup, *more):
        self.house, self.names = house, names
        house.ok("match", "new", game, *seats(names),
                 *lay_out(house, setup), *more)
        house.run()
        for seat in range(len(names)):
            self.say(seat, "ready", run=False)
        house.run()

    def newest(self, seat):
        # the box of an address is found by the name in front of it
        return self.house.newest("p%d" % seat)

    def say(self, seat, line, run=True):
        self.house.reply(self.newest(seat), line, quote=False)
        if run:
            self.house.run()

    def refuse(self, seat, line, *pieces):
        """Nothing is done, and the answer says so, and why."""
        before = self.house.moves()
        self.say(seat, line)
        assert self.house.moves() == before, (line, self.house.moves()[-1])
        letter = self.newest(seat)
        answer = letter.text.split("#~")[0]
        assert "✗" in answer, "%r\n%s" % (line, answer)
        letter.says(*pieces)

    def too_early(self, seat, line):
        """It is planned, and dropped again."""
        before = self.house.moves()
        self.say(seat, line)
        assert self.house.moves() == before, (line, self.house.moves()[-1])
        self.newest(seat).says("planned for a later turn")
        self.say(seat, "cancel")

    def accept(self, seat, line, move):
        self.say(seat, line)
        done = self.house.moves()[-1:]
        assert [told for _, told in done] == [move], (line, done)


# ---- what organisers ask for ----

def test_options(house):
    for game, option, piece in [
            ("hexxi", "side=2", "from 3 to 6"),
            ("hexxi", "side=7", "from 3 to 6"),
            ("hexxi", "side=x", "from 3 to 6"),
            ("hexxi", "side=", "from 3 to 6"),
            ("hexxi", "side=4.0", "from 3 to 6"),
            ("hexxi", "circuits=0", "from 1 to 100"),
            ("hexxi", "circuits=101", "from 1 to 100"),
            ("hexxi", "circuits", "needs a value"),
            ("hexxi", "turn_limit=9", "no option"),
            ("fourth-bridge", "turn_limit=1001", "from 0 to 1000"),
            ("fourth-bridge", "turn_limit=-1", "from 0 to 1000"),
            ("fourth-bridge", "turn_limit=99999999999999", "from 0 to 1000"),
            ("fourth-bridge", "side=4", "no option")]:
        house.fails(1, piece, "match", "new", game, *seats("ABC"),
                    "--option", option)
    assert house.json("match", "list") == []


def test_seats(house):
    for game, names, piece in [
            ("hexxi", "A", "2 to 4"), ("hexxi", "ABCDE", "2 to 4"),
            ("fourth-bridge", "AB", "3 to 4"),
            ("fourth-bridge", "ABCDE", "3 to 4"),
            ("hexxi", "Aa", "named"), ("fourth-bridge", "ŁBł", "named")]:
        house.fails(1, piece, "match", "new", game, *seats(names))
    assert house.json("match", "list") == []


def test_setup(house):
    for game, setup, piece in [
            ("fourth-bridge", {"ring": ["village"] * 7}, "7 places"),
            ("fourth-bridge", {"ring": RING[1:]}, "7 places"),
            ("fourth-bridge", {"ring": RING[1:] + ["swamp"]}, '"swamp"'),
            ("fourth-bridge", {"ring": RING, "cart": 1}, "one of 6, 7"),
            ("fourth-bridge", {"ring": RING, "carpenter": 8}, "one of 6, 7"),
            ("fourth-bridge", {"ring": RING, "cart": 6, "carpenter": 6},
             "one of 7"),
            ("fourth-bridge", {"bag": ["red"] * 30}, "30 colours"),
            ("fourth-bridge", {"bag": START["bag"][1:]}, "30 colours"),
            ("fourth-bridge", {"bag": ["pink"] * 30}, '"pink"'),
            ("fourth-bridge", {"roles": ["red", "red", "blue"]}, "6 roles"),
            ("fourth-bridge", {"roles": ["red", "traitor"]}, "3 of the"),
            ("fourth-bridge", {"active": 3}, "one of 0, 1, 2"),
            ("fourth-bridge", {"active": "A"}, "one of 0, 1, 2"),
            ("fourth-bridge", {"hand": ["work"] * 4}, "10 cards"),
            ("fourth-bridge", {"hand": ["work"]}, "4 of the"),
            ("fourth-bridge", {"hand": ["Work"] * 4}, '"Work"'),
            ("fourth-bridge", {"start": 0}, "unknown"),
            ("hexxi", {"start": 3}, "one of 0, 1, 2"),
            ("hexxi", {"start": "A"}, "one of 0, 1, 2"),
            ("hexxi", {"bag": []}, "unknown"),
            ("hexxi", "[]", "setup.json: it must be one JSON object"),
            ("hexxi", '{"start": 0', "setup.json:1"),
            ("hexxi", '{"start": 0, "start": 1}', "duplicate")]:
        house.fails(1, piece, "match", "new", game, *seats("ABC"),
                    *lay_out(house, setup))
    assert house.json("match", "list") == []


# ---- what players write ----

def test_names(house):
    """Names with blanks, quotes and letters that keyboards lack."""
    b = Board(house, "fourth-bridge",
              ["Ann Lee", "O'Neil \"Red\"", "Łoś", "Löb"],
              {**START, "hand": CARDS + ["work"]})
    players = "the players are Ann Lee"
    for line, *pieces in [
            ("give work Nobody", 'called "Nobody"', players),
            ("give work to Nobody", 'called "Nobody"', players),
            ("give work Neil", 'called "Neil"', players),
            ("give work Łoś Löb", 'called "Łoś Löb"', players),
            ("give work ann  lee", "another player"),
            ("give work", "missing at the end", "give cart-load NAME"),
            ("give", "missing at the end"),
            ("give hat Łoś", '"hat" does not fit'),
            ("give Łoś hat", '"Łoś" does not fit'),
            ("give carpenter-build Łoś", "You have no carpenter-build card"),
            ("take work", "Your move: give"),
            ("do load", "Your move: give")]:
        b.refuse(0, line, *pieces)
    b.too_early(1, "give work Łoś")
    b.accept(0, "GIVE Work TO  o’neil  “RED”", "give work O'Neil Red")
    b.accept(1, "do nothing", "do nothing")
    b.refuse(0, "give cart-load ONeil \"Red\"", "has already moved")
    b.accept(0, "give cart-load to łOŚ", "give cart-load Łoś")
    b.accept(2, "do nothing.", "do nothing")
    b.accept(0, "give cart/unload to löb please", "give cart-unload Löb")


def test_accents(house):
    """Where one player only is meant, accents and quotes do not matter."""
    b = Board(house, "fourth-bridge", ["Ann", "Łucja Żak", "Bo"],
              {**START, "hand": CARDS})
    b.accept(0, "give work to LUCJA zak", "give work Łucja Żak")


def test_do(house):
    b = Board(house, "fourth-bridge", ["Ann", "Bo", "Cy"],
              {**START, "hand": CARDS})
    b.say(0, "give cart-load Bo")
    for line, piece in [
            ("do", "missing at the end"),
            ("do nothing load", "on its own"),
            ("do load nothing", "on its own"),
            ("do load load load load", "3 actions at most"),
            ("do build", "does not allow this: build"),
            ("do load unload", "does not allow this: unload"),
            ("do dance", '"dance" does not fit'),
            ("do 1", '"1" does not fit'),
            ("do cart", "both would be on field 7"),
            ("do cart cart load", "Action 3 is impossible"),
            ("give cart-load Cy", "Your move: use"),
            ("take cart-load", "Your move: use")]:
        b.refuse(1, line, piece)
    b.accept(1, "do LOAD, load", "do load load")
    b.say(0, "give cart-load Cy")
    b.refuse(2, "do load load load", "full with 4 logs")
    b.accept(2, "move load", "do load")
    b.refuse(0, "take carpenter-build", "You have no carpenter-build card")
    b.refuse(0, "take", "missing at the end")
    b.refuse(0, "give work Bo", "Your move: take")


def test_placement(house):
    b = Board(house, "hexxi", ["Ann Lee", "O'Neil \"Red\"", "Łoś"],
              {"start": 0}, "--option", "side=3")
    rows = "the last fields of the rows are a3, b4, c5, d4, e3"
    for line, *pieces in [
            ("place ship z9", '"z9" does not fit', "place ship d4"),
            ("place ship a0", '"a0" does not fit'),
            ("place ship c99", '"c99" does not fit'),
            ("place ship c9", "There is no c9 on this board", rows),
            ("place ship C6", "There is no c6 on this board", rows),
            ("place ship k1", "There is no k1 on this board", rows),
            ("scout a9", "There is no a9 on this board", rows),
            ("place ship a1", "There is a base on a1"),
            ("place base c3", '"base" does not fit'),
            ("place frog c3", '"frog" does not fit'),
            ("place c3", '"c3" does not fit'),
            ("place ship", "missing at the end"),
            ("place ship c3 c4", '"c4" does not fit'),
            ("reserve", "missing at the end"),
            ("reserve base", '"base" does not fit'),
            ("scout b2", "nothing on b2"),
            ("scout a1", "is your own"),
            ("scout c5", "is already face up"),
            ("shift c3", "Your move: place"),
            ("bid 5", "Your move: place"),
            ("pass", "Your move: place"),
            ("pay route", "Your move: place"),
            ("rescue c3 Łoś", "Your move: place"),
            ("rescue c3 Nobody", 'called "Nobody"')]:
        b.refuse(0, line, *pieces)
    b.accept(0, "place a warship on C3!", "place warship c3")
    b.refuse(1, "place ship c3", "There is already a token on c3")
    b.accept(1, "place ship c4", "place ship c4")
    b.too_early(1, "place route c2")
    b.say(2, "scout c3")
    for line, *pieces in [
            ("pay", "it must be at least 6 points"),
            ("pay route", "worth 1", "it must be at least 6 points"),
            ("pay c4 route", "You have no face-down token on c4"),
            ("pay route c9", "There is no c9 on this board"),
            ("pay ship ship ship ship", "only have 3 of these"),
            ("pay warship route", "one worth 1"),
            ("pay route and ship", "worth 3", "it must be at least 6 points"),
            ("pay 6", '"6" does not fit'),
            ("place ship b2", "Your move: pay")]:
        b.refuse(2, line, *pieces)
    b.accept(2, "pay pirates, route SHIP", "pay route ship pirates")


def test_bids(house):
    """The same tokens on both initiative fields: sealed bids."""
    b = Board(house, "hexxi", ["Ann Lee", "Łoś"], {"start": 0},
              "--option", "side=3")
    lines = ["place ship b1\nplace route b2", "place ship d4\nplace route c4"]
    rest = ["route"] * 5 + ["ship"] * 2 + ["pirates"] * 2 + ["warship"]
    for seat in (0, 1):
        b.say(seat, "\n".join([lines[seat]] + ["reserve " + t for t in rest]))
    for _ in range(30):  # a plan waits some minutes for its turn
        b.house.run(8)
    for line, piece in [
            ("bid", "missing at the end"),
            ("bid -1", '"-1" does not fit'),
            ("bid x", '"x" does not fit'),
            ("bid 1.5", '"1.5" does not fit'),
            ("bid 1 2", '"2" does not fit'),
            ("bid 100", "from 0 to 99"),
            ("bid 99999999999", '"99999999999" does not fit'),
            ("pass", "Your move: bid"),
            ("place ship c3", "Your move: bid")]:
        b.refuse(0, line, piece)
    b.accept(0, "bid: 5", "bid 5")
    b.too_early(0, "bid 6")
    b.accept(1, "BID 7", "bid 7")
    for line, *pieces in [
            ("route d4 b2", "not next to each other"),
            ("route d4 d3", "no route token on d3"),
            ("route b3 b2", "no ship, pirates or warship"),
            ("route d4 k9", "There is no k9 on this board"),
            ("route d4", "missing at the end"),
            ("convoy d4 d2", "no ship or warship to jump over"),
            ("convoy d4 c4 c3", '"c3" does not fit'),
            ("escort d4 d3", "your own warship"),
            ("escort d4", "missing at the end"),
            ("kidnap d4 b1", "your own pirates"),
            ("intercept d4 b1", "your own warship"),
            ("ambush d4 b1", "from your own base"),
            ("trap d4 c1", "not next to each other"),
            ("trap b1 c1", "your own ship"),
            ("rescue d4 Łoś", "from yourself"),
            ("rescue d4 ann", 'called "ann"', "Ann Lee, Łoś"),
            ("rescue d4", "missing at the end"),
            ("rescue d4 to ann lee", "not kidnapped any of your ships"),
            ("rescue d4 ann lee", "not kidnapped any of your ships"),
            ("rescue Łoś d4", "from yourself"),
            ("bid 3", "carry out an action or pass")]:
        b.refuse(1, line, *pieces)
    b.accept(1, "pass", "pass")


# ---- the same for programs ----

def test_engine():
    engine = Engine()
    engine.get("new", game="hexxi", players=["Ann", "Łoś"],
               options={"side": 3}, setup={"start": 0})
    for move, piece in [("place ship z9", '"z9"'), ("place", "missing"),
                        ("rescue c3 Bo", "Ann, Łoś"), ("jump a1", "not a move"),
                        ("place ship c9", "no c9"), ("", "not a move")]:
        told = engine.ask("move", seat=0, move=move)
        assert not told["ok"] and piece in told["error"], (move, told)
    assert engine.get("history")["moves"] == []
    assert engine.close() == 0


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        house = House()
        args = [house] if test.__code__.co_argcount else []
        tap.run(name[5:].replace("_", " "), test, *args)
        house.close()
    tap.end()


main()
