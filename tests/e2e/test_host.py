#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A program that the host forks (host.c, host.py) is as one that was executed:
turnpost itself, and a sample that tells what it was given and breaks down in
the ways that sanitizers report."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import host
from house import House, SRC
from tap import Tap

SAMPLE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int MAIN(int argc, char **argv);
extern char **environ;
static void *volatile lost;
static volatile int n = 0x7fffffff;
int MAIN(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	char line[4096];
	if (strcmp(how, "leak") == 0) {
		lost = malloc(9);
		lost = NULL;
	} else if (strcmp(how, "beyond") == 0) {
		char *bytes = malloc(9);
		bytes[argc + 7] = 'x';
		free(bytes);
	} else if (strcmp(how, "undefined") == 0) {
		n += argc;
	} else if (strcmp(how, "abort") == 0) {
		abort();
	} else if (strcmp(how, "hang") == 0) {
		sleep(50);
	}
	for (int i = 0; i < argc; i++)
		printf("argument %s\n", argv[i]);
	for (char **at = environ; *at != NULL; at++)
		printf("%s\n", *at);
	while (fgets(line, sizeof(line), stdin) != NULL)
		printf("heard %s", line);
	FILE *status = fopen("/proc/self/status", "r");
	while (fgets(line, sizeof(line), status) != NULL)
		if (strncmp(line, "Sig", 3) == 0 && line[3] != 'Q')
			fputs(line, stdout);
	fclose(status);
	fflush(stdout);
	snprintf(line, sizeof(line), "pwd; umask; ls /proc/%d/fd", getpid());
	return system(line) == 0 ? argc : -1;
}
"""
SANITIZE = ["-g1", "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all"]


def both(args, env=None, **more):
    """What host and exec say, which must be the same."""
    env = env or dict(os.environ)
    forked = host.host_of(args[0])
    assert forked is not None, "no host beside " + args[0]
    executed = subprocess.run(args, env=env, capture_output=True, text=True,
                              timeout=120, check=False, **more)
    done = forked.run(args, env, **more)
    assert said(done) == said(executed), "%s\n%s" % (said(done),
                                                     said(executed))
    return done


def said(done):
    """Of a sanitizer's report only what it found: where memory lies and who
    called main differs."""
    report = done.stderr
    if "Sanitizer" in report or "runtime error" in report:
        report = "\n".join(re.findall(
            r"runtime error: .*|ERROR: \S+ \S+|SUMMARY: \S+ \S+", report))
    return done.returncode, done.stdout, report


def test_turnpost(house):
    assert "turnpost" in both(house.command(["--version"])).stdout
    assert both(house.command(["match", "list"])).returncode == 0
    assert both(house.command(["match", "jump"])).returncode == 2
    assert both(house.command(["match", "show", "7"])).returncode == 1
    assert both(house.command(["run"])).returncode == 0
    mail = "From: a@example.org\n\n" + "a long line of a mail\n" * 20000
    assert both(house.command(["read"]), input=mail, cwd="/").stdout
    stopped = dict(os.environ, TURNPOST_STOP_AT="1")
    house.match()
    assert both(house.command(["run"]), env=stopped).returncode != 0


def sample(folder):
    """The sample, and its host beside it."""
    source = os.path.join(folder, "sample.c")
    with open(source, "w", encoding="ascii") as file:
        file.write(SAMPLE)
    program = os.path.join(folder, "sample")
    beside = os.path.join(folder, "tests", "e2e", "host")
    os.makedirs(os.path.dirname(beside))
    subprocess.run(["gcc", *SANITIZE, "-DMAIN=main", "-o", program, source],
                   check=True)
    subprocess.run(["gcc", *SANITIZE, "-D_GNU_SOURCE", "-DMAIN=turnpost_main",
                    "-o", beside, source,
                    os.path.join(SRC, "tests", "e2e", "host.c")], check=True)
    return program


def test_given(program):
    env = dict(os.environ, MORE="a\nb", EMPTY="")
    done = both([program, "one", "", "thr\u00e9e"], env=env, input="x\ny\n",
                cwd="/usr")
    assert done.returncode == 4, done
    for piece in ("argument %s\n" % program, "\nMORE=a\nb\n", "heard y\n",
                  "\n/usr\n"):
        assert piece in done.stdout, done.stdout
    before = os.umask(0o027)
    try:
        assert "\n0027\n" in both([program]).stdout
    finally:
        os.umask(before)


def test_reports(program):
    for how, piece in (("leak", "LeakSanitizer"),
                       ("beyond", "heap-buffer-overflow"),
                       ("undefined", "signed integer overflow")):
        done = both([program, how], input="")
        assert done.returncode not in (0, 2), (how, done)
        assert piece in done.stderr, done.stderr
    assert both([program, "abort"]).returncode == -signal.SIGABRT
    # after all these it still works
    assert both([program], input="").returncode == 1


def test_at_once(program):
    """Several, of which one takes too long: it is ended, others are not."""
    codes = []
    forked = host.host_of(program)
    asked = [threading.Thread(target=lambda n=n: codes.append(forked.run(
        [program] + ["x"] * n, dict(os.environ), input="").returncode))
        for n in range(8)]
    begin = time.monotonic()
    for one in asked:
        one.start()
    try:
        forked.run([program, "hang"], dict(os.environ), timeout=0.5)
        raise AssertionError("it ended")
    except subprocess.TimeoutExpired:
        pass
    for one in asked:
        one.join()
    assert sorted(codes) == list(range(1, 9)), codes
    # and the host goes on
    again = forked.run([program], dict(os.environ), input="")
    assert again.returncode == 1, again
    assert time.monotonic() - begin < 40


def test_other_ways(program):
    """What a host cannot give is executed."""
    forked = host.HOSTS[program]
    host.HOSTS[program] = type("None", (), {"early": forked.early})()
    try:
        host.run([program], dict(os.environ, ASAN_OPTIONS=""), input="")
        host.run([program], dict(os.environ), stdin=subprocess.DEVNULL)
    finally:
        host.HOSTS[program] = forked


def test_ends(program):
    """With the test, and a test sees that it is gone."""
    path = os.path.join(os.path.dirname(program), "tests", "e2e", "host")
    one = host.Host(path)
    one.close()
    assert one.child.returncode == 0
    one = host.Host(path)
    one.child.kill()
    one.child.wait()
    try:
        one.run([program], dict(os.environ))
        raise AssertionError("nobody was there")
    except OSError:
        pass


def test_older(program):
    """A host that was built before the program is not asked."""
    os.utime(program, (time.time() + 60,) * 2)
    host.HOSTS.pop(program).close()
    assert host.host_of(program) is None


def main():
    tap = Tap()
    house = House()
    tap.run("turnpost, both ways", test_turnpost, house)
    house.close()
    folder = tempfile.mkdtemp(prefix="turnpost-host-")
    program = tap.run("a sample is built", sample, folder)
    for name, test in (("what a program is given", test_given),
                       ("what sanitizers report", test_reports),
                       ("several at once", test_at_once),
                       ("what a host cannot give", test_other_ways),
                       ("a host ends with its test", test_ends),
                       ("a host older than the program", test_older)):
        tap.run(name, test, program)
    shutil.rmtree(folder)
    tap.end()


if __name__ == "__main__":
    if not host.host_of(House.turnpost):
        print("1..0 # SKIP no host beside the program: make tests-built")
        sys.exit(0)
    main()
