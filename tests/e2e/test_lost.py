#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Mail servers that hang up or stay silent: the organiser reads the last words
of the server, soon, and "run" ends with the documented code."""

import json
import os
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402


class Server:
    """Says that to whoever comes, then hangs up; None: stays silent."""

    def __init__(self, greeting, port=0):
        self.greeting = greeting
        self.kept = []
        self.socket = socket.create_server(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        while True:
            try:
                peer, _ = self.socket.accept()
            except OSError:
                return
            self.kept.append(peer)
            if self.greeting is not None:
                peer.sendall(self.greeting)
                peer.close()

    def close(self):
        # an accept() that waits would keep the port
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def settings(house, receive=None, send=None, tls=False):
    text = "mail:\n  address: robot@example.org\n"
    more = "user: robot\n%spassword-file: password\n%s"
    plain = "" if tls else "without-tls: yes\n"
    if receive:
        text += "  receive:\n    - server: %s\n      " % receive + (
            more % (" " * 6, plain and " " * 6 + plain))
    if send:
        text += "  send:\n    server: %s\n    " % send + (
            more % (" " * 4, plain and " " * 4 + plain))
    with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
        file.write(house.store_line() + text)
    with open(house.path("password"), "w", encoding="ascii") as file:
        file.write("secret\n")
    os.chmod(house.path("password"), 0o600)


def wrong(house, part):
    done = house.call("--json", "check")
    assert done.returncode == 1, done
    found = [row for row in json.loads(done.stdout) if part in row["part"]]
    assert len(found) == 1 and found[0]["state"] == "wrong", found
    return found[0]["says"]


def test_last_words(house):
    server = Server(b"* BYE Too many connections for robot\r\n")
    settings(house, "imap://127.0.0.1:%d" % server.port)
    assert "Too many connections for robot" in wrong(house, "imap:")
    done = house.call("run")
    assert done.returncode == 74, done
    assert "Too many connections for robot" in done.stderr, done.stderr
    server.close()


class Talker(Server):
    """An IMAP server that answers each command as it is told to, then hangs
    up."""

    def __init__(self, *answers):
        self.answers = answers
        super().__init__(b"* OK [CAPABILITY IMAP4rev1] hello\r\n")

    def work(self):
        while True:
            try:
                peer, _ = self.socket.accept()
            except OSError:
                return
            with peer:
                peer.sendall(self.greeting)
                for answer in self.answers:
                    tag = peer.recv(4096).split(b" ")[0]
                    peer.sendall(answer.replace(b"TAG", tag))


def words_of(house, *answers):
    server = Talker(*answers)
    settings(house, "imap://127.0.0.1:%d" % server.port)
    said = house.call("run").stderr
    server.close()
    return said


def test_words_that_were_the_last(house):
    """Not a no to something before, which was then made good."""
    no = b"TAG NO not in this tongue\r\n"
    able = b"* CAPABILITY IMAP4rev1\r\nTAG OK can do\r\n"
    said = words_of(house, no, b"TAG OK come in\r\n")
    assert "the connection was lost" in said, said
    assert "tongue" not in said and "last words" not in said, said
    said = words_of(house, able, b"TAG OK come in\r\n")
    assert "the connection was lost" in said, said
    assert "come in" not in said and "last words" not in said, said
    said = words_of(house, no, b"* BYE we close for today\r\n")
    assert "last words: * BYE we close for today" in said, said


def test_run_that_cannot_get_in(house):
    server = Server(b"")
    port = server.port
    server.close()
    settings(house, "imap://127.0.0.1:%d" % port)
    assert house.call("run").returncode == 74
    settings(house, None, "smtp://127.0.0.1:%d" % port)
    house.match()
    done = house.call("run")
    assert done.returncode == 74, done


def test_silent_one(house):
    """Each try ends within 5 seconds."""
    server = Server(None)
    settings(house, "imap://127.0.0.1:%d" % server.port,
             "smtp://127.0.0.1:%d" % server.port)
    start = time.monotonic()
    said = wrong(house, "imap:")
    assert "does not greet in time" in said and (
        "write imaps:// if that port is TLS" in said), said
    assert "write smtps:// if" in wrong(house, "send")
    assert time.monotonic() - start < 28
    server.close()
    # where TLS is spoken from the first byte, nothing else is to be written
    server = Server(None)
    settings(house, "imaps://127.0.0.1:%d" % server.port, tls=True)
    assert "does not answer in time" in wrong(house, "imap:")
    server.close()


class Slow(Talker):
    """Refuses each login, but so late."""

    SECONDS = 7

    def work(self):
        while True:
            try:
                peer, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=[peer],
                             daemon=True).start()

    def serve(self, peer):
        peer.sendall(self.greeting)
        for line in iter(lambda: peer.recv(4096), b""):
            tag, word = line.split()[:2]
            if word.upper() == b"CAPABILITY":
                peer.sendall(b"* CAPABILITY IMAP4rev1\r\n%s OK\r\n" % tag)
                continue
            time.sleep(self.SECONDS)
            try:
                peer.sendall(b"%s NO wrong password\r\n" % tag)
            except OSError:
                return


class Slower(Slow):
    SECONDS = 60


def test_slow_refusal(house):
    """A login that is refused late is told as refused, and one that is never
    answered as a login."""
    server = Slow()
    settings(house, "imap://127.0.0.1:%d" % server.port)
    said = wrong(house, "imap:")
    assert "refuses the login of robot; check that user and" in said, said
    server.close()
    server = Slower()
    settings(house, "imap://127.0.0.1:%d" % server.port)
    start = time.monotonic()
    said = wrong(house, "imap:")
    assert "greets, but does not answer to the login of robot" in said, said
    assert time.monotonic() - start < 28
    server.close()


class Mute(Slow):
    def serve(self, peer):
        peer.sendall(self.greeting)
        for _ in iter(lambda: peer.recv(4096), b""):
            pass


def test_silent_before_the_login(house):
    """A user and a password that were not sent are not accused."""
    server = Mute()
    settings(house, "imap://127.0.0.1:%d" % server.port)
    said = wrong(house, "imap:")
    assert "falls silent before the login" in said and (
        "check that user" not in said), said
    server.close()


def test_port_of_tls(house):
    """Where nobody else has that port, and we may."""
    try:
        server = Server(None, 993)
    except OSError:
        return
    settings(house, "imap://127.0.0.1:993", tls=True)
    assert "write imaps://" in wrong(house, "imap:")
    server.close()


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


if __name__ == "__main__":
    main()
