# SPDX-License-Identifier: ISC
"""Another worker of a home on a server, which is at something for as long as a
test wants."""

import subprocess

import test_workers as workers


class Another:
    """A worker that has taken something, by SQL that says so, and fails in the
    end.  It may have to wait for that."""

    def __init__(self, house, sql, waits=False):
        self.child = subprocess.Popen(
            ["psql", "-X", "-q", "-t", "-d", house.store],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.child.stdin.write("BEGIN; SELECT 'taken' FROM %s;\n" % sql)
        self.child.stdin.flush()
        if not waits:
            self.wait()

    def wait(self):
        """Until it has it."""
        while "taken" not in self.child.stdout.readline():
            pass

    def fails(self):
        self.child.communicate("ROLLBACK;\n")

    def ends(self, sql):
        self.child.communicate(sql + "; COMMIT;\n")


def until_waiting(house, n=1):
    """So many sessions wait for a lock that another one holds."""
    workers.wait_for(lambda: house.rows(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock'") == [(n,)])


# What several programs share (store/postgres/postgres.h).
OF_HOME = "'turnpost'::regclass::oid::bigint::bit(32)::integer::bigint"
WRITER = "1953525619, 'turnpost'::regclass::oid::bigint::bit(32)::integer"


def claimed(house, *names):
    """As store/postgres/claims.c claims."""
    return Another(house, "(SELECT count(pg_advisory_lock(hashtextextended("
                   "n, %s))) FROM unnest(ARRAY['%s']) AS t (n)) AS l"
                   % (OF_HOME, "', '".join(names)))
