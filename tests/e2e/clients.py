# SPDX-License-Identifier: ISC
"""Real mail programs, driven without a person: each answers a letter, writes
a fresh mail, and shows what a letter looks like in it.

They run with settings and a HOME of their own, know no server but the one on
loopback, and are ended when they take too long (one of them asks something)."""

import contextlib
import email
import email.policy
import glob
import os
import shlex
import shutil
import subprocess

SECONDS = 60
# Puts the move above or below what stands in the file: what a person does in
# an editor.  In mail programs that show the header there, below that.
EDITOR = """\
#!/bin/sh
# {head}: does a header stand in the file?
awk -v move={move} -v head={head} -v where={where} '
	{{ line[NR] = $0 }}
	END {{
		n = 1
		if (head)
			while (n <= NR && line[n] != "")
				print line[n++]
		if (head)
			print ""
		if (where == "above")
			print move "\\n"
		for (; n <= NR; n++)
			print line[n]
		if (where == "below")
			print "\\n" move
	}}' "$1" >"$1.new" && cat "$1.new" >"$1" && rm "$1.new"
"""
SENDMAIL = """\
#!/usr/bin/python3
import email, email.utils, smtplib, ssl, sys
raw = sys.stdin.buffer.read()
mail = email.message_from_bytes(raw)
with smtplib.SMTP("localhost", {port}) as smtp:
    smtp.starttls(context=ssl.create_default_context(cafile={ca!r}))
    smtp.login("anybody", "robotpw")
    smtp.sendmail(email.utils.parseaddr(mail["From"])[1],
                  email.utils.parseaddr(mail["To"])[1],
                  raw.replace(b"\\n", b"\\r\\n"))
"""


class Client:
    """A player's mail program.  mails: paths of mails, oldest first."""

    FLOWED = False  # can it write format=flowed?

    def __init__(self, folder, address, smtp):
        self.dir, self.address, self.smtp = folder, address, smtp
        self.env = {"HOME": folder, "PATH": "/usr/bin:/bin", "TERM": "xterm",
                    "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": folder,
                    "USER": "player", "LOGNAME": "player"}

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text, mode=0o600):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def call(self, *command, text="", terminal=False, **env):
        """What it prints; on a terminal, what it draws as well."""
        how = {"input": text}
        with contextlib.ExitStack() as stack:
            if terminal:
                command = ["script", "-qec", shlex.join(command),
                           self.path("typescript")]
                # script would type control-D at the end of its input
                keys, typist = os.pipe()
                stack.callback(os.close, keys)
                stack.callback(os.close, typist)
                how = {"stdin": keys}
            done = subprocess.run(
                command, capture_output=True, text=True,
                errors="surrogateescape", timeout=SECONDS, cwd=self.dir,
                env=dict(self.env, **env), **how)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def box(self, mails):
        """A Maildir with just these."""
        shutil.rmtree(self.path("box"), ignore_errors=True)
        for name in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(self.path("box"), name))
        for number, path in enumerate(mails):
            shutil.copy(path, os.path.join(
                self.path("box"), "new", "%d.M%06d.client" % (
                    1000000 + number, number)))
        return self.path("box")

    def editor(self, move, where, head=0):
        return self.write("editor", EDITOR.format(
            move=shlex.quote(move), where=where, head=head), 0o700)

    # ---- what each does in its own way ----

    def reply(self, path, move, where="above", flowed=False):
        raise NotImplementedError

    def fresh(self, to, subject, body):
        raise NotImplementedError

    def show(self, path):
        """The letter as its reader sees it, or None: it shows none."""
        return None

    def replies(self, mails):
        """Into which mails it sorts as answers: how many of them."""
        return None


class Mutt(Client):
    FLOWED = True
    RC = """\
set realname="A player" from="{address}" use_from=yes envelope_from=yes
set hostname=client.example
set folder="{dir}" spoolfile="{dir}/box" record="" postponed="{dir}/later"
set mbox_type=Maildir header_cache="" tmpdir="{dir}"
set smtp_url="smtp://anybody@localhost:{port}/" smtp_pass=robotpw
set ssl_starttls=yes ssl_force_tls=yes
set ssl_ca_certificates_file="{ca}" certificate_file="{dir}/certificates"
set editor="{dir}/editor" edit_headers=no text_flowed={flowed}
set include=yes fast_reply=yes reply_to=yes recall=no signature=""
set abort_unmodified=no abort_nosubject=no abort_noattach=no
set move=no delete=no quit=yes confirmappend=no mark_old=no
set charset=utf-8 send_charset="us-ascii:utf-8" mime_forward=no
set sleep_time=0 ascii_chars=yes sort=threads strict_threads=yes
set index_format="%3C subject %s"
set pager="cat >{dir}/shown" wait_key=no prompt_after=no
"""

    def rc(self, flowed=False):
        return self.write("muttrc", self.RC.format(
            address=self.address, dir=self.dir, port=self.smtp.port,
            ca=self.smtp.ca_file, flowed="yes" if flowed else "no"))

    def sent(self):
        return glob.glob(self.smtp.path("mail", "robot", "new", "*"))

    def mutt(self, *args, keys="", flowed=False):
        push = ["-e", "push " + keys] if keys else []
        command = ["mutt", "-n", "-F", self.rc(flowed), *push, *args]
        before = self.sent()
        try:
            return self.call(*command, terminal=True)
        except subprocess.TimeoutExpired:
            # A signal before mutt has read the keys that were pushed makes it
            # forget them (mutt_flushinp), and then it waits for a person.
            if self.sent() != before:
                raise
        return self.call(*command, terminal=True)

    def reply(self, path, move, where="above", flowed=False):
        self.editor(move, where)
        self.mutt("-f", self.box([path]), flowed=flowed,
                  keys="<reply><send-message><exit>")

    def fresh(self, to, subject, body):
        """By a link that was tapped."""
        self.write("editor", "#!/bin/sh\n", 0o700)
        self.mutt("-e", "set edit_headers autoedit", "-e",
                  "send-hook . 'push <send-message>'",
                  "mailto:%s?subject=%s&body=%s" % (
                      to, subject.replace(" ", "%20"),
                      body.replace(" ", "%20")))

    def show(self, path):
        self.mutt("-f", self.box([path]), keys="<display-message><exit>")
        with open(self.path("shown"), encoding="utf-8") as file:
            return file.read()

    def replies(self, mails):
        screen = self.mutt("-f", self.box(mails), keys="<redraw-screen><exit>")
        return screen.split("\x1b[2J")[-1].count("->")


class SNail(Client):
    RC = """\
set v15-compat sendwait nosave noheader norecord
set from={address} hostname=client.example
set mta=smtp://anybody:robotpw@localhost:{port} smtp-use-starttls
set tls-ca-file={ca} tls-ca-no-defaults tls-verify=strict smtp-auth=plain
set indentprefix="> " charset-7bit=us-ascii charset-8bit=utf-8
set sendcharsets=utf-8 ttycharset=utf-8 nokeep noaskcc noaskbcc
set headline="%i|%s" crt=0 inbox={dir}/inbox folder={dir}
{more}
"""

    def nail(self, *args, text="", more=""):
        rc = self.write("mailrc", self.RC.format(
            address=self.address, port=self.smtp.port, dir=self.dir,
            ca=self.smtp.ca_file, more=more))
        return self.call("s-nail", "-:u", "-#", *args, text=text, MAILRC=rc)

    def reply(self, path, move, where="above", flowed=False):
        if where == "below":
            self.nail("-f", self.box([path]), more="set quote",
                      text="reply 1\n%s\n~.\n" % move)
        else:
            self.nail("-f", self.box([path]),
                      text="reply 1\n%s\n\n~m 1\n~.\n" % move)

    def fresh(self, to, subject, body):
        self.nail("-s", subject, to, text=body + "\n~.\n")

    def show(self, path):
        return self.nail("-f", self.box([path]), text="print 1\n")

    def replies(self, mails):
        screen = self.nail("-f", self.box(mails), more="set autosort=thread",
                           text="headers\n")
        return screen.count("\u25b8")


class Mblaze(Client):
    def __init__(self, folder, address, smtp):
        super().__init__(folder, address, smtp)
        os.mkdir(self.path(".mblaze"))
        sendmail = self.write("sendmail", SENDMAIL.format(
            port=smtp.port, ca=smtp.ca_file), 0o700)
        self.write(".mblaze/profile",
                   "Local-Mailbox: <%s>\nFQDN: client.example\n"
                   "Sendmail: %s\n" % (address, sendmail))

    def letter(self, path):
        """It is number 1 then."""
        shutil.copy(path, self.path("letter"))
        self.call("mseq", "-S", text="./letter\n")

    def reply(self, path, move, where="above", flowed=False):
        self.letter(path)
        self.call("mrep", "1", text="s\n",
                  EDITOR=self.editor(move, where, head=1))

    def fresh(self, to, subject, body):
        self.write("body", body + "\n")
        self.call("mcom", "-subject", subject, "-body", "body", "-send",
                  "-to", to)

    def show(self, path):
        self.letter(path)
        return self.call("mshow", "1")

    def replies(self, mails):
        box = self.box(mails)
        listed = self.call("mlist", box)
        tree = self.call("mthread", text=listed)
        # the root, which is no letter, stands there by its id
        depths = [len(line) - len(line.lstrip()) for line in tree.splitlines()
                  if not line.lstrip().startswith("<")]
        return sum(1 for depth in depths if depth > min(depths))


class Swaks(Client):
    """A person with a hand-made mail; she reads nothing in it."""

    FLOWED = True

    def swaks(self, to, subject, body, *more):
        self.write("body", body)
        self.call("swaks", "--server", "localhost", "--port",
                  str(self.smtp.port), "--tls", "--auth", "PLAIN",
                  "--auth-user", "anybody", "--auth-password", "robotpw",
                  "--helo", "client.example", "--from", self.address, "--to",
                  to, "--h-Subject", subject, "--body", "@" + self.path("body"),
                  "--h-Content-Type", "text/plain; charset=utf-8" + (
                      "; format=flowed" if "flowed" in more else ""),
                  "--add-header", "MIME-Version: 1.0",
                  "--add-header", "Content-Transfer-Encoding: 8bit",
                  *[word for word in more if word != "flowed"])

    def reply(self, path, move, where="above", flowed=False):
        with open(path, "rb") as file:
            letter = email.message_from_binary_file(
                file, policy=email.policy.default)
        text = letter.get_body(("plain",)).get_content()
        # soft breaks, as a mail program makes them of a paragraph
        quote = "On some day you wrote:\n" + "\n".join(
            "> " + line + (" " if flowed and len(line) > 60 else "")
            for line in text.splitlines())
        if where == "above":
            body = move + "\n\n" + quote + "\n"
        else:
            body = quote + "\n\n" + move + "\n"
        self.swaks(str(letter["Reply-To"]), "Re: " + letter["Subject"], body,
                   "--add-header", "In-Reply-To: " + letter["Message-ID"],
                   "--add-header", "References: " + letter["Message-ID"],
                   *(["flowed"] if flowed else []))

    def fresh(self, to, subject, body):
        self.swaks(to, subject, body + "\n")


PROGRAMS = (("mutt", Mutt, "mutt"), ("s-nail", SNail, "s-nail"),
            ("mblaze", Mblaze, "mmime"), ("swaks", Swaks, "swaks"))
