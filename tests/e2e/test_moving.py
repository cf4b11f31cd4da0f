#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The recipe of the manual that moves a home to another machine, followed to
the letter: each machine is a folder, and commands of the system that only root
may use stand in its place of commands."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import SRC, TURNPOST, House  # noqa: E402
from restoring import sent  # noqa: E402
from tap import Tap  # noqa: E402

COMMANDS = {
    # the service of the one unit that there is
    "systemctl": """\
case "$*" in
"disable --now turnpost")
	kill "$(cat "$MACHINE/pid")"
	while kill -0 "$(cat "$MACHINE/pid")" 2>/dev/null; do sleep 0.1; done ;;
"enable --now turnpost")
	turnpost --home "$MACHINE/var/lib/turnpost" serve \\
		>"$MACHINE/log" 2>&1 </dev/null &
	echo $! >"$MACHINE/pid" ;;
*)
	exit 9 ;;
esac
""",
    "sudo": '[ "$1 $2" = "-u turnpost" ] || exit 9\nshift 2\nexec "$@"\n',
    "chown": '[ "$1" = turnpost ] && [ -e "$2" ]\n',
    "install": """\
[ "$1 $2 $3 $4 $5 $6 $7" = "-d -o turnpost -g turnpost -m 700" ] || exit 9
exec mkdir -p -m 700 "$8"
""",
    "scp": '[ "$1" = -p ] || exit 9\nexec cp -p "$2" "$OTHER/${3#new:/}"\n',
}


def recipe():
    """The lines below "Moving a home", each "old# ..." or "new# ..."."""
    path = os.path.join(SRC, "man", "turnpost-backup.1")
    with open(path, encoding="utf-8") as file:
        text = file.read().split(".Ss Moving a home\n")[1]
    block = re.search(r"(?ms)^\.Bd -literal[^\n]*\n(.*?)^\.Ed$", text).group(1)
    lines = re.findall(r"(?m)^(old|new)# (.*)$", block)
    assert len(lines) == len(block.splitlines()) > 7, block
    return lines


class Machine:
    def __init__(self):
        self.dir = tempfile.mkdtemp(prefix="turnpost-machine-")
        for path in ("bin", "tmp", "var/lib"):
            os.makedirs(os.path.join(self.dir, path))
        for name, text in COMMANDS.items():
            path = os.path.join(self.dir, "bin", name)
            with open(path, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\n" + text)
            os.chmod(path, 0o755)
        os.symlink(os.path.abspath(TURNPOST),
                   os.path.join(self.dir, "bin", "turnpost"))

    @property
    def home(self):
        return os.path.join(self.dir, "var", "lib", "turnpost")

    def shell(self, line, other):
        """The line, with the folders of this machine for those of the root."""
        line = re.sub(r"(?<= )/(?=var/|tmp/)", self.dir + "/", line)
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, text=True, check=False,
            timeout=120, env=dict(
                os.environ, MACHINE=self.dir, OTHER=other.dir,
                PATH="%s/bin:%s" % (self.dir, os.environ["PATH"])))
        assert done.returncode == 0, (line, done.stdout, done.stderr)

    def end(self):
        path = os.path.join(self.dir, "pid")
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                try:
                    os.kill(int(file.read()), signal.SIGTERM)
                except ProcessLookupError:
                    pass


def wait(what):
    for _ in range(300):
        if what():
            return
        time.sleep(0.1)
    raise AssertionError("it does not come")


def test_to_the_letter():
    old, new = Machine(), Machine()
    house = House()
    house.example()
    for name, body in ROUND[:3]:
        house.reply(house.newest(name), body)
        house.run()
    # a letter and a mail that wait
    house.reply(house.newest(ROUND[3][0]), ROUND[3][1])
    moves, letters = house.moves(), sent(house)
    # machines have a clock of their own
    house.now = int(time.time())
    os.rename(house.dir, old.home)
    house.dir = old.home
    waiting = os.listdir(house.path("spool", "in", "new"))
    for name in waiting:
        shutil.move(house.path("spool", "in", "new", name), old.dir)
    old.shell("systemctl enable --now turnpost", new)
    wait(lambda: os.path.exists(house.path("serving")))
    time.sleep(1)
    try:
        lines = recipe()
        for machine, line in lines:
            if line.startswith("mv "):
                # it came when nothing ran: the old home has it no more
                for name in waiting:
                    shutil.move(os.path.join(old.dir, name),
                                os.path.join(new.dir, name))
            (old if machine == "old" else new).shell(
                line, new if machine == "old" else old)
        assert not os.path.exists(old.home)
        house.dir = new.home
        wait(lambda: os.path.exists(house.path("serving")))
        for name in waiting:
            shutil.move(os.path.join(new.dir, name),
                        house.path("spool", "in", "new", name))
        wait(lambda: len(house.moves()) == len(moves) + 1)
        wait(lambda: len(sent(house)) > len(letters))
    finally:
        old.end()
        new.end()
    ids = sent(house)
    assert len(ids) == len(set(ids)), ids
    assert house.rows("SELECT count(*) FROM outbox WHERE state = 'dead'") == [
        (0,)]
    house.close()
    for machine in (old, new):
        shutil.rmtree(machine.dir, ignore_errors=True)


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
