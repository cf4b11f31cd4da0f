# SPDX-License-Identifier: ISC
"""The runner itself: that nothing which goes wrong counts as passed."""
import os
import subprocess
import sys
import tempfile

RUN = os.path.join(os.environ["TURNPOST_SRC"], "tests", "run")

# name, what the program does, what the runner must count, what it must say
CASES = [
    ("good", "echo 1..2; echo ok 1 - a; echo ok 2 - b", (2, 0), ""),
    ("late plan", "echo ok 1; echo 1..1", (1, 0), ""),
    ("one not ok", "echo 1..2; echo ok 1; echo not ok 2; exit 1", (1, 1), ""),
    ("not ok, exit 0", "echo 1..1; echo not ok 1", (0, 1), ""),
    ("exit status", "echo 1..1; echo ok 1; exit 3", (1, 1), "exit status 3"),
    ("crash", "echo 1..2; echo ok 1; kill -SEGV $$", (1, 1), "signal 11"),
    ("crash after all", "echo 1..1; echo ok 1; kill -ABRT $$", (1, 1),
     "signal 6"),
    ("crash after not ok", "echo 1..2; echo not ok 1; kill -SEGV $$", (0, 2),
     "signal 11"),
    ("too few", "echo 1..3; echo ok 1", (1, 1), "planned 3, saw 1"),
    ("too many", "echo 1..1; echo ok 1; echo ok 2", (2, 1),
     "planned 1, saw 2"),
    ("no plan", "echo ok 1", (1, 1), "no plan"),
    ("silence", "true", (0, 1), "no plan"),
    ("nothing", "echo 1..0", (0, 1), "planned 0"),
    ("two groups", "echo 1..1; echo ok 1; echo 1..1; echo ok 1", (2, 0), ""),
    ("skip", "echo 1..2; echo ok 1; echo 'ok 2 # SKIP no net'", (1, 0),
     "1 skipped"),
    ("cmocka's skip", "echo 1..2; echo ok 1; echo 'not ok 2 # SKIP b'",
     (1, 0), "1 skipped"),
    ("no skip", "echo 1..1; echo 'not ok 1 - b # SKIP'; exit 1", (0, 1), ""),
    ("skip all", "echo '1..0 # SKIP no net'", (0, 0), "1 skipped"),
    ("hangs", "echo 1..1; echo ok 1; sleep 60", (1, 1), "did nothing for 2"),
    ("runs on", "echo 1..1; echo ok 1; while :; do :; done", (1, 1),
     "more than 3 seconds of CPU time"),
    ("its child runs on",
     "echo 1..1; echo ok 1; (while :; do :; done) & wait", (1, 1),
     "more than 3 seconds of CPU time"),
    ("is long, but does little",
     "echo 1..1; for i in 1 2 3 4 5; do sleep 1; "
     "timeout 0.3 sh -c 'while :; do :; done'; done; echo ok 1", (1, 0), ""),
    ("prose", "echo 1..1; echo okay; echo 'it is ok'; echo ok 1", (1, 0), ""),
    ("missing", None, (0, 1), "cannot be started"),
]


def put(root, path, text, mode=0o644):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)


def run(root, *words, **more):
    env = dict(os.environ, TIMEOUT="3", STILL="2", SILENT="1", JOBS="2", **more)
    if not env.get("TMPDIR"):
        env.pop("TMPDIR", None)
    got = subprocess.run(
        [sys.executable, RUN, "build", *words], cwd=root, env=env,
        capture_output=True, text=True, check=False)
    return got.returncode, got.stdout.splitlines()


def as_program(root, body):
    put(root, "tests/core/x.c", "")
    if body is not None:
        put(root, "build/tests/core/x", f"#!/bin/sh\n{body}\n", 0o755)


def as_script(root, body):
    put(root, "tests/e2e/x.t", f"#!/bin/sh\n{body or 'x'}\n",
        0o644 if body is None else 0o755)


def as_python(root, body):
    put(root, "tests/e2e/test_x.py",
        f"import os\nos.execv('/bin/sh', ['sh', '-c', {body!r}])\n")


def wrong(place, body, want, say):
    """What is wrong with the runner's answer, or None."""
    with tempfile.TemporaryDirectory() as root:
        place(root, body)
        status, lines = run(root)
    last = f"{want[0]} passed, {want[1]} failed"
    if not lines or lines[-1] != last:
        return f"wanted {last!r}, got {lines}"
    if (status == 0) != (want[1] == 0):
        return f"exit status {status}"
    if say not in "\n".join(lines):
        return f"{say!r} not said in {lines}"
    return None


def wrong_selection():
    with tempfile.TemporaryDirectory() as root:
        for name in ("a", "b"):
            put(root, f"tests/core/{name}.c", "")
            put(root, f"build/tests/core/{name}",
                "#!/bin/sh\necho 1..1; echo ok 1\n", 0o755)
        got = run(root, "core/a")[1][-1], run(root)[1][-1], run(root, "zz")
    if got[0] != "1 passed, 0 failed" or got[1] != "2 passed, 0 failed":
        return str(got)
    if got[2][0] == 0:
        return "no tests at all passes"
    return None


LEAKS = """echo 1..1
echo =======
echo '==12==ERROR: LeakSanitizer: detected memory leaks'
echo 'Direct leak of 9 byte(s)'
echo 'SUMMARY: AddressSanitizer: 9 byte(s) leaked in 1 allocation(s).'
"""


def wrong_leaks():
    """They are told only if nothing else is wrong."""
    told = []
    for end in ("echo 'not ok 1 - a'; exit 1", "echo 'ok 1 - a'; exit 1"):
        with tempfile.TemporaryDirectory() as root:
            as_program(root, LEAKS + end)
            told.append("Direct leak" in "\n".join(run(root)[1]))
    return None if told == [False, True] else f"leaks are told: {told}"


def wrong_silence():
    with tempfile.TemporaryDirectory() as root:
        as_program(root, "echo 1..1; sleep 1.5; echo ok 1")
        lines = run(root)[1]
    if not any(line.startswith("... 0 of 1 done; now core/x 1 s")
               for line in lines):
        return f"nothing is said while it waits: {lines}"
    return None


def wrong_environment():
    with tempfile.TemporaryDirectory() as root:
        as_program(root, 'echo 1..1; test "$TURNPOST" = "$PWD/build/turnpost"'
                   ' && test "$TURNPOST_SRC" = "$PWD" && test -d "$TMPDIR"'
                   ' && : >"$TMPDIR/x" && echo ok 1')
        status, lines = run(root)
    return None if status == 0 else str(lines)


def wrong_place():
    """TMPDIR says where the tests' own folders are; without it, programs can be
    run there all the same."""
    with tempfile.TemporaryDirectory() as root:
        place = os.path.join(root, "here")
        os.mkdir(place)
        as_program(root, 'cp /bin/true "$TMPDIR" && "$TMPDIR/true" || exit'
                   f' 1; case $TMPDIR in "{place}"/*) echo 1..1; echo ok 1;;'
                   ' *) echo 1..2; echo ok 1; echo ok 2;; esac')
        got = run(root, TMPDIR=place)[1][-1], run(root, TMPDIR="")[1][-1]
        left = os.listdir(place)
    wanted = "1 passed, 0 failed", "2 passed, 0 failed"
    return None if got == wanted and not left else f"{got}, left: {left}"


def main():
    results = []
    for name, body, want, say in CASES:
        results.append((name, wrong(as_program, body, want, say)))
    for place in (as_script, as_python):
        for name, body, want, say in CASES[:6]:
            results.append((f"{place.__name__}: {name}",
                            wrong(place, body, want, say)))
    results.append(("selection", wrong_selection()))
    results.append(("leaks of a failed test", wrong_leaks()))
    results.append(("a line while it waits", wrong_silence()))
    results.append(("environment", wrong_environment()))
    results.append(("where they write", wrong_place()))
    print(f"1..{len(results)}")
    for n, (name, why) in enumerate(results, 1):
        print(f"{'not ok' if why else 'ok'} {n} - {name}")
        if why:
            print(f"# {why}")
    return any(why for _, why in results)


if __name__ == "__main__":
    sys.exit(main())
