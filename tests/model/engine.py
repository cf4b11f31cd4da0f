# SPDX-License-Identifier: ISC
"""The program's engine as a child process: JSON lines out and in."""

import json
import os
import subprocess

PROGRAM = os.environ.get("TURNPOST", "build/release/turnpost")


class Disagreement(Exception):
    """Program and model, or program and protocol, do not say the same."""


class Engine:
    def __init__(self):
        self.child = subprocess.Popen(
            [PROGRAM, "engine"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)

    def send_line(self, line):
        """One raw line; its one answer as text."""
        return self.send_lines([line])[0]

    def send_lines(self, lines):
        self.child.stdin.write(b"".join(line + b"\n" for line in lines))
        self.child.stdin.flush()
        answers = []
        for line in lines:
            answer = self.child.stdout.readline()
            if not answer.endswith(b"\n"):
                raise Disagreement("no answer to %r; the engine ended with %s"
                                   % (line[:500], self.child.wait()))
            answers.append(answer)
        return answers

    def ask_all(self, requests):
        """Send a few requests at once; their answers as objects."""
        lines = [json.dumps(request).encode() for request in requests]
        return [json.loads(answer) for answer in self.send_lines(lines)]

    def ask(self, op, **rest):
        """An answer, whatever it says."""
        return self.ask_all([{"op": op, **rest}])[0]

    def get(self, op, **rest):
        """An answer that must be good."""
        return good({"op": op, **rest}, self.ask(op, **rest))

    def get_all(self, requests):
        return [good(*pair) for pair in
                zip(requests, self.ask_all(requests))]

    def close(self):
        """End of input; the exit code."""
        self.child.stdin.close()
        self.child.stdout.read()
        self.child.stdout.close()
        return self.child.wait()


def good(request, answer):
    if answer.get("ok") is not True:
        raise Disagreement("%s was answered by %s" % (request, answer))
    return answer


def refusal(request, answer):
    """The sentence of an answer that must be an error."""
    if (set(answer) - {"id"} != {"ok", "error"} or answer["ok"] is not False
            or not isinstance(answer["error"], str) or not answer["error"]
            or "\n" in answer["error"]):
        raise Disagreement("%s should be refused, but: %s" % (request, answer))
    return answer["error"]


def same(what, program, model):
    """Raise with the difference unless both are the same."""
    if program == model:
        return
    if isinstance(program, dict) and isinstance(model, dict):
        for key in sorted(set(program) | set(model)):
            same("%s.%s" % (what, key), program.get(key, "(missing)"),
                 model.get(key, "(missing)"))
    elif (isinstance(program, list) and isinstance(model, list)
          and len(program) == len(model)):
        for i, pair in enumerate(zip(program, model)):
            same("%s[%d]" % (what, i), *pair)
    raise Disagreement("%s\n  program: %s\n  model:   %s"
                       % (what, program, model))
