# SPDX-License-Identifier: ISC
"""Another worker of a home on a server, which is at something for as long as a
test wants."""

import subprocess


class Another:
    """A worker that has taken something, by SQL that says so, and fails in the
    end."""

    def __init__(self, house, sql):
        self.child = subprocess.Popen(
            ["psql", "-X", "-q", "-t", "-d", house.store],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.child.stdin.write("BEGIN; SELECT 'taken' FROM %s;\n" % sql)
        self.child.stdin.flush()
        while "taken" not in self.child.stdout.readline():
            pass

    def fails(self):
        self.child.communicate("ROLLBACK;\n")

    def ends(self, sql):
        self.child.communicate(sql + "; COMMIT;\n")


# What several programs share (store/postgres/postgres.h).
OF_HOME = "'turnpost'::regclass::oid::bigint::bit(32)::integer::bigint"
WRITER = "1953525619, 'turnpost'::regclass::oid::bigint::bit(32)::integer"


def claimed(house, *names):
    """As store/postgres/claims.c claims."""
    return Another(house, "(SELECT count(pg_advisory_lock(hashtextextended("
                   "n, %s))) FROM unnest(ARRAY['%s']) AS t (n)) AS l"
                   % (OF_HOME, "', '".join(names)))
