#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What an organiser gives that cannot be meant: each time one sentence that
says what was wrong, and nothing is changed or lost."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, address  # noqa: E402
from restoring import folder  # noqa: E402
from tap import Tap  # noqa: E402


def robots(house, count):
    """So many matches that robots have played to their end."""
    for _ in range(count):
        house.ok("match", "new", "hexxi", "--seat", "robot:easy", "--seat",
                 "robot:easy")
    for _ in range(9):
        house.run()
        if len(house.json("match", "list", "--state", "over")) == count:
            return
    raise AssertionError(house.ok("match", "list"))


def test_several_matches_to_verify(house):
    robots(house, 2)
    assert house.ok("verify", "1", "2").count("is verified") == 2
    done = house.fails(1, "there is no match 9", "verify", "1", "9", "2")
    assert done.stdout.count("is verified") == 2, done.stdout


def test_where_a_backup_goes(house):
    """A folder that is not there, or a file in its place, is the organiser's
    mistake however it is written."""
    into = folder()
    file = os.path.join(into, "file")
    with open(file, "wb"):
        pass
    for target in ("none/x", "none/", "none/x/y", "none//"):
        house.fails(1, "there is no folder " + os.path.join(into, "none"),
                    "backup", os.path.join(into, target))
    for target in ("file/x", "file/", "file//"):
        house.fails(1, file + " is a file; name a folder", "backup",
                    os.path.join(into, target))
    house.fails(1, "name a file or a folder", "backup", "")
    assert os.listdir(into) == ["file"] and os.path.getsize(file) == 0


def test_two_backups_in_a_second(house):
    into = folder()
    path = house.json("backup", into)["file"]
    with open(path, "rb") as made:
        first = made.read()
    house.fails(1, "of this very second, is there already; try again",
                "backup", "--keep", "daily=1", into)
    with open(path, "rb") as made:
        assert made.read() == first
    assert os.listdir(into) == [os.path.basename(path)]
    house.now += 1
    house.ok("backup", into)
    assert len(os.listdir(into)) == 2


def test_no_folder_of_the_settings(house):
    """Else the first backup is a file of that name, and there is no second."""
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nbackup:\n  folder: kept\n")
    for keep in ([], ["--keep", "daily=7"]):
        house.fails(1, 'the setting "backup: folder": there is no folder %s; '
                       'make it first' % house.path("kept"), "backup", *keep)
        assert not os.path.exists(house.path("kept"))
    os.mkdir(house.path("kept"))
    house.ok("backup")
    assert len(os.listdir(house.path("kept"))) == 1


def test_what_to_restore(house):
    backup = house.json("backup", folder())["file"]
    home, house.dir = house.dir, folder()
    file = house.path("file")
    with open(file, "wb"):
        pass
    for none in (house.path("none"), house.path("file", "none")):
        house.fails(1, "there is no file " + none, "restore", none)
    house.dir = file
    house.fails(1, file + " is not a folder", "restore", backup)
    assert os.path.getsize(file) == 0
    house.dir = home


def test_a_folder_for_a_file(house):
    for words in (("verify",), ("import",), ("person", "import"), ("read",),
                  ("match", "new", "mutineer", "--setup"),
                  ("series", "new", "Cup", "--game", "mutineer", "--seats",
                   "4", "--points")):
        seats = [arg for name in SEATS if "--setup" in words
                 for arg in ("--seat", "%s <%s>" % (name, address(name)))]
        house.fails(1, "%s: this is a folder; a file is needed here"
                    % house.dir, *words, house.dir, *seats)
    assert house.json("person", "list") == []


def test_what_is_written(house):
    """The place is the organiser's mistake, and is said without the words of
    the system."""
    robots(house, 1)
    file = house.path("file")
    with open(file, "wb"):
        pass
    for words in (("metrics",), ("export", "1", "--html")):
        house.fails(1, "%s: this is a folder; a file is needed here"
                    % house.dir, *words, house.dir)
        house.fails(1, "the name of a file is empty", *words, "")
    for words in (("verify",), ("import",), ("person", "import")):
        house.fails(1, "the name of a file is empty", *words, "")
    house.fails(1, file + " is a file; name a folder for pages", "page", file)
    house.fails(2, "name one folder for the pages", "page", "")
    house.fails(2, "--all needs a folder, and %s is none" % file, "export",
                "--all", file)
    house.fails(2, "--all needs a folder", "export", "--all", "")
    assert os.path.getsize(file) == 0


def test_written_over(house):
    """What is something else is not lost by a slip; what is ours is renewed."""
    robots(house, 1)
    settings = house.path("turnpost.yaml")
    with open(settings, encoding="utf-8") as file:
        before = file.read()
    for words in (("metrics",), ("export", "1", "--html")):
        house.fails(1, "%s is there already and holds something else; name"
                    " another file" % settings, *words, settings)
        ours = house.path("ours." + words[0])
        for _ in range(2):
            house.ok(*words, ours)
        assert os.path.getsize(ours) > 100
    with open(settings, encoding="utf-8") as file:
        assert file.read() == before


def test_full_output(house):
    """A record that a full disk cut short says so."""
    robots(house, 1)
    for words in (["match", "list"], ["export", "1"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(house.command(words), stdout=full,
                                  stderr=subprocess.PIPE, text=True)
        assert done.returncode == 74, done
        assert done.stderr == ("turnpost: standard output: No space left on "
                               "device\n"), done.stderr


def test_people(house):
    house.match()
    for who, piece in (("", 'there is no person ""; "turnpost person list"'),
                       ("Zoe", 'there is no person "Zoe"; '),
                       ("9" * 20, 'there is no person "%s"; ' % ("9" * 20)),
                       ("zoe@", '"zoe@" is not a mail address; "turnpost'),
                       ("99", "there is no person 99")):
        for words in (("person", "show"), ("rating", "off"),
                      ("outbox", "list", "--person")):
            house.fails(1, piece, *words, who)
    for seat in ("", "9", "9" * 20, "Zoe"):
        house.fails(1, 'match 1 has no seat "%s"; its seats are 0 Bernhard'
                    % seat, "match", "extend", "1", "1d", "--seat", seat,
                    "--reason", "x")


def test_numbers(house):
    for queue, thing in (("inbox", "mail"), ("outbox", "letter")):
        for word in ("show", "retry", "drop"):
            for number in ("", "0", "1x", "two", "9" * 20):
                house.fails(2, '"%s" is not the number of a %s; "turnpost %s '
                            'list" shows them' % (number, thing, queue),
                            queue, word, number)
        house.fails(2, "usage: turnpost %s list" % queue, queue, "show")
    house.match()
    house.fails(2, '"10001d" is not a time such as 3d, 12h or 30m, of at most '
                '10000d', "match", "extend", "1", "10001d", "--reason", "x")
    house.fails(1, "30 days in any 90", "match", "extend", "1", "10000d",
                "--reason", "x")
    house.fails(1, "match 1 is not going to be deleted", "match", "delete",
                "1", "--cancel")
    for more in ((), ("--mail",)):
        house.fails(2, "--wait needs --mail and a number of seconds from 1",
                    "check", "--wait", "0", *more)
    house.fails(1, 'there is no game "chess"; the games are mutineer, ',
                "read", "--game", "chess", house.path("turnpost.yaml"))
    house.fails(2, "--in must be a time such as 12h or 14d, of at most 10000d",
                "match", "delete", "1", "--reason", "x", "--in", "10001d")


def test_no_folder_for_a_home(house):
    with open(house.path("file"), "wb"):
        pass
    home, house.dir = house.dir, house.path("file")
    house.fails(78, "%s is a file, and a home of turnpost is a folder"
                % house.dir, "match", "list")
    house.fails(1, "%s is a file; a home needs a folder" % house.dir, "init",
                "--address", "robot@example.org")
    house.fails(75, "%s is a file, and a home" % house.dir, "deliver",
                input="")
    house.dir = ""
    house.fails(2, "--home needs a folder", "match", "list")
    house.dir = home
    os.remove(house.path("turnpost.yaml"))
    os.mkdir(house.path("turnpost.yaml"))
    house.fails(78, "turnpost.yaml: this is a folder", "match", "list")


def test_the_home_of_somebody_else(house):
    """They are told whose it is, and not that there is none."""
    worker = house.worker()
    if not worker:  # only root can make a home of somebody else
        os.chmod(house.path("turnpost.yaml"), 0)
        house.fails(74, "turnpost.yaml: Permission denied", "match", "list")
    else:
        for path in (house.dir, house.path("turnpost.yaml")):
            os.chown(path, 0, 0)
        os.chmod(house.dir, 0o755)
        os.chmod(house.path("turnpost.yaml"), 0o600)
        whose = ("turnpost.yaml: Permission denied; the home belongs to root,"
                 " so work there as that user, as in \"sudo -u root turnpost")
        house.fails(74, whose, "match", "list", **worker)
        # as mail servers meet it, which may not even look into the folder
        program = house.turnpost
        house.turnpost = os.path.join(folder(), "program")
        os.rename(program, house.turnpost)
        os.chmod(os.path.dirname(house.turnpost), 0o755)
        os.chmod(house.dir, 0o700)
        house.fails(75, whose, "deliver", input="", **worker)


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
