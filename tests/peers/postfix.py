# SPDX-License-Identifier: ISC
"""A private Postfix: unpacked, not installed, on loopback.

Its master must be root's, so it runs only where the tests are; its other
users are ones that every Debian has.  It takes mail for example.org, of
which PLAYERS have Maildirs; the rest is up to the pieces of configuration
that a test brings."""

import glob
import os
import re
import shutil
import signal
import time

from peer import SRC, Peer, free_port, unpacked

FOLDERS = dict.fromkeys(
    "active bounce corrupt defer deferred flush hold incoming private saved "
    "trace".split(), 0o700) | {"maildrop": 0o730, "public": 0o710}
DOMAIN, BOXES = "example.org", "boxes.example"

MAIN = """
compatibility_level = 3.6
queue_directory = {dir}/queue
data_directory = {dir}/data
daemon_directory = {root}/usr/lib/postfix/sbin
command_directory = {root}/usr/sbin
shlib_directory = {root}/usr/lib/postfix
meta_directory = {root}/etc/postfix
mail_owner = uucp
setgid_group = news
default_privs = nobody
import_environment = LD_LIBRARY_PATH={root}/usr/lib/postfix PATH
 MAIL_CONFIG={dir}
export_environment = LD_LIBRARY_PATH MAIL_CONFIG
maillog_file = {dir}/log
maillog_file_prefixes = {dir}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.{domain}
mydomain = {domain}
myorigin = {domain}
mydestination = {domain}
alias_maps =
alias_database =
virtual_alias_maps = inline:{{ {aliases} }}
virtual_mailbox_domains = {boxes}
virtual_mailbox_base = {dir}/mail
virtual_mailbox_maps = inline:{{ {mailboxes} }}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
{main}
"""

MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
local unix - n n - - local
virtual unix - n n - - virtual
showq unix n - n - - showq
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
{master}
"""


def find():
    """(the folder where it is unpacked, None), or (None, why not)."""
    if os.getuid() != 0:
        return None, "Postfix runs only if the tests are root's"
    for program in ("master", "smtpd", "pipe"):
        path, why = unpacked(
            "postfix", "usr/lib/postfix/sbin/" + program, LD_LIBRARY_PATH=(
                os.path.join(SRC, "build/peers/postfix/usr/lib/postfix")))
        if path is None:
            return None, why
    return os.path.join(SRC, "build", "peers", "postfix"), None


class Postfix(Peer):
    def __init__(self, found, players, pieces, parent=None):
        """found: of find(); pieces: main, master."""
        super().__init__(parent)
        self.port = free_port()
        self.prepare(found, players, pieces)
        self.start()

    def own(self):
        """It is root's; its parts become others by themselves."""

    def identity(self):
        return {}

    def prepare(self, found, players, pieces):
        # the sources may lie where its users cannot look
        root = self.path("root")
        shutil.copytree(found, root, symlinks=True)
        for name in ("queue", "data", "mail"):
            os.mkdir(self.path(name))
        shutil.chown(self.path("data"), "uucp")
        shutil.chown(self.path("mail"), "nobody")
        aliases = ", ".join("{ %s@%s = %s@%s }" % (name, DOMAIN, name, BOXES)
                            for name in players)
        mailboxes = ", ".join("{ %s@%s = %s/ }" % (name, BOXES, name)
                              for name in players)
        self.write("main.cf", MAIN.format(
            dir=self.dir, root=root, domain=DOMAIN, boxes=BOXES,
            aliases=aliases, mailboxes=mailboxes, main=pieces["main.cf"]))
        self.write("master.cf", MASTER.format(
            port=self.port, master=pieces["master.cf"]))
        # as "postfix check" makes them, which takes seconds
        os.mkdir(self.path("queue", "pid"))
        for name, mode in FOLDERS.items():
            os.mkdir(self.path("queue", name))
            shutil.chown(self.path("queue", name), "uucp",
                         "root" if mode == 0o700 else "news")
            os.chmod(self.path("queue", name), mode)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write(text)

    def environment(self):
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                "MAIL_CONFIG": self.dir,
                "LD_LIBRARY_PATH": self.path("root", "usr/lib/postfix")}

    def start(self):
        return self.launch(
            [self.path("root", "usr/lib/postfix/sbin/master"), "-c",
             self.dir, "-d"], self.port, env=self.environment(),
            start_new_session=True)

    def halt(self, how=signal.SIGTERM):
        group = self.child.pid if self.child is not None else None
        super().halt(how)
        if group is not None:
            try:
                os.killpg(group, signal.SIGKILL)
            except ProcessLookupError:
                pass

    # ---- for tests that look and act ----

    def command(self, name, *args, **more):
        return self.call(self.path("root", "usr/sbin", name), *args,
                         env=self.environment(), timeout=120, **more)

    def sendmail(self, sender, recipient, raw):
        """As programs on its machine send mail; waits until it is gone."""
        mail_id = b"message-id=" + re.search(
            rb"^Message-ID:\s*(<.*>)", raw, re.M | re.I).group(1)
        before = self.log().encode().count(mail_id)
        self.command("sendmail", "-i", "-f", sender, recipient, input=raw)
        self.until(lambda log: log.encode().count(mail_id) > before)
        self.settle()

    def until(self, holds):
        for _ in range(600):
            if holds(self.log()):
                return
            time.sleep(0.05)
        raise AssertionError("it takes too long:\n" + self.log())

    def settle(self, after=None):
        """Wait until every mail is delivered, bounced or put off; after: what
        the server answered to the last one."""
        if after is not None:
            # behind the line that rests() looks for: smtpd's comes before it
            number = after.decode().split()[-1] + ": message-id="
            self.until(lambda log: number in log)
        self.until(self.rests)

    @staticmethod
    def rests(log):
        came = set(re.findall(r" cleanup\[\d+\]: (\w+): message-id",
                              log.replace("postfix/", " ")))
        return came <= set(re.findall(r": (\w+): removed", log)) | set(
            re.findall(r": (\w+): .*status=deferred", log))

    def queue(self):
        return [os.path.basename(path) for folder in (
            "maildrop", "incoming", "active", "deferred") for path in
            glob.glob(self.path("queue", folder, "**", "*"), recursive=True)
            if os.path.isfile(path)]

    def waiting(self):
        """How many mails wait in its queue."""
        return len(self.queue())

    def try_again(self):
        """All that is put off, whatever the time."""
        ids = self.queue()
        before = [self.log().count(name + ": to=") for name in ids]
        self.command("postqueue", "-f")
        self.until(lambda log: all(
            log.count(name + ": to=") > n for name, n in zip(ids, before)))
        # one that went out leaves the queue a moment later
        self.until(lambda log: all(
            name + ": removed" in log
            or "status=deferred" in log.split(name + ": to=")[-1].split(
                "\n")[0] for name in ids))

    def put_off(self):
        return "status=deferred" in self.log()

    def bounced(self):
        return "status=bounced" in self.log()

    def mails(self, name):
        """The bytes of all in a player's Maildir."""
        found = []
        for path in glob.glob(self.path("mail", name, "new", "*")):
            with open(path, "rb") as file:
                found.append(file.read())
        return found

    def log(self):
        try:
            with open(self.path("log"), encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""
