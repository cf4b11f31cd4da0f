#!/usr/bin/python3
# SPDX-License-Identifier: ISC
""""turnpost check" over real servers: all is well, and each fault with what
to do about it.  Nothing is changed by it, and no secret is told."""

import contextlib
import json
import os
import socket
import socketserver
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, ROBOT  # noqa: E402
from mailhouse import HOST, ROBOT_PASSWORD, MailHouse  # noqa: E402
from tap import Tap  # noqa: E402

BOX = "imap:robot@%s/INBOX" % HOST
OLGA = "organiser: Olga <olga@example.org>"


def findings(house, code, **more):
    """(part, state) -> [what is said], of --json."""
    done = house.call("--json", "check", **more)
    assert done.returncode == code, (done.returncode, done.stdout,
                                     done.stderr)
    assert ROBOT_PASSWORD not in done.stdout + done.stderr, done
    assert "Sanitizer" not in done.stderr, done.stderr
    found = {}
    for item in json.loads(done.stdout):
        assert set(item) == {"part", "state", "says"}, item
        assert "\n" not in item["says"], item
        found.setdefault((item["part"], item["state"]), []).append(
            item["says"])
    return found


def says(house, part, state, *pieces, **more):
    """Among what is found is that; wrong or not decides the exit code."""
    found = findings(house, 1 if state == "wrong" else 0, **more)
    texts = found.get((part, state), [])
    assert any(all(piece in text for piece in pieces) for text in texts), (
        "no %s %s with %s in %s" % (part, state, pieces, found))
    return found


def only_wrong(found, *parts):
    wrong = {part for part, state in found if state == "wrong"}
    assert wrong == set(parts), found


def sql(house, text, *args):
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        db.execute(text, args)
        db.commit()


def everything(house):
    """All files of the home with their content and mode, but for the index of
    the log, which whoever reads the database makes anew."""
    files = {}
    for folder, _, names in os.walk(house.dir):
        for name in names:
            if name == "turnpost.db-shm":
                continue
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                files[path] = (os.stat(path).st_mode, file.read())
    return files


class Servers:
    """One set of servers for all tests of them: starting takes time."""

    def __init__(self):
        self.house = MailHouse(more=OLGA)
        os.chmod(self.house.path("password"), 0o600)

    def settings(self, **more):
        self.house.settings(more=OLGA, **more)
        return self.house

    def edit(self, old, new):
        """The settings with something else in them."""
        house = self.settings()
        path = house.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert old in text, text
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return house


def test_all_well(servers):
    house = servers.settings()
    before = everything(house)
    found = findings(house, 0)
    assert {state for _, state in found} == {"ok"}, found
    assert ("login works" in found[BOX, "ok"][0]
            and "go to Processed, not there yet" in found[BOX, "ok"][0])
    assert "accepts the login of robot" in found["send", "ok"][0]
    assert "robot+KEY@example.org" in found["addresses", "ok"][0]
    assert "olga@example.org" in found["organiser", "ok"][0]
    # nothing was sent, moved or made
    assert house.smtp.log() == []
    client = house.dovecot.client()
    assert b"Processed" not in b" ".join(client.list()[1])
    client.logout()
    assert everything(house) == before
    text = house.ok("check")
    assert all(line.startswith("ok       ") for line in text.splitlines())
    assert ROBOT_PASSWORD not in text


def test_mails_stay_new(servers):
    house = servers.settings()
    house.dovecot.deliver(b"From: a@b\r\n\r\nx\r\n", ROBOT)
    found = findings(house, 0)
    assert "; 1 mail there" in found[BOX, "ok"][0], found
    client = house.dovecot.client()
    client.select("INBOX", readonly=True)
    assert client.search(None, "UNSEEN")[1] == [b"1"]
    client.logout()
    house.dovecot.append([b"From: a@b\r\n\r\ny\r\n"])
    assert "; 2 mails there" in findings(house, 0)[BOX, "ok"][0]


def test_wrong_password(servers):
    house = servers.settings()
    with open(house.path("password"), "w", encoding="ascii") as file:
        file.write("geheim\n")
    try:
        found = says(house, BOX, "wrong", HOST, "refuses the login of robot",
                     "password-file")
        says(house, "send", "wrong", "refuses the login of robot")
        only_wrong(found, BOX, "send")
        assert "geheim" not in str(found)
    finally:
        with open(house.path("password"), "w", encoding="ascii") as file:
            file.write(ROBOT_PASSWORD + "\n")


def test_password_file(servers):
    house = servers.settings()
    os.chmod(house.path("password"), 0o644)
    says(house, BOX, "wrong", "open to everybody", "(mode 644)",
         "chmod 600 " + house.path("password"))
    os.chmod(house.path("password"), 0o640)
    findings(house, 0)
    os.chmod(house.path("password"), 0o600)
    os.rename(house.path("password"), house.path("elsewhere"))
    try:
        found = says(house, "send", "wrong", house.path("password"),
                     "there is no such file", "robot at " + HOST)
        only_wrong(found, BOX, "send")
    finally:
        os.rename(house.path("elsewhere"), house.path("password"))


def test_password_command(servers):
    house = servers.edit("password-file: password",
                         "password-command: echo tell-nobody; exit 4")
    found = says(house, BOX, "wrong", "password-command failed", "code 4")
    assert "tell-nobody" not in str(found)
    house = servers.edit("password-file: password",
                         "password-command: echo " + ROBOT_PASSWORD)
    says(house, BOX, "ok", "login works")


def test_wrong_ca(servers):
    house = servers.settings()
    house = servers.edit(house.dovecot.ca_file, house.smtp.ca_file)
    says(house, BOX, "wrong", "certificate", "ca-file")
    house = servers.edit("    ca-file: " + house.smtp.ca_file, "")
    says(house, "send", "wrong", "certificate", "ca-file")
    house = servers.edit(house.dovecot.ca_file, "/nonexistent/ca.pem")
    says(house, BOX, "wrong", "ca-file")


def test_other_name(servers):
    """The certificate is of localhost and 127.0.0.1."""
    house = servers.settings()
    house = servers.edit("imaps://localhost:", "imaps://127.0.0.2:")
    found = findings(house, 1)
    (text,) = found["imap:robot@127.0.0.2/INBOX", "wrong"]
    assert "127.0.0.2" in text, text


def test_down(servers):
    house = servers.settings()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = probe.getsockname()[1]
    house = servers.edit(":%d" % house.dovecot.imaps, ":%d" % free)
    found = says(house, BOX, "wrong", "%s:%d" % (HOST, free), "port")
    only_wrong(found, BOX)
    house = servers.edit("smtp://localhost:%d" % house.smtp.port,
                         "smtp://localhost:%d" % free)
    says(house, "send", "wrong", "%s:%d" % (HOST, free), "port")
    house = servers.edit("imaps://localhost", "imaps://no-host.invalid")
    assert any("no-host.invalid" in text for texts in
               findings(house, 1).values() for text in texts)


def test_wrong_tls(servers):
    """A port with TLS is asked for STARTTLS, and the other way round."""
    house = servers.settings()
    house = servers.edit("imaps://localhost:%d" % house.dovecot.imaps,
                         "imaps://localhost:%d" % house.dovecot.imap)
    says(house, BOX, "wrong", "port", "TLS")
    house = servers.edit("imaps://localhost:%d" % house.dovecot.imaps,
                         "imap://localhost:%d" % house.dovecot.imap)
    says(house, BOX, "ok", "login works")


@contextlib.contextmanager
def fake_server(talk):
    """A server that talks like that with everybody; its port."""
    class Talk(socketserver.BaseRequestHandler):
        def handle(self):
            with contextlib.suppress(OSError):
                with self.request.makefile("rwb") as file:
                    talk(file)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def plain_server(lines):
    """A server that answers each line it gets with the next of those."""
    def talk(file):
        for line in lines:
            file.write(line)
            file.flush()
            if not file.readline():
                break
    return fake_server(talk)


def test_no_starttls(servers):
    house = servers.settings()
    with plain_server([b"220 mail.test\r\n", b"250-mail.test\r\n250 SIZE\r\n",
                       b"221 bye\r\n"]) as port:
        house = servers.edit(":%d" % house.smtp.port,
                             ":%d" % port)
        found = says(house, "send", "wrong", "STARTTLS")
        only_wrong(found, "send")
    with plain_server([b"SSH-2.0-OpenSSH\r\n"]) as port:
        house = servers.edit(":%d" % house.smtp.port,
                             ":%d" % port)
        says(house, "send", "wrong", "localhost:%d" % port)


def test_no_login_offered(servers):
    """user and password, but a server that lets nobody log in."""
    house = servers.settings()
    with plain_server([b"220 mail.test\r\n", b"250-mail.test\r\n250 SIZE\r\n",
                       b"250 ok\r\n", b"221 bye\r\n"]) as port:
        house = servers.edit("smtp://localhost:%d" % house.smtp.port,
                             "smtp://localhost:%d\n    without-tls: yes"
                             % port)
        says(house, "send", "wrong", "does not offer a login")


def test_folder(servers):
    house = servers.settings(receive="folder: Games\n")
    found = says(house, "imap:robot@localhost/Games", "wrong",
                 "robot has no folder \"Games\"")
    only_wrong(found, "imap:robot@localhost/Games")
    client = house.dovecot.client()
    client.create("Games")
    client.create("Archive")
    client.logout()
    house = servers.settings(receive="folder: Games\ndone: Archive\n")
    found = findings(house, 0)
    (text,) = found["imap:robot@localhost/Games", "ok"]
    assert "they go to Archive" in text and "not there" not in text, text
    house = servers.settings(receive="delete: yes\n")
    (text,) = findings(house, 0)[BOX, "ok"]
    assert "they are deleted" in text, text


def test_prefix(servers):
    """Folders of some servers all begin with "INBOX."."""
    house = servers.settings()

    def answer(tag, line):
        word = line.split()[1].upper()
        if word == b"CAPABILITY":
            yield b"* CAPABILITY IMAP4rev1 NAMESPACE UIDPLUS\r\n"
        elif word == b"NAMESPACE":
            yield b"* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL\r\n"
        elif word == b"EXAMINE" and b"INBOX\"" in line:
            yield b"* 3 EXISTS\r\n"
        elif word == b"EXAMINE":
            yield tag + b" NO no such folder\r\n"
            return
        yield tag + b" OK done\r\n"

    def talk(file):
        file.write(b"* OK hello\r\n")
        file.flush()
        for line in file:
            file.writelines(answer(line.split()[0], line))
            file.flush()

    with fake_server(talk) as port:
        house = servers.edit("imaps://localhost:%d" % house.dovecot.imaps,
                             "imap://localhost:%d\n      without-tls: yes"
                             % port)
        says(house, BOX, "wrong", "begin with \"INBOX.\"",
             "\"done: INBOX.Processed\"")
        house = servers.settings(receive="delete: yes\nwithout-tls: yes\n")
        path = house.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(
                "imaps://localhost:%d" % house.dovecot.imaps,
                "imap://localhost:%d" % port))
        (text,) = findings(house, 0)[BOX, "ok"]
        assert "3 mails" in text, text
        assert "no MOVE" in text and "no IDLE" in text, text


# ---- without servers ----

def with_house(test):
    def run():
        house = House()
        try:
            test(house)
        finally:
            house.close()
    return run


def append(house, text):
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write(text)


@with_house
def test_plain_home(house):
    house.example()
    found = findings(house, 0)
    assert {state for _, state in found} == {"ok"}, found
    assert "turnpost deliver" in found["receive", "ok"][0]
    assert "Maildir" in found["send", "ok"][0]
    house.fails(2, "does not take", "check", "everything")


def test_no_home():
    house = House(init=False)
    try:
        found = says(house, "settings", "wrong", "no turnpost home in",
                     "init")
        assert len(found) == 1, found
        assert os.listdir(house.dir) == []
    finally:
        house.close()


def test_init():
    """The organiser of a new home, and what comes next."""
    house = House(init=False)
    try:
        for bad in ["Olga", "Olga <olga>", "O\"l <o@example.org>",
                    "Robot <%s>" % ROBOT, "a: b <o@example.org>"]:
            house.fails(1, "cannot be the organiser", "init", "--address",
                        ROBOT, "--organiser", bad)
            assert os.listdir(house.dir) == [], bad
        said = house.ok("init", "--address", ROBOT, "--organiser",
                        "Olga O'Neil <olga@example.org>")
        for piece in ["turnpost.yaml", "check", "match new"]:
            assert piece in said, said
        found = findings(house, 0)
        assert "olga@example.org" in found["organiser", "ok"][0], found
    finally:
        house.close()


@with_house
def test_settings(house):
    """The rest is looked at all the same."""
    append(house, "zone: Mars\n")
    found = says(house, "settings", "wrong", "turnpost.yaml:", "zone")
    assert ("database", "ok") in found and ("clock", "ok") in found, found
    only_wrong(found, "settings")


@with_house
def test_templates(house):
    os.makedirs(house.path("templates", "en", "letters"))
    with open(house.path("templates", "en", "letters", "turn.txt"), "w",
              encoding="utf-8") as file:
        file.write("a\n{{#b}}\n")
    found = says(house, "templates", "wrong", "turn.txt:2",
                 "section without end")
    only_wrong(found, "templates")
    os.unlink(house.path("templates", "en", "letters", "turn.txt"))
    with open(house.path("templates", "en", "phrases.yaml"), "w",
              encoding="utf-8") as file:
        file.write("a: [\n")
    says(house, "templates", "wrong", "phrases.yaml")


@with_house
def test_data(house):
    append(house, "data:\n  mutineer: islands.yaml\n")
    says(house, "data", "wrong", "mutineer: ", "islands.yaml", "not there")
    with open(house.path("islands.yaml"), "w", encoding="utf-8") as file:
        file.write("islands: 1\n")
    says(house, "data", "wrong", "islands.yaml")
    with open("games/mutineer/islands.yaml", encoding="utf-8") as good:
        with open(house.path("islands.yaml"), "w", encoding="utf-8") as file:
            file.write(good.read())
    says(house, "data", "ok", "islands.yaml can be used")


@with_house
def test_folders(house):
    os.chmod(house.path("spool", "out"), 0o755)
    says(house, "folders", "warning", "spool/out is open to everybody",
         "chmod o= ")
    os.chmod(house.path("spool", "out"), 0o700)
    os.rmdir(house.path("spool", "in", "cur"))
    says(house, "folders", "wrong", "spool/in/cur is not there", "mkdir -p")
    with open(house.path("spool", "in", "cur"), "wb"):
        pass
    says(house, "folders", "wrong", "is not a folder")


@with_house
def test_unreadable(house):
    """As somebody who may not do everything."""
    more = house.worker()
    if more:
        # root in another's home is told so
        says(house, "folders", "warning", "run turnpost, and this check, as")
    findings(house, 0, **more)
    os.chmod(house.path("spool", "in", "new"), 0)
    found = says(house, "folders", "wrong", "you cannot read and write",
                 "chown", "chmod", **more)
    only_wrong(found, "folders")
    os.chmod(house.path("spool", "in", "new"), 0o700)
    os.chmod(house.path("turnpost.db"), 0o400)
    says(house, "database", "wrong", "is not writable", **more)


@with_house
def test_database(house):
    house.example()
    os.chmod(house.path("turnpost.db"), 0o644)
    says(house, "database", "wrong", "open to everybody", "chmod 600")
    os.chmod(house.path("turnpost.db"), 0o600)
    sql(house, "PRAGMA wal_checkpoint(TRUNCATE)")
    with open(house.path("turnpost.db"), "rb") as file:
        whole = file.read()
    # pages in the middle
    with open(house.path("turnpost.db"), "r+b") as file:
        file.seek(len(whole) // 4096 // 2 * 4096)
        file.write(b"\xa5" * 4096 * 3)
    says(house, "database", "wrong", "damaged", "backup")
    with open(house.path("turnpost.db"), "wb") as file:
        file.write(b"no database at all, but long enough for one" * 200)
    found = says(house, "database", "wrong", "backup")
    assert ("settings", "ok") in found and ("clock", "ok") not in found
    os.unlink(house.path("turnpost.db"))
    says(house, "database", "wrong", "there is no database", "backup")
    assert not os.path.exists(house.path("turnpost.db"))


@with_house
def test_schema(house):
    """An older one is told, and left as it is; a newer one is not touched."""
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        (newest,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("PRAGMA user_version = 1")
        db.commit()
        says(house, "database", "warning", "from schema 1 to %d" % newest)
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        db.execute("PRAGMA user_version = 99")
        db.commit()
    says(house, "database", "wrong", "newer turnpost")


@with_house
def test_clock(house):
    house.example()
    findings(house, 0)
    house.now -= 3600
    says(house, "clock", "wrong", "2026-11-21 11:", "set the clock")


@with_house
def test_keys(house):
    sql(house, "INSERT OR REPLACE INTO meta VALUES ('key.made', ?)",
        str(house.now - 364 * 86400))
    says(house, "keys", "ok", "2025-11-22")
    sql(house, "INSERT OR REPLACE INTO meta VALUES ('key.made', ?)",
        str(house.now - 366 * 86400))
    says(house, "keys", "warning", "2025-11-20", "more than a year ago",
         "turnpost key rotate")


@with_house
def test_queues(house):
    house.example()
    house.reply(house.newest("Bernhard"), "pay 1", sender="m@example.com")
    house.run()
    says(house, "inbox", "warning", "1 mails are held", "--state held")
    sql(house, "UPDATE inbox SET state = 'dead' WHERE state = 'held'")
    says(house, "inbox", "warning", "could not be handled", "--state dead")
    sql(house, "UPDATE inbox SET state = 'new' WHERE state = 'dead'")
    found = findings(house, 0)
    assert found["inbox", "ok"] == ["1 mails are waiting"], found
    house.now += 7200
    says(house, "inbox", "warning", "the oldest since 2026-11-21 12:",
         "turnpost serve")
    sql(house, "UPDATE outbox SET state = 'dead' WHERE id = 1")
    says(house, "outbox", "warning", "1 letters were given up")
    sql(house, "UPDATE outbox SET state = 'later' WHERE id = 1")
    assert findings(house, 0)["outbox", "ok"] == ["1 letters are waiting"]
    house.now += 2 * 86400
    says(house, "outbox", "warning", "1 letters are waiting, the oldest since")


@with_house
def test_troubles(house):
    house.example()
    sql(house, "INSERT INTO trouble VALUES ('send', 'h:465: no; mend it', ?,"
        " ?)", house.now, house.now)
    says(house, "trouble", "wrong", "send, since 2026-11-21", "mend it")
    sql(house, "DELETE FROM trouble")
    sql(house, "UPDATE address SET unreached = 1 WHERE person = 2")
    says(house, "people", "warning", "Steffi", "steffi@example.org",
         "turnpost person set 2")


@with_house
def test_command(house):
    append(house, "")
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for command, state, piece in [
            ("/bin/true -x", "ok", "/bin/true can be run"),
            ("/nonexistent/sendmail", "wrong", "cannot be run"),
            ("/etc/passwd", "wrong", "cannot be run"),
            ("/usr/bin", "wrong", "/usr/bin is a folder")]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(
                "  address:", "  send:\n    command: %s\n  address:"
                % command))
        says(house, "send", state, piece)
        found = findings(house, 1 if state == "wrong" else 0)
        assert ("organiser", "warning") in found, found
    # answers to nowhere
    with open(path, "w", encoding="utf-8") as file:
        file.write("mail:\n  send:\n    command: /bin/true\n")
    says(house, "addresses", "wrong", "nobody can answer to "
         "turnpost@localhost")


def main():
    tap = Tap()
    servers = Servers()
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            takes = test.__code__.co_argcount
            tap.run(name[5:].replace("_", " "), test,
                    *([servers] if takes else []))
    servers.house.close()
    tap.end()


main()
