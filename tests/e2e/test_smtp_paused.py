#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters over SMTP while none can go, or no more of them: what holds them
back, and when they are tried again."""

import contextlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import PLAIN, address  # noqa: E402
from smtphouse import SmtpHouse, invite  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402


def test_server_down():
    with contextlib.closing(SmtpHouse()) as house:
        house.smtp.stop()
        invite(house, "Anna")
        house.go()
        assert house.states() == ["new"] * 3
        assert house.letter("Anna")["tries"] == 0
        assert "localhost:%d" % house.smtp.port in house.trouble()
        house.smtp.start()
        house.go(0.5)
        assert house.taken() == []
        house.go(0.5)
        assert house.states() == ["sent"] * 3
        assert house.trouble() is None


def test_clock_set_back():
    """A pause that began with a wrong clock does not last till then."""
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna")
        house.smtp.stop()
        house.go(30 * 24 * 60)
        assert house.states() == ["new"] * 3
        house.smtp.start()
        house.go(-29 * 24 * 60)
        assert house.states() == ["sent"] * 3


def test_pauses_grow():
    with contextlib.closing(SmtpHouse()) as house:
        house.smtp.rule("450 4.3.2 Not now")
        invite(house, "Anna")
        for minutes in (1, 5, 15, 60, 60):
            before = len(house.smtp.log("mail.jsonl"))
            house.go()
            assert len(house.smtp.log("mail.jsonl")) == before + 1
            house.go(minutes - 0.1)
            assert len(house.smtp.log("mail.jsonl")) == before + 1
            house.now += 6
        assert house.states() == ["new"] * 3
        # by hand it is at once
        house.go()
        house.smtp.rule(None)
        house.go(1)
        assert house.states() == ["new"] * 3
        house.go(0, "send")
        assert house.states() == ["sent"] * 3
        house.fails(1, "nothing holds the letters back", "outbox", "resume")


def mended(house, why, *pieces):
    """A letter does not leave for that reason; then it does."""
    @contextlib.contextmanager
    def broken():
        invite(house, "Anna")
        done = house.call("-v", "-v", "run")
        assert done.returncode == 74, done.stderr
        assert house.states() == ["new"] * 3, house.states()
        assert house.letter("Anna")["tries"] == 0
        trouble = house.trouble()
        for piece in (why,) + pieces:
            assert piece in trouble, trouble
        # one sentence, also in the log, and no secret in either
        assert "\n" not in trouble and len(trouble) < 300, trouble
        assert trouble in done.stderr, done.stderr
        for secret in ("robotpw", "wrongpw", "AGRvYm90"):
            assert secret not in trouble + done.stderr, done.stderr
        # in the pause it is still so
        house.now += 5
        done = house.call("run")
        assert done.returncode == 74, done
        yield
        house.go(1)
        assert house.states() == ["sent"] * 3, house.trouble()
        assert house.trouble() is None
        assert len(house.taken()) == 3
    return broken()


def test_wrong_password():
    with contextlib.closing(SmtpHouse()) as house:
        house.password("wrongpw")
        with mended(house, "user and password", "535"):
            house.password("robotpw")


def test_no_password():
    with contextlib.closing(SmtpHouse()) as house:
        os.unlink(house.path("password"))
        with mended(house, "password"):
            house.password("robotpw")


def test_mended_settings_are_tried_at_once():
    with contextlib.closing(SmtpHouse()) as house:
        house.password("wrongpw")
        invite(house, "Anna")
        house.go()
        assert house.states() == ["new"] * 3
        house.password("robotpw")
        house.go()
        assert house.states() == ["sent"] * 3


def test_certificate_of_another():
    with contextlib.closing(SmtpHouse()) as house, \
            contextlib.closing(SmtpHouse()) as other:
        house.settings(ca=other.smtp.ca_file)
        with mended(house, "certificate"):
            house.settings()


def test_no_starttls():
    with contextlib.closing(SmtpHouse(tls="no", auth=False)) as house:
        with mended(house, "STARTTLS"):
            house.smtp.stop()
            house.smtp.more = []
            house.smtp.auth = True
            house.smtp.start()


def test_tls_where_there_is_none():
    with contextlib.closing(SmtpHouse()) as house:
        house.settings(scheme="smtps")
        with mended(house, "port is one for TLS"):
            house.settings()


def test_sender_not_taken():
    for rule in ("450 4.3.2 Not now", "550 5.7.1 Not your address"):
        with contextlib.closing(SmtpHouse()) as house:
            house.smtp.rule(rule)
            with mended(house, rule):
                house.smtp.rule(None)


def test_a_refused_null_sender_stops_nobody():
    with contextlib.closing(SmtpHouse()) as house:
        house.deliver(b"From: Stranger <stranger@elsewhere.example>\r\n"
                      b"To: robot@example.org\r\nSubject: hello\r\n"
                      b"Message-ID: <1@elsewhere.example>\r\n\r\nhelp\r\n")
        house.ok("receive")
        house.ok("handle")
        house.smtp.rule("550 5.7.1 No sender, no mail")
        house.go()
        assert house.states() == ["later"]
        house.smtp.rule(None)
        invite(house, "Anna")
        house.go(0.2)
        assert house.states() == ["later"] + ["sent"] * 3


# ---- so many and no more ----

def test_letters_an_hour():
    with contextlib.closing(SmtpHouse("per-hour: 2")) as house:
        invite(house, "Anna", ["Berta", "Carla", "Dora"])
        invite(house, "Emma", ["Fritz", "Gerd"])
        house.go()
        assert house.states() == ["sent"] * 2 + ["new"] * 5
        house.go(30)
        assert house.states() == ["sent"] * 2 + ["new"] * 5
        house.go(30)
        assert house.states() == ["sent"] * 4 + ["new"] * 3
        for _ in range(2):
            house.go(60)
        assert house.states() == ["sent"] * 7
        sent = [address_of[0] for address_of in
                rows(house, "SELECT address FROM outbox ORDER BY id")]
        assert [mail["to"][0] for mail in house.taken()] == sent


AHEAD = 400 * 86400


def test_letters_while_the_clock_was_ahead():
    """Once it is right again they leave no less room in an hour; and none
    waits for an hour of then."""
    with contextlib.closing(SmtpHouse("per-hour: 2")) as house:
        house.go()
        house.now += AHEAD
        invite(house, "Anna")
        house.go()
        assert house.states() == ["sent"] * 2 + ["new"]
        house.now -= AHEAD
        house.go()
        assert house.states() == ["sent"] * 3
    with contextlib.closing(SmtpHouse()) as house:
        house.policy(quiet="00:00-23:00", **PLAIN)
        house.go()
        house.now += AHEAD
        invite(house, "Anna")
        house.go()
        assert house.states() == ["new"] * 3
        house.now -= AHEAD
        house.go()
        assert house.states() == ["sent"] * 3


def test_brake_while_the_clock_was_ahead():
    """Letters of then do not brake, and that it was let go then does not
    switch it off."""
    with contextlib.closing(SmtpHouse("brake: 6")) as house:
        house.go()
        house.now += AHEAD
        for _ in range(3):
            invite(house, "Anna")
        house.go()
        assert house.trouble() is not None
        house.ok("outbox", "resume")
        house.go()
        house.now -= AHEAD
        house.go()
        assert house.states() == ["sent"] * 9
        for _ in range(2):
            invite(house, "Anna")
        house.go()
        assert house.states() == ["sent"] * 15
        invite(house, "Anna")
        house.go()
        assert house.states() == ["sent"] * 15 + ["new"] * 3
        assert house.trouble() is not None


def test_brake():
    with contextlib.closing(SmtpHouse("brake: 6")) as house:
        invite(house, "Anna")
        invite(house, "Anna")
        house.go()
        assert house.states() == ["sent"] * 6
        invite(house, "Anna")
        house.go(10)
        assert house.states() == ["sent"] * 6 + ["new"] * 3
        assert "turnpost outbox resume" in house.trouble()
        # it does not end by itself, and not by hand
        house.go(20)
        house.go(0, "send")
        assert house.states()[-1] == "new"
        dry = house.json("outbox", "resume", "--dry-run")
        assert [letter["letter"] for letter in dry["leaving"]] == [
            row[0] for row in rows(house, "SELECT id FROM outbox WHERE"
                                   " state = 'new' ORDER BY id")], dry
        assert len(dry["leaving"]) == 3 and not dry["letters"], dry
        house.ok("outbox", "resume")
        assert house.trouble() is None
        house.go()
        assert house.states() == ["sent"] * 9
        # what was written before does not count again
        house.now += 1
        invite(house, "Anna")
        house.go(1)
        assert house.states() == ["sent"] * 12
        invite(house, "Anna", ["Berta", "Carla", "Dora"])
        house.go(1)
        assert house.states() == ["sent"] * 12 + ["new"] * 4


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
