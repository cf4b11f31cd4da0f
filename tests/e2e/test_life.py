#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The life of a match by mail: muster, moves, numbers, undo, deadlines."""

import hashlib
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402


def test_line_ends(house):
    """In a mailbox on this machine lines end with LF alone."""
    house.match()
    house.run()
    assert b"\r" not in house.newest("Steffi").raw


def test_muster(house):
    house.match("--name", "Friday")
    house.run()
    letter = house.newest("Steffi")
    shown = house.json("match", "show", "1")
    letter.says("Bernhard", "Florian", "Carmen", shown["commitment"])
    assert shown["state"] == "muster"
    answer = house.say("Steffi", "ready luck Seven Seas")
    assert shown["commitment"] == house.json(
        "match", "show", "1")["commitment"]
    answer.says("ready luck Seven Seas")
    for name in ["Bernhard", "Florian"]:
        house.say(name, "ready")
    assert house.json("match", "show", "1")["state"] == "muster"
    house.say("Carmen", "ready")
    assert house.json("match", "show", "1")["state"] == "running"
    for name in SEATS:
        house.newest(name).says("Round 1")


def test_seed(house):
    """The match seed is made of server seed and luck words as told."""
    house.match()
    house.run()
    for name, words in zip(SEATS, ["", " luck Ahoj żagiel", "", ""]):
        house.reply(house.newest(name), "ready" + words)
    house.run()
    record = house.json("--reveal", "export", "1")
    server = bytes.fromhex(record["server_seed"])
    data = server
    for player in record["players"]:
        luck = (player["luck"] or "").encode()
        data += len(luck).to_bytes(4, "little") + luck
    blake = lambda text: hashlib.blake2b(text, digest_size=32).hexdigest()
    assert record["players"][1]["luck"] == "Ahoj żagiel", record["players"]
    assert record["seed"] == blake(data)
    assert record["commitment"] == blake(server)


def test_decline(house):
    house.match()
    house.run()
    house.say("Florian", "resign")
    assert house.json("match", "show", "1")["state"] == "ended"
    for name in SEATS:
        house.newest(name).says("Florian")
    house.say("Steffi", "ready").says("called off")


def test_number(house):
    house.example()
    letter = house.newest("Bernhard")
    number = letter.number("pay 2")
    house.say("Bernhard", number)
    assert house.moves() == [("Bernhard", "pay 2")]
    # the same number again, in an answer to the same letter: stale
    house.reply(letter, number)
    house.run()
    house.newest("Bernhard").says("older list")
    assert len(house.moves()) == 1


def test_number_for_no_list(house):
    """The letter that is answered came when there was nothing to choose."""
    house.example()
    old = house.newest("Steffi")
    assert "1)" not in old.text, old.text
    house.say("Bernhard", "pay 1\nplay wine")
    house.reply(old, "1")
    house.run()
    assert house.moves()[-1] == ("Bernhard", "play wine")
    house.newest("Steffi").says("has no list of moves")


def test_number_without_thread(house):
    """The reply address alone tells the list; one never sent tells none."""
    house.example()
    letter = house.newest("Bernhard")
    bad = str(letter.mail["Reply-To"]).replace(".t", ".t9", 1)
    house.reply(letter, letter.number("pay 1"), threaded=False, to=bad)
    house.run()
    assert house.moves() == []
    house.reply(letter, letter.number("pay 1"), threaded=False)
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]


def test_number_while_others_move(house):
    """A list stays good while it is the same list."""
    house.example()
    house.say("Bernhard", "pay 1\nplay wine")
    old = house.newest("Steffi")
    house.say("Carmen", "status")
    house.reply(old, old.number("play salt"))
    house.run()
    assert house.moves()[-1] == ("Steffi", "play salt")


def test_number_after_undo(house):
    """A list that was overtaken by an undo means nothing any more."""
    house.example()
    house.say("Bernhard", "pay 1")
    old = house.newest("Bernhard")
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    house.reply(old, old.number("play wine"))
    house.run()
    assert house.moves() == [], house.moves()
    house.newest("Bernhard").says("older list")


def test_all_or_nothing(house):
    house.example()
    answer = house.say("Bernhard", "pay 1\nplay ruby")
    assert house.moves() == [], house.moves()
    answer.says("play ruby")
    house.say("Bernhard", "pay 1\nplay wine")
    assert house.moves() == [("Bernhard", "pay 1"), ("Bernhard", "play wine")]


def test_no_free_look(house):
    """What a pass has shown is not taken back by a wrong line behind it."""
    house.example()
    house.say("Bernhard", "pay 0\nplay wine")
    house.say("Steffi", "pass mutineer")
    answer = house.say("Florian", "pass mutineer")
    assert house.moves()[-1] == ("Florian", "pass"), house.moves()
    state = house.state()
    assert state["players"][2]["passed"] and not state["players"][2]["role"]
    answer.says("take mate")
    answer.lacks("take mutineer →")
    house.say("Florian", "take mate")
    assert house.moves()[-1] == ("Florian", "take mate")


def test_out_of_turn(house):
    house.example()
    house.say("Steffi", "play salt").says("Bernhard")
    assert house.moves() == []


def test_sections(house):
    house.example()
    for word, piece in [("help", "status"), ("rules", "island"),
                        ("rules sale", "merchant"), ("status", "Bernhard"),
                        ("history", "Bernhard")]:
        answer = house.say("Carmen", word)
        answer.says(piece)
    assert house.moves() == []


def test_history_keeps_secrets(house):
    house.example()
    house.say("Bernhard", "pay 0\nplay wine")
    house.say("Steffi", "pass mutineer")
    house.say("Carmen", "history").lacks("You take", "take mutineer",
                                         "the mutineer")
    house.say("Steffi", "history").says("utineer")


def test_resign(house):
    house.example()
    asked = house.say("Bernhard", "resign")
    assert house.json("match", "show", "1")["seats"][0]["held"] == "person"
    code = [word.strip(".\"'") for line in asked.text.splitlines()
            if "resign " in line
            for word in [line.split("resign ")[1].split()[0]]
            if len(word.strip(".\"'")) == 6]
    assert code, asked.text
    house.say("Bernhard", "resign " + code[0])
    assert house.json("match", "show", "1")["seats"][0]["held"] == "robot"
    # the game's default is played for the seat: pay 0, then pass
    assert house.moves()[:2] == [("Bernhard", "pay 0"), ("Bernhard", "pass")]
    for name in SEATS[1:]:
        house.newest(name).says("Bernhard")


def test_undo(house):
    house.example()
    house.say("Bernhard", "pay 3")
    house.ok("match", "undo", "1", "--reason", "he meant 2")
    house.run()
    assert house.moves() == []
    for name in SEATS:
        house.newest(name).says("he meant 2")
    house.say("Bernhard", "pay 2")
    assert house.moves() == [("Bernhard", "pay 2")]


def test_end(house):
    house.example()
    house.ok("match", "end", "1", "--reason", "rain stopped play")
    house.run()
    for name in SEATS:
        house.newest(name).says("rain stopped play")
    house.say("Bernhard", "pay 1").says("called off")
    house.fails(1, "already over", "match", "end", "1", "--reason", "again")


def test_deadline(house):
    house.example("--policy", "time=36h")
    house.newest("Bernhard").says("UTC")
    house.run(35 * 60)
    assert house.moves() == []
    house.run(60)  # the deadline's own second is hers
    assert house.moves() == []
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]
    house.newest("Bernhard").says("missed the deadline")
    house.run(36 * 60 + 1)
    assert house.moves()[-1] == ("Bernhard", "pass")


def test_duplicate(house):
    house.example()
    raw = house.reply(house.newest("Bernhard"), "pay 1\nplay wine")
    house.deliver(b"Received: from elsewhere\r\n" + raw)
    house.run()
    count = len(house.letters("Bernhard"))
    house.deliver(b"Received: by a third way\r\n" + raw)
    house.run()
    assert len(house.letters("Bernhard")) == count
    assert house.moves() == [("Bernhard", "pay 1"), ("Bernhard", "play wine")]
    states = [row["state"] for row in house.json("inbox", "list")]
    assert states.count("duplicate") == 2, states


def test_same_id_other_mail(house):
    house.example()
    letter = house.newest("Bernhard")
    house.reply(letter, "pay 1", id="<one@client.example>")
    house.run()
    house.reply(house.newest("Bernhard"), "play wine",
                id="<one@client.example>")
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]
    house.newest("Bernhard").says("Message-ID")


def test_data_is_fixed(house):
    """Editing the island file never changes a running match."""
    path = house.path("islands.yaml")
    source = os.path.join(os.environ.get("TURNPOST_SRC", "."), "games",
                          "mutineer", "islands.yaml")
    with open(source, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\ndata:\n  mutineer: islands.yaml\n")
    house.example()
    before = house.ok("--reveal", "--json", "match", "show", "1")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("alone: 4", "alone: 9"))
    assert house.ok("--reveal", "--json", "match", "show", "1") == before
    with open(path, "w", encoding="utf-8") as file:
        file.write("nothing: of use\n")
    house.say("Bernhard", "pay 1")
    assert house.moves() == [("Bernhard", "pay 1")]
    house.fails(1, "islands.yaml:", "match", "new", "mutineer", *[
        piece for name in SEATS
        for piece in ("--seat", "%s <%s>" % (name, address(name)))])


def test_record(house):
    """Anyone can check the shuffle.  (wish 21)"""
    house.example()
    house.say("Bernhard", "pay 1")
    house.fails(1, "--reveal", "export", "1")
    record = house.json("--reveal", "export", "1")
    path = house.path("record.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file)
    assert "is verified" in house.ok("verify", path)
    assert "is verified" in house.ok("verify", "1")
    for change in [
            lambda r: r["events"][0].update(move="pay 2", seat=1),
            lambda r: r.update(server_seed="0" * 64),
            lambda r: r["scores"].__setitem__(0, 99),
            lambda r: r["players"][0].update(luck="cheat"),
            lambda r: r["events"][0].update(draws=[[5, 1]])]:
        bad = json.loads(json.dumps(record))
        change(bad)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(bad, file)
        house.fails(1, "cannot be verified", "verify", path)


def test_two_processes(house):
    """Two runs at once: one waits, nothing is doubled."""
    import subprocess
    house.example()
    house.reply(house.newest("Bernhard"), "pay 1\nplay wine")
    house.now += 60
    runs = [subprocess.Popen(house.command(["run"])) for _ in range(4)]
    assert [run.wait(120) for run in runs] == [0, 0, 0, 0]
    assert house.moves() == [("Bernhard", "pay 1"), ("Bernhard", "play wine")]
    assert len([l for l in house.letters("Steffi")]) == len(
        {l.id for l in house.letters("Steffi")})


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
