# SPDX-License-Identifier: ISC
"""Runs of the program that a host forks (host.c): cheaper than an exec."""

import array
import atexit
import contextlib
import os
import re
import select
import selectors
import signal
import socket
import subprocess
import time

# What is read before main: a child of the host has the host's.
EARLY = re.compile("(ASAN|LSAN|UBSAN|LD|G|MALLOC|GLIBC)_")


def umask():
    """Without setting it, for there may be threads."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("Umask:"):
                return line.split()[1]
    raise AssertionError("no umask")


def early(env):
    return {key: value for key, value in env.items() if EARLY.match(key)}


class Host:
    def __init__(self, host):
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            self.child = subprocess.Popen(
                [host, str(its.fileno())], pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL)
        self.socket = ours
        self.early = early(os.environ)
        atexit.register(self.close)

    def close(self):
        self.socket.close()
        self.child.wait()

    def start(self, args, env, cwd, files):
        """Returns the end of a pipe at which the host answers."""
        answer, its = os.pipe()
        try:
            strings = [umask(), cwd or os.getcwd(), str(len(args)), *args,
                       *("%s=%s" % item for item in env.items())]
            packet = b"".join(os.fsencode(s) + b"\0" for s in strings)
            self.socket.sendmsg([packet], [(
                socket.SOL_SOCKET, socket.SCM_RIGHTS,
                array.array("i", [*files, its]))])
        except OSError:
            os.close(answer)
            raise
        finally:
            os.close(its)
        return answer

    def run(self, args, env, input=None, cwd=None, timeout=120):
        """As subprocess.run with capture_output and text."""
        out, its_out = os.pipe()
        err, its_err = os.pipe()
        files = [0, its_out, its_err]
        feed = None
        if input is not None:
            files[0], feed = os.pipe()
        try:
            answer = self.start(args, env, cwd, files)
        finally:
            for fd in files[0 if feed else 1:]:
                os.close(fd)
        told = talk({out: b"", err: b"", answer: b""}, answer, feed,
                    (input or "").encode(), time.monotonic() + timeout)
        if told is None:
            raise subprocess.TimeoutExpired(args, timeout)
        ended = array.array("i", told[answer])
        # Killed after it was asked: as OSError as if it had been before.
        if len(ended) != 2:
            raise ConnectionResetError("the host has died")
        return subprocess.CompletedProcess(
            args, os.waitstatus_to_exitcode(ended[1]),
            *(told[fd].decode().replace("\r\n", "\n").replace("\r", "\n")
              for fd in (out, err)))


def talk(told, answer, feed, left, end):
    """Feed and read until all is said; closes all.  None: it was late."""
    with selectors.DefaultSelector() as waiting:
        for fd in told:
            waiting.register(fd, selectors.EVENT_READ)
        if feed is not None:
            waiting.register(feed, selectors.EVENT_WRITE)
        try:
            while waiting.get_map():
                ready = waiting.select(max(0, end - time.monotonic()))
                if not ready:
                    end_child(told[answer])
                    return None
                for key, _ in ready:
                    if key.fd != feed:
                        piece = os.read(key.fd, 65536)
                        told[key.fd] += piece
                    else:
                        piece = left = wrote(feed, left)
                    if not piece:
                        waiting.unregister(key.fd)
                        os.close(key.fd)
            return told
        finally:
            for fd in list(waiting.get_map()):
                os.close(fd)


def end_child(answered):
    """The one whose number has come, but not yet how it ended."""
    if len(answered) == 4:
        with contextlib.suppress(ProcessLookupError):
            os.kill(array.array("i", answered)[0], signal.SIGKILL)


def wrote(feed, left):
    """What is left to be written; nothing, if nobody reads."""
    try:
        return left[os.write(feed, left[:select.PIPE_BUF]):] if left else b""
    except BrokenPipeError:
        return b""


HOSTS = {}


def host_of(program):
    """The host beside a program, or None.  One that is older than the program
    was built of another."""
    if program not in HOSTS:
        path = os.path.join(os.path.dirname(program), "tests", "e2e", "host")
        HOSTS[program] = (
            Host(path) if os.path.exists(path)
            and os.path.getmtime(path) >= os.path.getmtime(program) else None)
    return HOSTS[program]


def run(args, env, **more):
    """The program, with what it says captured as text: by the host if there
    is one and it can do that."""
    host = host_of(args[0])
    if (host is None or not set(more) <= {"input", "cwd"}
            or early(env) != host.early):
        return subprocess.run(args, env=env, capture_output=True, text=True,
                              timeout=120, **more)
    return host.run(args, env, **more)
