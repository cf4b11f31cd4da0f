#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters by a command like sendmail."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, address  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

# Writes down its words and the letter; ends as the file "how" says.
SCRIPT = """\
#!/bin/sh
cd {dir}
n=$(ls | grep -c words)
printf '%s\\n' "$@" > words.$n
cat > letter.$n
echo "cannot do it" >&2
. ./how
"""


def prepare(house, how, more=""):
    os.mkdir(house.path("cmd"))
    with open(house.path("cmd", "sendmail"), "w", encoding="ascii") as file:
        file.write(SCRIPT.format(dir=house.path("cmd")))
    os.chmod(house.path("cmd", "sendmail"), 0o755)
    ends(house, how)
    with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
        file.write("%smail:\n  address: robot@example.org\n  send:\n"
                   "    command: %s -x 'a b'\n%s" % (
                       house.store_line(), house.path("cmd", "sendmail"),
                       more))
    house.match(seats=["Anna", "Berta", "Carla"])


def ends(house, how):
    with open(house.path("cmd", "how"), "w", encoding="ascii") as file:
        file.write(how + "\n")


def calls(house):
    """The words and the letter of each call."""
    found = []
    for n in range(100):
        try:
            with open(house.path("cmd", "words.%d" % n),
                      encoding="ascii") as words, \
                    open(house.path("cmd", "letter.%d" % n), "rb") as letter:
                found.append((words.read().split("\n")[:-1], letter.read()))
        except FileNotFoundError:
            break
    return found


def states(house):
    return [row[0] for row in
            rows(house, "SELECT state FROM outbox ORDER BY id")]


def notes(house):
    return {row[0] for row in rows(house, "SELECT note FROM outbox")}


def test_handed_over(house):
    prepare(house, "exit 0")
    house.run()
    assert states(house) == ["sent"] * 3 and notes(house) == {""}
    raws = rows(house, "SELECT bounce, unpacked(raw) FROM outbox JOIN outbox_raw "
                "USING (id) ORDER BY id")
    for call, name, (word, raw) in zip(
            calls(house), ["Anna", "Berta", "Carla"], raws):
        assert call[0] == ["-x", "a b", "-i", "-f",
                           "robot+b.%s@example.org" % word, "--",
                           address(name)], call[0]
        assert call[1] == raw.replace(b"\r\n", b"\n")
        assert b"\r" not in call[1]
    house.run()
    assert len(calls(house)) == 3


def test_null_sender(house):
    prepare(house, "exit 0")
    house.run()
    house.deliver(b"From: Stranger <stranger@elsewhere.example>\n"
                  b"To: robot@example.org\nSubject: hello\n"
                  b"Message-ID: <1@elsewhere.example>\n\nhelp\n")
    house.run()
    words = calls(house)[3][0]
    assert words[2:] == ["-i", "-f", "", "--",
                         "stranger@elsewhere.example"], words


def test_later(house):
    prepare(house, "exit 75")
    house.run()
    assert states(house) == ["later"] * 3
    note, = notes(house)
    assert note.endswith("sendmail ended with 75: cannot do it"), note
    ends(house, "exit 0")
    house.run(2)
    assert states(house) == ["sent"] * 3
    letters = [letter for _, letter in calls(house)]
    assert letters[:3] == letters[3:]


def test_refused(house):
    prepare(house, "exit 67")
    house.run()
    # what the others would hear of it is for nobody to read
    assert states(house)[:3] == ["dead"] * 3
    assert not set(states(house)) - {"dead", "replaced"}, notes(house)
    codes = rows(house, "SELECT code, says FROM bounce")
    assert [code for code, _ in codes] == ["5.1.1"] * 3, codes
    assert codes[0][1].endswith("cannot do it"), codes


def test_dies(house):
    prepare(house, "kill -9 $$")
    house.run()
    assert states(house) == ["unknown"] * 3
    ends(house, "exit 0")
    house.run(40)
    assert states(house) == ["sent"] * 3


def test_wrong_settings(house):
    for how in ("exit 78", "no-such-command"):
        prepare(house, how)
        house.run()
        assert states(house) == ["new"] * 3, how
        assert len(calls(house)) == 1
        trouble = rows(house, "SELECT why FROM trouble")[0][0]
        assert "sendmail ended with" in trouble, trouble
        ends(house, "exit 0")
        house.run()
        assert states(house) == ["sent"] * 3
        assert rows(house, "SELECT why FROM trouble") == []
        house.close()
        House.__init__(house)


def test_no_such_program(house):
    prepare(house, "exit 0")
    os.rename(house.path("cmd", "sendmail"), house.path("cmd", "away"))
    house.run()
    assert states(house) == ["new"] * 3
    trouble = rows(house, "SELECT why FROM trouble")[0][0]
    assert "cannot be run: No such file" in trouble, trouble
    os.rename(house.path("cmd", "away"), house.path("cmd", "sendmail"))
    house.run()
    assert states(house) == ["sent"] * 3


def test_stopped_at_every_checkpoint(house):
    prepare(house, "exit 0")
    for n in range(1, 8):
        done = house.call("send", env={"TURNPOST_STOP_AT": str(n)})
        assert done.returncode != 0 or n > 4, (n, done.stderr)
        if done.returncode == 0:
            break
    assert states(house) == ["sent"] * 3
    letters = {letter for _, letter in calls(house)}
    assert len(letters) == 3


def main():
    tap = Tap()
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            house = House()
            tap.run(name[5:].replace("_", " "), test, house)
            house.close()
    tap.end()


main()
