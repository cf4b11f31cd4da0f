#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Ratings: who is rated by which match, that they follow from the records
alone (tests/model/rating.py was written from turnpost-rating(1)), that a list
or a record that was changed is found out, and that people may stay out."""

import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../model")]

import rating  # noqa: E402
from handmade import sql  # noqa: E402
from house import House  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
POLICY = ["time=1d", "graces=0", "open-after=none", "missed=robot",
          "robot=random", "offer=none", "return=none", "settle=none"]
# Many matches of few people, two of them with robots.
TABLES = [["Anna", "Bo"], ["Bo", "Cyd"], ["Anna", "Cyd"], ["Cyd", "Anna"],
          ["Anna", "Bo"], ["Dan", "Anna"], ["Dan", "robot:easy"],
          ["robot:easy", "robot:medium"]]


def begin(house, table, game="hexxi", options=("side=3", "circuits=2")):
    more = [word for rule in POLICY for word in ("--policy", rule)]
    more += [word for option in options for word in ("--option", option)]
    for name in table:
        more += ["--seat", name if name.startswith("robot:") else
                 "%s <%s@example.org>" % (name, name.lower())]
    number = house.json("match", "new", game, *more)["match"]
    house.run()
    for name in table:
        if not name.startswith("robot:"):
            house.reply(house.newest(name), "ready")
    house.run()
    return number


def leave(house, name):
    """Of the match of the newest letter."""
    house.say(name, "resign")
    code = re.search(r"resign (\w{6})\b", house.newest(name).text)[1]
    house.say(name, "resign " + code)


def play(house):
    """All to their ends: deadlines make the moves."""
    for _ in range(400):
        house.run(2 * DAY)
        if not house.json("match", "list", "--state", "running"):
            return
    raise AssertionError("no end")


def numbers(house):
    return {one["name"]: one["person"] for one in house.json("person", "list")}


def exported(house):
    folder = house.path("records")
    house.ok("export", "--all", folder)
    found = []
    for path in sorted(glob.glob(folder + "/*.json")):
        with open(path, encoding="utf-8") as file:
            found.append(json.load(file))
    return found


def put(house, name, value):
    path = house.path(name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


def listed(house):
    return put(house, "ratings.json", house.json("rating", "list"))


def paths(house):
    return sorted(glob.glob(house.path("records", "*.json")))


def winners_of(house):
    def winners(record):
        shown = house.json("match", "show", str(record["match"]))
        return [player["name"] in shown["winners"]
                for player in record["players"]]
    return winners


def test_model(house):
    """The same numbers, to the last digit."""
    records = exported(house)
    assert len(records) == len(TABLES), records
    want = rating.ratings(records, winners_of(house))
    found = {(one["game"], one.get("person", one.get("robot"))): one
             for one in house.json("rating")}
    assert want and set(want) == set(found), (want, found)
    for key, (mu, sigma, matches, won) in want.items():
        one = found[key]
        assert (one["mu"], one["sigma"]) == (mu, sigma), (key, one, mu)
        assert (one["matches"], one["won"]) == (matches, won), (key, one)
        assert (one["points"], one["doubt"]) == rating.points(mu, sigma), one
        assert one["provisional"] == (matches < 5), one
    assert {one.get("robot") for one in found.values()} == {
        None, "easy", "medium"}


def test_who(house):
    people, ratings = numbers(house), house.json("rating", "list", "hexxi")
    played = {one["person"]: one["matches"] for one in ratings
              if "person" in one}
    # the match of one person against a robot counts for the robot alone
    assert played == {people["Anna"]: 5, people["Bo"]: 3, people["Cyd"]: 3,
                      people["Dan"]: 1}, played
    assert [one.get("place") for one in ratings if "person" in one] == [
        1, None, None, None], ratings
    house.fails(1, "there is no game \"chess\"", "rating", "list", "chess")
    house.fails(2, "usage", "rating", "off")


def test_verify(house):
    exported(house)
    said = house.ok("verify", "--ratings", listed(house), *paths(house))
    assert said == "%d ratings follow from %d verified records\n" % (
        len(house.json("rating")), len(TABLES)), said
    # no home is needed
    assert house.call("verify", "--ratings", house.path("ratings.json"),
                      *paths(house), "--home", "/none").returncode == 0
    house.fails(1, "the records, and", "verify", "--ratings",
                house.path("ratings.json"), *paths(house)[1:])
    house.fails(1, "records of the same match", "verify", "--ratings",
                house.path("ratings.json"), *paths(house), paths(house)[0])
    house.fails(2, "give the records", "verify", "--ratings",
                house.path("ratings.json"))
    house.fails(1, "nothing to compare", "verify", "--ratings",
                put(house, "other.json", []), *paths(house))
    ratings = house.json("rating")
    ratings[0]["points"] += 1
    house.fails(1, "points is", "verify", "--ratings",
                put(house, "other.json", ratings), *paths(house))
    ratings = house.json("rating")
    ratings[0]["place"] = 9
    house.fails(1, "by the records, and 9 in the list", "verify",
                "--ratings", put(house, "other.json", ratings), *paths(house))
    house.fails(1, "is a record missing", "verify", "--ratings",
                put(house, "other.json", house.json("rating") + [
                    dict(ratings[0], person=99)]), *paths(house))


def test_verify_each(house):
    """Several files, each of which is told of."""
    exported(house)
    said = house.ok("verify", *paths(house))
    assert all(path + " is verified" in said for path in paths(house)), said
    record = house.path("none.json")
    done = house.fails(1, record, "verify", record, *paths(house))
    assert paths(house)[-1] + " is verified" in done.stdout, done.stdout


def test_tampered(house):
    records = exported(house)
    for change, what in (
            (lambda r: r["scores"].reverse(), "does not agree"),
            (lambda r: r["players"][0].update(rated="clever"), "\"rated\" is"),
            (lambda r: r.pop("ended"), "does not say when"),
            (lambda r: r["events"].pop(), "cannot be verified")):
        other = json.loads(json.dumps(records[0]))
        change(other)
        if other["scores"] == records[0]["scores"] and what[0] == "d" \
                and "ended" in other:
            other["scores"][0] += 1
        house.fails(1, what, "verify", "--ratings", listed(house),
                    put(house, "other.json", other), *paths(house)[1:])


def test_out(house):
    """Nobody's numbers but those of the others are left."""
    anna = str(numbers(house)["Anna"])
    before = house.json("rating")
    house.ok("rating", "off", "Anna")
    ratings = house.json("rating")
    assert anna not in [str(one.get("person")) for one in ratings]
    assert "Anna" not in house.ok("rating", "list")
    bo = [one for one in ratings if one.get("name") == "Bo"]
    assert [one["matches"] for one in bo] == [1], ratings
    exported(house)
    house.ok("verify", "--ratings", listed(house), *paths(house))
    house.ok("rating", "on", "Anna")
    assert house.json("rating") == before


def test_left(house):
    """A player who leaves before half of the moves is not rated, nor is a
    seat without a player; a player who leaves late is."""
    early, late = begin(house, ["Eve", "Fay"]), begin(house, ["Gil", "Hal"])

    def made():
        return sql(house, "SELECT count(*) FROM event WHERE match = ?"
                   " AND seat = 0", late)[0][0]

    leave(house, "Eve")
    own = None
    for _ in range(40):
        house.run(2 * DAY)
        if house.json("match", "show", str(late))["state"] == "over":
            break
        if made() >= 16:  # of some 20, but now and then of more than 32
            own = made()
            leave(house, "Gil")
            break
    # the program may have made a move there before the run was over
    most = made()
    own = own or most
    play(house)
    people = numbers(house)
    rows = {match: [one for one, in sql(
        house, "SELECT person FROM result WHERE match = ? ORDER BY seat",
        match)] for match in (early, late)}
    assert rows[early] == [None, people["Fay"]], rows
    rated = {people["Gil"] if 2 * n > made() else None for n in (own, most)}
    assert rows[late][0] in rated and rows[late][1] == people["Hal"], (
        rows, own, most, made())


def test_older(house):
    """Matches from before results were kept get theirs with the next tick."""
    before = house.json("rating")
    assert before
    sql(house, "DELETE FROM result")
    assert house.json("rating") == []
    sql(house, "DELETE FROM meta WHERE key = 'results'")
    sql(house, "INSERT INTO meta (key, value)"
        " SELECT 'results', CAST (max(id) AS TEXT) FROM match")
    house.run()
    assert house.json("rating") == before
    (left,), = sql(house, "SELECT value FROM meta WHERE key = 'results'")
    assert str(left) == "0", left


def main():
    tap = Tap()
    house = House()
    for table in TABLES:
        begin(house, table)
    play(house)
    for name, test in (("as the model computes them", test_model),
                       ("who is rated", test_who),
                       ("they follow from records", test_verify),
                       ("records that were changed", test_tampered),
                       ("a person stays out", test_out),
                       ("older matches", test_older),
                       ("seats that were left", test_left)):
        tap.run(name, test, house)
    house.close()
    tap.end()


main()
