#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The picture of a table in a file: match show --picture, for onlookers and
for a seat, which is a look; and check on a machine without fonts."""

import contextlib
import os
import sqlite3
import struct
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import House, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402

def chunks(png):
    """(name, bytes) of each, their sums checked."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n"), png[:8]
    at = 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at:at + 8])
        data = png[at + 8:at + 8 + size]
        total, = struct.unpack(">I", png[at + 8 + size:at + 12 + size])
        assert total == zlib.crc32(name + data), name
        yield name, data
        at += 12 + size


def look(path):
    """A PNG as letters need it; its bytes."""
    with open(path, "rb") as file:
        png = file.read()
    parts = list(chunks(png))
    assert [name for name, _ in parts] == [b"IHDR", b"PLTE", b"IDAT",
                                           b"IEND"], parts
    width, height, bits, kind = struct.unpack(">IIBB", parts[0][1][:10])
    assert (width, bits, kind) == (1200, 8, 3), (width, bits, kind)
    assert 600 <= height <= 1900, height
    rows = zlib.decompress(parts[2][1])
    assert len(rows) == (width + 1) * height
    assert max(rows) < len(parts[1][1]) // 3
    assert len(png) <= 150 * 1024, len(png)
    return png


def picture(house, *args, match=1):
    path = house.path("table.png")
    house.ok("match", "show", str(match), "--picture", path, *args)
    return look(path)


def svg(house, *args, match=1):
    path = house.path("table.svg")
    house.ok("match", "show", str(match), "--picture", path, *args)
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_each_move(house):
    """The whole example round: the picture changes, and is made again."""
    house.example()
    seen = {picture(house)}
    for player, line in ROUND:
        house.say(player, line)
        now = picture(house)
        assert now == picture(house)
        seen.add(now)
    assert len(seen) > 8, len(seen)


def test_prepared(house):
    """What later letters show is drawn when the first ones have left."""
    house.example()
    pieces = ("SELECT count(*) FROM sprite"
              " WHERE name NOT LIKE 'palette-%'")
    drawn = house.rows(pieces)
    for player, line in ROUND:
        assert images(house.say(player, line)), line
        assert house.rows(pieces) == drawn, (player, line)


def test_each_game(house):
    for number, game in enumerate(["mutineer", "fourth-bridge", "hexxi"], 1):
        house.match(game=game)
        house.start()
        picture(house, match=number)
        for seat in range(3):
            picture(house, "--seat", str(seat), match=number)
        text = svg(house, match=number)
        assert all(name in text for name in SEATS), game


def test_own(house):
    """What lies face down is in the picture of its owner alone."""
    house.match(game="hexxi")
    house.start()
    first = [seat["seat"] for seat in house.json("match", "show", "1")["seats"]
             if seat["asked"]][0]
    house.say(SEATS[first], "place warship d4")
    public = svg(house)
    others = [svg(house, "--seat", str(seat)) for seat in range(3)
              if seat != first]
    own = svg(house, "--seat", str(first))
    board = 'transform="scale(.8)"><use xlink:href="#warship"'
    assert "#warship" not in public
    assert all(board not in one for one in others)
    assert own.count(board) == own.count("#warship") == 1
    # the others hold theirs in hand
    assert all(one.count("#warship") == 1 for one in others)


def test_rights(house):
    """Others may read what all may see as far as the organiser lets them."""
    house.match(game="hexxi")
    house.start()
    svg_file, before = house.path("table.svg"), os.umask(0o027)
    try:
        svg(house)
        assert os.stat(svg_file).st_mode & 0o777 == 0o640
        os.remove(svg_file)
        svg(house, "--seat", "0")
        assert os.stat(svg_file).st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_refusals(house):
    house.match(game="hexxi")
    png = house.path("table.png")
    house.fails(1, "has not begun", "match", "show", "1", "--picture", png)
    assert not os.path.exists(png)
    house.start()
    house.fails(2, "must end with .png or .svg", "match", "show", "1",
                "--picture", house.path("table.gif"))
    house.fails(2, "--picture", "match", "show", "1", "--seat", "0")
    house.fails(1, 'no seat "7"', "match", "show", "1", "--picture", png,
                "--seat", "7")
    house.fails(1, 'no seat "-7"', "match", "show", "1", "--picture", png,
                "--seat", "-7")
    house.fails(74, "turnpost: %s: No such file or directory"
                % house.path("none", "table.png"), "match", "show", "1", "--picture",
                house.path("none", "table.png"))


def test_organiser_plays(house):
    """He does not see what is hidden, unless he insists and all hear of it."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("organiser: %s\n" % address(SEATS[0]))
    house.match(game="hexxi")
    house.start()
    png = house.path("table.png")
    picture(house)
    house.fails(1, "--force", "match", "show", "1", "--picture", png,
                "--seat", "1")
    before = [len(house.letters(name)) for name in SEATS]
    picture(house, "--seat", "1", "--force")
    house.run()
    for name, count in zip(SEATS, before):
        told = house.letters(name)[count:]
        assert any("looked" in letter.text for letter in told), name


def test_fonts(house):
    """check says whether letters can be drawn; without them the rest is."""
    assert "pictures: they can be drawn" in house.ok("check")
    conf = house.path("fonts.conf")
    with open(conf, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>'
                   '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
                   "<fontconfig><dir>/nowhere</dir></fontconfig>")
    bare = {"FONTCONFIG_FILE": conf, "XDG_CACHE_HOME": house.path("cache")}
    done = house.call("check", env=bare)
    assert done.returncode == 0, done.stderr
    assert "warning  pictures: this machine has no fonts" in done.stdout, (
        done.stdout)
    house.match(game="mutineer")
    house.start()
    path = house.path("bare.png")
    house.ok("match", "show", "1", "--picture", path, env=bare)
    look(path)


def test_own_template(house):
    """An organiser's picture instead of ours; check finds a broken one."""
    os.makedirs(house.path("templates", "pictures"))
    path = house.path("templates", "pictures", "hexxi.svg")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="600" '
                   'height="300"><rect width="600" height="300" fill="red"/>'
                   "{{#view}}<!-- turn {{turn}} -->{{/view}}</svg>")
    house.match(game="hexxi")
    house.start()
    assert "<!-- turn 1 -->" in svg(house)
    picture(house)
    with open(path, "a", encoding="utf-8") as file:
        file.write("<svg>")
    done = house.call("check")
    assert done.returncode == 1
    assert "wrong    pictures: hexxi.svg: picture: " in done.stdout, done.stdout


def images(letter):
    """The bytes of its pictures."""
    return [part.get_payload(decode=True) for part in letter.mail.walk()
            if part.get_content_maintype() == "image"]


def kept(house):
    """Pictures, and sprites, in the database."""
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db:
        return db.execute("SELECT (SELECT count(*) FROM picture),"
                          " (SELECT count(*) FROM sprite)").fetchone()


def drawn(house):
    """How many pictures are kept as they were drawn."""
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        return db.execute("SELECT count(*) FROM picture"
                          " WHERE png <> x''").fetchone()[0]


def test_drawn_when_it_leaves(house):
    """Not when it is written, nor by a look at it."""
    house.match(game="hexxi")
    house.start()
    first = [seat["seat"] for seat in house.json("match", "show", "1")["seats"]
             if seat["asked"]][0]
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        (before,) = db.execute("SELECT max(id) FROM outbox").fetchone()
        assert db.execute("SELECT count(*) FROM picture"
                          " WHERE svg = x'' OR height = 0").fetchone() == (0,)
        db.execute("UPDATE picture SET png = x''")
        db.execute("DELETE FROM sprite")
    house.reply(house.newest(SEATS[first]), "place warship d4")
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    pictures, sprites = kept(house)
    assert pictures > 0 and sprites == 0, (pictures, sprites)
    assert drawn(house) == 0
    shown = house.ok("--reveal", "outbox", "show", str(before + 1))
    assert "iVBORw0KGgo" in shown, shown
    assert kept(house) == (pictures, 0) and drawn(house) == 0
    house.ok("send")
    assert kept(house)[1] > 0 and drawn(house) > 0
    for name in SEATS:
        for image in images(house.newest(name)):
            list(chunks(image))


def test_broken_template(house):
    """Letters leave without the picture, which the log tells."""
    os.makedirs(house.path("templates", "pictures"))
    path = house.path("templates", "pictures", "hexxi.svg")
    for text, told, left in [
            # found when it is written, or when it is drawn
            ("no picture at all", "a letter has no picture: ", []),
            ('<svg xmlns="http://www.w3.org/2000/svg" width="60" '
             'height="30" viewBox="0 0 60 30"><p',
             "a letter leaves without its picture: ", [b""])]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        house.match(game="hexxi")
        house.run()
        for name in SEATS:
            house.reply(house.newest(name), "ready")
        house.now += 60
        done = house.steps()
        assert done.stderr.count("picture: ") >= 3, done.stderr
        assert told in done.stderr, done.stderr
        for name in SEATS:
            assert images(house.newest(name)) == left, house.newest(name).raw


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
