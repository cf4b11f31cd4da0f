# SPDX-License-Identifier: ISC
"""Batches of cases over a table, and what came of them."""

import collections


def play(table, cases):
    """Yields (case, outcome); a case has language, write(), and more."""
    waiting = collections.defaultdict(collections.deque)
    for case in cases:
        waiting[case.language].append(case)
    while any(waiting.values()):
        batch = {}
        for language, name in table.captains():
            if waiting[language]:
                batch[name] = waiting[language].popleft()
        mails = {name: case.write(name, table.letter_of(name))
                 for name, case in batch.items()}
        outcomes = table.batch(mails)
        for name, case in batch.items():
            yield case, outcomes[name]


class Score:
    """How many were right, those shown and those held out apart."""

    def __init__(self, name):
        self.name = name
        self.all = {False: 0, True: 0}
        self.right = {False: 0, True: 0}
        self.wrong = []

    def add(self, case, right, outcome):
        self.all[case.held] += 1
        self.right[case.held] += bool(right)
        if not right:
            self.wrong.append((case, outcome))

    def share(self):
        total = sum(self.all.values())
        return sum(self.right.values()) / total if total else 1.0

    def __str__(self):
        return "%s: %d of %d, %.2f %% (shown %d of %d, held out %d of %d)" % (
            self.name, sum(self.right.values()), sum(self.all.values()),
            100 * self.share(), self.right[False], self.all[False],
            self.right[True], self.all[True])
