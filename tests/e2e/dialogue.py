# SPDX-License-Identifier: ISC
"""A dialogue with "turnpost init" on a terminal."""

import os
import pty
import select
import termios
import time

from peer import ROBOT_PASSWORD

PATIENCE = 60  # seconds for the next question
# What no server knows is known soon, also without a network.
QUICK = dict(os.environ, RES_OPTIONS="timeout:1 attempts:1")


class Dialogue:
    """The program on a terminal of its own, as its session's."""

    def __init__(self, house, *args):
        command = house.command(["init", *args])
        self.shown = ""
        self.seen = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(command[0], command, QUICK)

    def expect(self, text):
        """Wait until that is shown, after what was expected before."""
        end = time.monotonic() + PATIENCE
        while (at := self.shown.find(text, self.seen)) == -1:
            left = end - time.monotonic()
            assert left > 0, "no %r in %r" % (text, self.shown[self.seen:])
            assert self.more(left), "no %r but the end: %r" % (
                text, self.shown[self.seen:])
        self.seen = at + len(text)

    def more(self, patience):
        if not select.select([self.fd], [], [], patience)[0]:
            return True
        try:
            piece = os.read(self.fd, 65536)
        except OSError:
            return False
        self.shown += piece.decode()
        return piece != b""

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def answer(self, question, line=""):
        self.expect(question)
        self.expect(": ")
        self.type(line + "\n")

    def secret(self, word=ROBOT_PASSWORD):
        """The terminal shows nothing from before the question's end on."""
        self.expect("Password (not shown")
        self.expect(": ")
        while self.echoes():
            time.sleep(0.01)
        self.type(word + "\n")

    def echoes(self):
        return bool(termios.tcgetattr(self.fd)[3] & termios.ECHO)

    def end(self):
        """How it ended: an exit code, or minus a signal."""
        while self.more(PATIENCE):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        assert "Sanitizer" not in self.shown, self.shown
        assert ROBOT_PASSWORD not in self.shown, self.shown
        return os.waitstatus_to_exitcode(status)
