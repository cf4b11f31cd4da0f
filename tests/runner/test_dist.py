#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The archive of "make dist": the files of the last commit, the same bytes each
time, and signed by whoever has a key."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

SRC = os.environ["TURNPOST_SRC"]
sys.path.insert(0, os.path.join(SRC, "tests/e2e"))

from tap import Tap  # noqa: E402

CHANGELOG = """\
turnpost (3.1.4) bookworm; urgency=medium

  * Something.

 -- Nobody <nobody@example.org>  Thu, 26 Nov 2026 12:00:00 +0000
"""


def call(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          **more)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


class Tree:
    """A small repository, and a place of its own for keys."""

    def __init__(self, top):
        self.top, self.keys = top, os.path.join(top, "keys")
        self.tree = os.path.join(top, "tree")
        os.makedirs(os.path.join(self.tree, "debian"))
        os.mkdir(self.keys, 0o700)
        self.env = dict(os.environ, HOME=top, GNUPGHOME=self.keys,
                        GIT_CONFIG_NOSYSTEM="1")
        self.write("debian/changelog", CHANGELOG)
        self.write("file", "one\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("-c", "user.name=N", "-c", "user.email=n@example.org",
                 "commit", "-q", "-m", "all")
        self.write("file", "two\n")

    def write(self, name, text):
        with open(os.path.join(self.tree, name), "w", encoding="ascii") as out:
            out.write(text)

    def git(self, *words):
        call("git", *words, cwd=self.tree, env=self.env)

    def dist(self, name):
        out = os.path.join(self.top, name)
        call(os.path.join(SRC, "tools/dist.sh"), out, cwd=self.tree,
             env=self.env)
        return os.path.join(out, "turnpost-3.1.4.tar.xz")


def test_bytes(tree):
    paths = [tree.dist(name) for name in ("a", "b")]
    contents = []
    for path in paths:
        with open(path, "rb") as file:
            contents.append(file.read())
        call("sha256sum", "--check", path + ".sha256",
             cwd=os.path.dirname(path))
    assert contents[0] == contents[1]
    with tarfile.open(paths[0]) as tar:
        assert sorted(entry.name for entry in tar if entry.isfile()) == [
            "turnpost-3.1.4/debian/changelog", "turnpost-3.1.4/file"]
        assert tar.extractfile("turnpost-3.1.4/file").read() == b"one\n"
    assert not os.path.exists(paths[0] + ".asc")


def test_signed(tree):
    call("gpg", "--batch", "--passphrase", "", "--quick-generate-key",
         "Nobody <nobody@example.org>", "default", "sign", "1d", env=tree.env)
    try:
        path = tree.dist("c")
        call("gpg", "--batch", "--verify", path + ".asc", path, env=tree.env)
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], env=tree.env, check=False)


def test_version():
    """One version: of the program, the package and what people read."""
    def read(name):
        with open(os.path.join(SRC, name), encoding="utf-8") as file:
            return file.read()
    version = re.match(r"turnpost \(([^)]*)\)", read("debian/changelog"))[1]
    assert re.search(r"(?m)^## (\S+?),? ", read("CHANGES.md"))[1] == version
    said = call(os.environ["TURNPOST"], "--version")
    assert said == "turnpost %s\n" % version, said


def main():
    tap = Tap()
    tap.run("one version", test_version)
    if not all(shutil.which(tool) for tool in ("git", "xz")):
        tap.skip("the same bytes", "no git or xz here")
    else:
        with tempfile.TemporaryDirectory() as top:
            tree = Tree(top)
            tap.run("the same bytes", lambda: test_bytes(tree))
            if shutil.which("gpg") is None:
                tap.skip("signed", "no gpg here")
            else:
                tap.run("signed", lambda: test_signed(tree))
    tap.end()


main()
