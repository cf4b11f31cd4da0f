# SPDX-License-Identifier: ISC
"""Tests that say how they went: TAP on standard output."""

import sys
import traceback


class Skip(Exception):
    """A test raises it: it cannot be here, and why."""


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def run(self, name, test, *args):
        """Run a test; it fails by raising.  Returns what it returns."""
        self.count += 1
        try:
            result = test(*args)
        except Skip as why:
            print("ok %d - %s # SKIP %s" % (self.count, name, why), flush=True)
            return None
        except Exception as fault:  # whatever it is, it failed this test
            self.failed += 1
            print("not ok %d - %s" % (self.count, name))
            text = str(fault) or "".join(
                traceback.format_exception(fault)[-3:])
            for line in text.splitlines():
                print("# " + line)
            sys.stdout.flush()
            return None
        print("ok %d - %s" % (self.count, name), flush=True)
        return result

    def each(self, names, make):
        """Run each test_... among the names, in order, in a house of its own."""
        for name, test in sorted(names.items()):
            if name.startswith("test_"):
                house = make()
                self.run(name[5:].replace("_", " "), test, house)
                house.close()

    def all(self, names, words):
        """Run each test_... among the names, in the order they stand there; of
        those words alone, if there are any."""
        for name, test in list(names.items()):
            if name.startswith("test_") and (
                    not words or any(word in name for word in words)):
                self.run(name[5:].replace("_", " "), test)

    def skip(self, name, why):
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, name,
                                        " ".join(why.split())), flush=True)

    def end(self):
        print("1..%d" % self.count)
        sys.exit(1 if self.failed else 0)
