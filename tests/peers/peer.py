# SPDX-License-Identifier: ISC
"""What all mail servers that tests start have in common.

They listen on loopback only, on ports that were free, as an ordinary user
also when the tests are root's, in a folder that is theirs, and they end with
the test that started them, however it ends."""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
USER = "nobody"
ROBOT, ROBOT_PASSWORD = "robot", "robotpw"
HOST = "localhost"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def unpacked(server, program, **env):
    """(path of a program of a server that tools/peers.sh has unpacked, None),
    or (None, why not)."""
    peers = os.path.join(SRC, "build", "peers")
    done = subprocess.run([os.path.join(SRC, "tools", "peers.sh"), peers,
                           server], capture_output=True, text=True,
                          timeout=300)
    if done.returncode != 0:
        return None, done.stderr.strip()
    path = os.path.join(peers, server, program)
    lack = [line.split()[0] for line in subprocess.run(
        ["ldd", path], env={**os.environ, **env}, capture_output=True,
        text=True).stdout.splitlines() if "not found" in line]
    if lack:
        return None, "%s lacks libraries: %s" % (server, " ".join(lack))
    return path, None


def die_with_parent():
    """For preexec_fn: SIGTERM when the test is gone."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Peer:
    """A server: start, stop, and a folder of its own."""

    def __init__(self, parent=None):
        # short, for the names of sockets
        self.dir = tempfile.mkdtemp(prefix="p", dir=parent)
        os.chmod(self.dir, 0o755)
        self.child = None
        self.own()

    def own(self):
        if os.getuid() == 0:
            user = pwd.getpwnam(USER)
            os.chown(self.dir, user.pw_uid, user.pw_gid)

    def path(self, *names):
        return os.path.join(self.dir, *names)

    def identity(self):
        """As whom it runs, for subprocess."""
        if os.getuid() != 0:
            return {}
        user = pwd.getpwnam(USER)
        return {"user": user.pw_uid, "group": user.pw_gid,
                "extra_groups": []}

    def user(self):
        return USER if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name

    def call(self, *command, **more):
        """A helper program as that user."""
        return subprocess.run(command, check=True, capture_output=True,
                              cwd=self.dir, **self.identity(), **more)

    def certificate(self):
        """cert.pem and key.pem for localhost."""
        if os.path.exists(self.path("cert.pem")):
            return
        self.call("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                  "-days", "30", "-subj", "/CN=localhost", "-addext",
                  "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
                  self.path("key.pem"), "-out", self.path("cert.pem"))
        os.chmod(self.path("cert.pem"), 0o644)

    @property
    def ca_file(self):
        return self.path("cert.pem")

    def launch(self, command, port, **more):
        """Start it and wait until it answers on that port."""
        with open(self.path("out"), "ab") as out:
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                cwd=self.dir, preexec_fn=die_with_parent, **self.identity(),
                **more)
        for _ in range(300):
            if self.child.poll() is not None:
                break
            if answers(port):
                return self
            time.sleep(0.05)
        with open(self.path("out"), encoding="utf-8") as out:
            raise RuntimeError("%s does not start: %s" % (
                command[0], out.read()))

    def halt(self, how=signal.SIGTERM):
        if self.child is None:
            return
        self.child.send_signal(how)
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.child = None

    def close(self):
        self.halt()
        shutil.rmtree(self.dir, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
