# SPDX-License-Identifier: ISC
"""A private Exim: a real mail server, as an ordinary user, not installed.

Its binary comes from an unpacked package (tools/peers.sh); libnss_wrapper
shows it the user "Debian-exim" that it wants, and the users in extra_users.
It takes all mail for example.org; what the pieces of configuration that a
test brings do not route is for PLAYERS, whose mail it puts into Maildirs,
or for nobody, and bounces."""

import glob
import os
import pwd
import re
import shutil
import time

from peer import Peer, free_port, unpacked

DOMAIN = "example.org"

CONF = """
exim_user = {user}
exim_group = {gid}
exim_path = {dir}/exim4
keep_environment = LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
never_users =
deliver_drop_privilege = true
primary_hostname = mx.{domain}
qualify_domain = {domain}
spool_directory = {dir}/spool
log_file_path = {dir}/log/%slog
pid_file_path = {dir}/exim.pid
daemon_smtp_ports = {port}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
{main}
begin acl
rcpt:
  accept domains = {domain}
  deny   message = relay not permitted
begin routers
{routers}
players:
  driver = accept
  domains = {domain}
  local_parts = {players}
  transport = boxes
begin transports
{transports}
boxes:
  driver = appendfile
  directory = {dir}/mail/${{lookup{{$local_part}}lsearch{{{dir}/boxes}}}}
  maildir_format
  delivery_date_add
  return_path_add
begin retry
* * F,1h,5s
"""


def find():
    """((path of the binary, path of nss_wrapper), None), or (None, why)."""
    wrapper = glob.glob("/usr/lib/*/libnss_wrapper.so")
    if not wrapper:
        return None, "libnss-wrapper is not installed"
    binary, why = unpacked("exim", "usr/sbin/exim4")
    return (None, why) if binary is None else ((binary, wrapper[0]), None)


class Exim(Peer):
    def __init__(self, found, players, pieces, parent=None, extra_users=()):
        """found: of find(); pieces: main, routers, transports."""
        super().__init__(parent)
        self.binary, self.wrapper = found
        self.port = free_port()
        self.players, self.pieces = players, pieces
        self.extra_users = extra_users
        self.prepare()
        self.start()

    def prepare(self):
        # the sources may lie where its user cannot look
        shutil.copy(self.binary, self.path("exim4"))
        os.chmod(self.path("exim4"), 0o755)
        stat = os.stat(self.dir)
        for name in ("spool", "log", "mail"):
            os.mkdir(self.path(name))
            os.chown(self.path(name), stat.st_uid, stat.st_gid)
        self.write("boxes", "".join("%s: %s\n" % (name, name)
                                    for name in self.players))
        users = ["Debian-exim", self.user(), *self.extra_users]
        self.write("passwd", "".join(
            "%s:x:%d:%d::%s:/bin/sh\n" % (name, stat.st_uid, stat.st_gid,
                                          self.dir)
            for name in dict.fromkeys(users)))
        self.write("group", "".join(
            "%s:x:%d:\n" % (name, stat.st_gid)
            for name in dict.fromkeys(["mail", *users])))
        self.write("exim.conf", CONF.format(
            dir=self.dir, user=self.user(), gid=stat.st_gid, port=self.port,
            domain=DOMAIN, players=" : ".join(self.players), **self.pieces))

    def write(self, name, text):
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.path(name), 0o644)

    def user(self):
        if os.getuid() == 0:
            return super().user()
        return pwd.getpwuid(os.getuid()).pw_name

    def environment(self):
        return {"PATH": "/usr/bin:/bin", "LD_PRELOAD": self.wrapper,
                "NSS_WRAPPER_PASSWD": self.path("passwd"),
                "NSS_WRAPPER_GROUP": self.path("group")}

    def start(self):
        return self.launch(
            [self.path("exim4"), "-C", self.path("exim.conf"), "-bdf"],
            self.port, env=self.environment())

    # ---- for tests that look and act ----

    def exim(self, *args, **more):
        return self.call(self.path("exim4"), "-C", self.path("exim.conf"),
                         *args, env=self.environment(), timeout=120, **more)

    def sendmail(self, sender, recipient, raw):
        """As programs on its machine send mail; delivered, if it can be."""
        self.exim("-odf", "-oi", "-f", sender, recipient, input=raw)

    def settle(self, after=None):
        """Wait until every mail is delivered, bounced or put off; after: what
        the server answered to the last one, which is in its log by then."""
        for _ in range(600):
            log = self.log()
            came = set(re.findall(r"^\S+ \S+ (\S+) <= ", log, re.M))
            rests = set(re.findall(
                r"^\S+ \S+ (\S+) (?:==|Completed|Frozen)", log, re.M))
            if came and came <= rests:
                return
            time.sleep(0.05)
        raise AssertionError("mails are still on their way:\n" + self.log())

    def waiting(self):
        """How many mails wait in its queue."""
        return int(self.exim("-bpc").stdout)

    def try_again(self):
        """Frozen ones, too, whatever the time."""
        self.exim("-qff")

    def put_off(self):
        return re.search(r" == |Frozen", self.log()) is not None

    def bounced(self):
        return " ** " in self.log()

    def mails(self, name):
        """The bytes of all in a player's Maildir."""
        found = []
        for path in glob.glob(self.path("mail", name, "new", "*")):
            with open(path, "rb") as file:
                found.append(file.read())
        return found

    def log(self, which="main"):
        try:
            with open(self.path("log", which + "log"),
                      encoding="utf-8") as file:
                return file.read()
        except OSError:
            return ""
