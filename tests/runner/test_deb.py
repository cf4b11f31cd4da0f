#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The Debian packages of "make deb": what they hold and depend on, that lintian
is content, and that the program in them runs."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "e2e"))

from tap import Tap  # noqa: E402

SRC = os.environ["TURNPOST_SRC"]
NEEDED = ("dpkg-buildpackage", "dh", "lintian")


def call(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          **more)
    assert done.returncode == 0, "%s: %s%s" % (
        command, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


class Packages:
    def __init__(self, folder):
        self.folder = folder
        # not the variables of the make above: it builds with other flags
        plain = {key: value for key, value in os.environ.items()
                 if not key.startswith(("MAKE", "MFLAGS", "ASAN", "UBSAN"))}
        call(os.path.join(SRC, "tools", "deb.sh"), folder, cwd=SRC, env=plain)

    def deb(self, name):
        path, = glob.glob(os.path.join(self.folder, name + "_*.deb"))
        return path

    def field(self, name, field):
        return call("dpkg-deb", "-f", self.deb(name), field)

    def files(self, name):
        return {line.split(None, 5)[5].lstrip(".") for line in call(
            "dpkg-deb", "-c", self.deb(name)).splitlines()}


def test_files(packages):
    files = packages.files("turnpost")
    for path in ("/usr/bin/turnpost", "/lib/systemd/system/turnpost.service",
                 "/lib/systemd/system/turnpost-run.timer",
                 "/lib/systemd/system/turnpost-backup.timer",
                 "/usr/lib/sysusers.d/turnpost.conf",
                 "/usr/lib/tmpfiles.d/turnpost.conf",
                 "/usr/share/man/man1/turnpost.1.gz",
                 "/usr/share/man/man1/turnpost-match.1.gz",
                 "/usr/share/man/man7/turnpost-letters.7.gz",
                 "/usr/share/bash-completion/completions/turnpost",
                 "/usr/share/zsh/vendor-completions/_turnpost",
                 "/usr/share/fish/vendor_completions.d/turnpost.fish",
                 "/usr/share/doc/turnpost/copyright"):
        assert path in files, path
    assert not [path for path in files if path.startswith("/usr/local")]


def test_libraries(packages):
    """Those that are opened when first used are depended on; those that draw
    only by the package of pictures, which is recommended."""
    depends = packages.field("turnpost", "Depends")
    for library in ("libgmime-3.0-0", "libcurl4", "libical3", "libzstd1",
                    "libsqlite3-0"):
        assert re.search(r"\b%s\b" % re.escape(library), depends), depends
    for library in ("rsvg", "cairo", "fontconfig"):
        assert library not in depends, depends
    assert packages.field("turnpost", "Recommends").startswith(
        "turnpost-pictures")
    depends = packages.field("turnpost-pictures", "Depends")
    for library in ("librsvg2-2", "libcairo2", "libfontconfig1",
                    "fonts-open-sans"):
        assert library in depends, depends


def test_runs(packages):
    with tempfile.TemporaryDirectory() as root:
        call("dpkg-deb", "-x", packages.deb("turnpost"), root)
        program = os.path.join(root, "usr", "bin", "turnpost")
        version = call(program, "--version").split()[1]
        assert packages.field("turnpost", "Version").strip() == version
        with open(os.path.join(root, "lib/systemd/system/turnpost.service"),
                  encoding="utf-8") as file:
            assert "ExecStart=/usr/bin/turnpost " in file.read()


def test_units(packages):
    """They let a program do little, by systemd's own measure (in tenths), and
    none of them has a mistake."""
    if shutil.which("systemd-analyze") is None:
        return
    with tempfile.TemporaryDirectory() as root:
        call("dpkg-deb", "-x", packages.deb("turnpost"), root)
        units = glob.glob(os.path.join(root, "lib/systemd/system/*.service"))
        assert len(units) == 3, units
        for unit in units:
            call("systemd-analyze", "security", "--offline=yes",
                 "--threshold=15", unit)


def test_lintian(packages):
    changes, = glob.glob(os.path.join(packages.folder, "*.changes"))
    done = subprocess.run(["lintian", "--allow-root", "--pedantic",
                           "--fail-on", "error,warning,pedantic", changes],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def main():
    tap = Tap()
    lack = [name for name in NEEDED if shutil.which(name) is None]
    if lack:
        tap.skip("packages", "no %s here" % ", ".join(lack))
        tap.end()
        return
    with tempfile.TemporaryDirectory() as folder:
        packages = Packages(folder)
        for name, test in (("files", test_files),
                           ("libraries", test_libraries),
                           ("runs", test_runs), ("units", test_units),
                           ("lintian", test_lintian)):
            tap.run(name, lambda test=test: test(packages))
    tap.end()


main()
