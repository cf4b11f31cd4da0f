# SPDX-License-Identifier: ISC
"""Does the engine keep to its protocol, also with those who do not?

Every function whose name begins with "check_" is a test: it gets an engine
and raises if something is wrong.
"""

import json

from engine import Disagreement, Engine, good, refusal, same
from mutineer import ISLANDS, all_goods
from wrong import DIFFERENT, EQUAL, NO_NAMES, WRONG

SEED = "0123456789abcdef" * 4
NAMES = ["Anna", "Boris", "Cyryl", "Dora", "Emil", "Fanny", "Gero", "Hanna"]
NEW = {"op": "new", "game": "mutineer", "players": NAMES[:3],
       "options": {}, "seed": SEED}
NOT_SEATS = [True, False, None, "0", "", 0.0, 1.5, -1, 3, 255, 2**31, 2**32,
             2**63 - 1, [], [0], {}]


def new(engine, game="mutineer", **rest):
    """A `new` of three players, or as near as the game allows."""
    told = listed_games(engine)[game]
    seats = min(max(3, told["min"]), told["max"])
    return {**NEW, "game": game, "players": NAMES[:seats], **rest}


def begin(engine, **rest):
    request = new(engine, **rest)
    return good(request, engine.ask_all([request])[0])


def wrong_of(name):
    """What is known of the game; a new one may have no entry yet."""
    return WRONG[name]() if name in WRONG else {
        "options": [{"parrots": 1}, {"": 1}], "right": [{}],
        "setup": [{"parrots": 1}, {"": 1}]}


def moved(engine):
    """A game of which something is known: one move was made."""
    begin(engine)
    captain = engine.get("pending")["pending"][0]["seat"]
    engine.get("move", seat=captain, move="pay 2")
    return captain


def refused(engine, request):
    return refusal(request, engine.ask_all([request])[0])


def all_refused(engine, requests):
    """Each is an error, and changes nothing."""
    asked = [{"op": "state"}, {"op": "history"}]
    before = engine.get_all(asked)
    for request in requests:
        refused(engine, request)
        same("after %s" % request, engine.get_all(asked), before)


def listed_games(engine):
    """What `games` says, by name."""
    return {game["game"]: game for game in engine.get("games")["games"]}


def check_games(engine):
    same("keys", sorted(engine.get("games")), ["games", "ok"])
    for name, game in listed_games(engine).items():
        if name in WRONG:
            same(name, game, wrong_of(name)["games"])


def check_no_game_yet(engine):
    for request in (
            {"op": "pending"}, {"op": "legal", "seat": 0}, {"op": "view"},
            {"op": "move", "seat": 0, "move": "pay 0"}, {"op": "state"},
            {"op": "default", "seat": 0}, {"op": "view", "seat": 0},
            {"op": "result"}, {"op": "undo"}, {"op": "history"}):
        refused(engine, request)


def check_answers_have_no_more_keys(engine):
    captain = moved(engine)
    for request, keys in (
            ({"op": "pending"}, ["pending"]),
            ({"op": "legal", "seat": captain}, ["moves"]),
            ({"op": "default", "seat": captain}, ["move"]),
            ({"op": "view", "seat": captain}, ["view"]),
            ({"op": "view"}, ["view"]), ({"op": "state"}, ["state"]),
            ({"op": "result"}, ["over", "scores", "winners"]),
            ({"op": "move", "seat": captain, "move": "pass"},
             ["chance", "events", "move"]),
            ({"op": "history"}, ["game", "moves", "options", "players",
                                 "seed"]),
            ({"op": "undo"}, [])):
        answer = good(request, engine.ask_all([request])[0])
        same("keys of the answer to %s" % request, sorted(answer),
             sorted(keys + ["ok"]))


def check_ids(engine):
    captain = moved(engine)
    for number in (0, -7, 2**53, 1.5, "", "x\ny\u017c", None, True,
                   False, [], [1, {"a": [None]}], {}, {"id": {"id": 1}}):
        for request in ({"op": "pending"}, {"op": "castle"}, {},
                        {"op": "pending", "what": 1},
                        {"op": "move", "seat": captain, "move": "take mate"}):
            answer = engine.ask_all([{**request, "id": number}])[0]
            if "id" not in answer:
                raise Disagreement("no id in %s" % answer)
            same("id", json.dumps(answer["id"]), json.dumps(number))


def check_no_id_unasked(engine):
    begin(engine)
    for request in ({"op": "pending"}, {"op": "castle"}):
        if "id" in engine.ask_all([request])[0]:
            raise Disagreement("an id that was not given")


def check_bad_lines(engine):
    moved(engine)
    before = engine.get("state")
    for line in (
            b"{", b"}", b"[]", b'[{"op":"games"}]', b'"games"', b"1", b"null",
            b"true", b"games", b'{"op":"games"', b'{"op":"games"}}',
            b'{"op":"games"} {"op":"games"}', b'{"op":"games"}x',
            b'{op:"games"}', b"{'op':'games'}", b'{"op":"games",}',
            b'{"op":"ga\xffmes"}', b'\xff\xfe', b'{"op":"\x01"}',
            b'{"op":"games\x00"}', b'{"op":"games"}\x00',
            b'{"op":"\\ud800"}', b'{"op":"view","seat":1e999}',
            b'{"op":"view","seat":' + b"9" * 400 + b"}",
            b"[" * 100000, b'{"a":' * 100000, b"x" * 1000000,
            b'{"op":"' + b"x" * 1000000 + b'"}'):
        refusal(line[:80], json.loads(engine.send_line(line)))
    same("the state after bad lines", engine.get("state"), before)


def check_bad_ops(engine):
    moved(engine)
    all_refused(engine, [{}, {"id": 1}] + [{"op": op} for op in (
        "", "castle", "Games", "STATE", "games ", " games", "games\u0000",
        None, 1, True, [], {}, ["games"], "x" * 5000)])


def check_unknown_keys(engine):
    captain = moved(engine)
    all_refused(engine, [{**request, **more} for request in (
        NEW, {"op": "games"}, {"op": "pending"}, {"op": "state"},
        {"op": "legal", "seat": captain}, {"op": "result"}, {"op": "undo"},
        {"op": "move", "seat": captain, "move": "pass"}, {"op": "view"},
        {"op": "default", "seat": captain}, {"op": "history"})
        for more in ({"what": 1}, {"Id": 1}, {"": 0}, {"\u017c": 1})])
    all_refused(engine, [{"op": op, "seat": captain} for op in (
        "games", "pending", "state", "result", "undo", "history")])


def check_seats(engine):
    moved(engine)
    for seat in NOT_SEATS:
        all_refused(engine, [
            {"op": "legal", "seat": seat}, {"op": "default", "seat": seat},
            {"op": "move", "seat": seat, "move": "pass"}])
        if seat is not None:
            all_refused(engine, [{"op": "view", "seat": seat}])
    all_refused(engine, [{"op": "legal"}, {"op": "default"},
                         {"op": "move", "move": "pass"}])


def check_moves_of_other_types(engine):
    captain = moved(engine)
    all_refused(engine, [{"op": "move", "seat": captain, "move": move}
                         for move in (None, 1, True, [], ["pass"], {})])
    all_refused(engine, [{"op": "move", "seat": captain}])


def check_moves_that_are_none(engine):
    captain = moved(engine)
    all_refused(engine, [{"op": "move", "seat": captain, "move": move}
                         for move in (
        "", " ", ",", "pass\u0000", "pass\u00a0", "p\u0430ss", "\uff50ass",
        "pass\u200b", "pa\u017fs", "pass!", "pass.", "pass;", "pass mate",
        "pass;pass", "x" * 1000000, "pass " * 1000, "pass\u001b[0m")])


def check_lenient_moves(engine):
    captain = moved(engine)
    for text in ("PASS", " pass", "pass ", "  Pass  ", "pass,", ",pass",
                 " , pAsS , "):
        same("canonical text", engine.get("move", seat=captain,
                                          move=text)["move"], "pass")
        engine.get("undo")


def check_wrong_news(engine):
    """A `new` that is refused leaves the running game as it is."""
    moved(engine)
    players = NEW["players"]
    wrong = [{key: value for key, value in NEW.items() if key != gone}
             for gone in ("game", "players")]
    wrong += [{**NEW, "game": game} for game in (
        "", "chess", "Mutineer", None, 1, [], {})]
    wrong += [{**NEW, "players": names} for names in (
        None, 3, "Anna", {}, [], ["Anna", "Boris", 3],
        ["Anna", "Boris", None], ["A", "B", ["C"]], *NO_NAMES)]
    wrong += [{**NEW, "options": options} for options in (
        [], 1, "pirates", {"parrots": 1})]
    wrong += [{**NEW, "seed": seed} for seed in (
        "", "0", SEED[:-1], SEED + "0", SEED.upper(), SEED[:-1] + "g",
        SEED[:-1] + " ", " " + SEED[:-1], "0x" + SEED[2:], 0, [], {}, True)]
    wrong += [{**NEW, "setup": setup} for setup in ([], "ring", 1, True)]
    wrong += [{**request, "game": game} for request in wrong
              if request.get("game") == "mutineer"
              for game in sorted(set(listed_games(engine)) - {"mutineer"})]
    all_refused(engine, wrong)
    same("the running game", engine.get("history")["players"], players)


def check_options_and_setups_of_each_game(engine):
    for game in listed_games(engine):
        entry = wrong_of(game)
        begin(engine, game=game)
        all_refused(engine, [new(engine, game, options=options)
                             for options in entry["options"]])
        all_refused(engine, [new(engine, game, setup=setup)
                             for setup in entry["setup"]])
        for setup in entry["right"]:
            told = begin(engine, game=game, setup=setup)["chance"]
            same("what is given and drawn", [
                draw["what"] for draw in told if draw["what"] in setup], [])
            same("setup", engine.get("history").get("setup", {}), setup)


def check_numbers_of_players(engine):
    for name, game in listed_games(engine).items():
        begin(engine)
        for seats in range(12):
            request = {**NEW, "game": name, "players": [
                "Player %d" % n for n in range(seats)]}
            if game["min"] <= seats <= game["max"]:
                good(request, engine.ask_all([request])[0])
                refused(engine, {"op": "view", "seat": seats})
                engine.get("view", seat=seats - 1)
            else:
                all_refused(engine, [request])


def check_names_that_are_equal(engine):
    for game in listed_games(engine):
        begin(engine)
        others = ["Cyryl", "Dora", "Emil"][:len(
            new(engine, game)["players"]) - 2]
        for one, two in EQUAL:
            for names in ([one, *others, two], [two, one, *others]):
                request = new(engine, game, players=names)
                if game not in WRONG:
                    continue
                matter = wrong_of(game)["names_matter"]
                if matter:
                    all_refused(engine, [request])
                else:
                    good(request, engine.ask_all([request])[0])
        for one, two in DIFFERENT:
            begin(engine, game=game, players=[one, *others, two])
            same("players", engine.get("history")["players"],
                 [one, *others, two])


def check_seed_is_drawn(engine):
    request = {k: v for k, v in NEW.items() if k != "seed"}
    told = [good(request, engine.ask_all([request])[0]) for _ in range(2)]
    if told[0]["seed"] == told[1]["seed"]:
        raise Disagreement("the same random seed twice")
    same("a game from the seed returned",
         begin(engine, seed=told[0]["seed"])["chance"], told[0]["chance"])
    same("its seed", engine.get("history")["seed"], told[0]["seed"])


def check_options_may_be_left_out(engine):
    for name, game in listed_games(engine).items():
        request = new(engine, name)
        del request["options"]
        good(request, engine.ask_all([request])[0])
        same("options", engine.get("history")["options"], game["options"])


def check_undo(engine):
    begin(engine)
    refused(engine, {"op": "undo"})
    start = engine.get("state")
    states = [start]
    for _ in range(12):
        seat = engine.get("pending")["pending"][0]["seat"]
        move = engine.get("default", seat=seat)["move"]
        engine.get("move", seat=seat, move=move)
        states.append(engine.get("state"))
    refused(engine, {"op": "undo", "steps": 2})
    while states:
        same("state after undo", engine.get("state"), states.pop())
        if states:
            engine.get("undo")
    refused(engine, {"op": "undo"})
    same("state with nothing to undo", engine.get("state"), start)


def check_over(engine):
    """Games of missed deadlines to their end, and what can be asked then."""
    for game in listed_games(engine):
        begin(engine, game=game)
        last = None
        while engine.get("pending")["pending"]:
            seat = engine.get("pending")["pending"][0]["seat"]
            last = engine.get("default", seat=seat)["move"]
            engine.get("move", seat=seat, move=last)
        same("over", engine.get("result")["over"], True)
        if not engine.get("result")["winners"]:
            raise Disagreement("%s ends without winners" % game)
        for seat in range(len(engine.get("history")["players"])):
            same("legal", engine.get("legal", seat=seat)["moves"], [])
            all_refused(engine, [
                {"op": "default", "seat": seat},
                {"op": "move", "seat": seat, "move": "pass"},
                {"op": "move", "seat": seat, "move": last}])
        engine.get("undo")
        same("over", engine.get("result")["over"], False)
        same("winners", engine.get("result")["winners"], [])


def check_end_of_input(engine):
    """Exit 0, with a game or without, in a line or after it."""
    for rest in (b"", b'{"op":"games"}', b'{"op":'):
        child = Engine()
        begin(child)
        child.child.stdin.write(rest)
        same("exit code", child.close(), 0)


def check_the_example_round(engine):
    """The round that the first source of the rules tells."""
    names = ["Bernhard", "Steffi", "Florian", "Carmen"]
    deck = """conflict conflict wine wine grain
        conflict conflict salt grain cloth  cloth cloth grain salt wine
        salt salt wine conflict ruby""".split()
    rest = all_goods(False)
    for card in deck:
        rest.remove(card)
    begin(engine, players=names, setup={
        "ring": list(ISLANDS), "captain": 0, "deck": deck + rest})
    for seat, move in (
            (0, "pay 0"), (0, "play conflict"), (1, "play conflict"),
            (2, "play cloth"), (3, "play wine"), (0, "play wine"),
            (1, "pass"), (1, "take mutineer"), (2, "play cloth"),
            (3, "play salt"), (0, "play wine"), (2, "pass"),
            (2, "take merchant"), (3, "play salt"), (0, "pass"), (3, "pass"),
            (3, "take cabin-boy"), (0, "fight 1"), (1, "fight 1"),
            (3, "fight 0")):
        engine.get("move", seat=seat, move=move)
    state = engine.get("state")["state"]
    same("scores", state["scores"], [2, 5, 4, 4])
    same("ship", state["ship"], "eisfelsen")
    same("active", sorted(state["active"]), ["eisfelsen", "hochland"])
    same("captain", state["captain"], 1)
    same("drawn by Steffi, Florian, Carmen, Bernhard",
         [sorted(state["players"][seat]["hand"]) for seat in range(4)],
         [sorted(["grain"] + rest[7:11]),
          sorted(["salt", "grain", "cloth"] + rest[:2]),
          sorted(["grain", "salt", "wine"] + rest[2:4]),
          sorted(["conflict", "ruby"] + rest[4:7])])


def checks():
    """[(name, function)], as written above."""
    return [(name[6:].replace("_", " "), function)
            for name, function in globals().items()
            if name.startswith("check_")]
