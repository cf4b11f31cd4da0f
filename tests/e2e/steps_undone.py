# SPDX-License-Identifier: ISC
"""The newest schema steps taken back, so that a test has a home of before."""

UNDONE = {
    24: ["DROP INDEX person_waiting", "DROP TABLE series_invitation"],
    23: ["DROP TABLE waiting_answer"],
    22: ["CREATE INDEX outbox_seat ON outbox (match, seat)"
         " WHERE match IS NOT NULL"],
    21: ["ALTER TABLE outbox DROP COLUMN series",
         "ALTER TABLE inbox DROP COLUMN series"],
    20: ["UPDATE inbox SET sha = sha || sha,"
         " source = replace(source, ':' || sha || '-',"
         " ':' || sha || sha || '-'),"
         " message_id = CASE WHEN message_id = 'sha.' || sha"
         " THEN message_id || sha ELSE message_id END,"
         " says = CASE WHEN length(says) = 32"
         " THEN says || says ELSE says END",
         "DROP INDEX outbox_message",
         "CREATE INDEX outbox_message ON outbox (message_id)",
         "CREATE INDEX outbox_created ON outbox (created)"],
    19: ["DROP TABLE series_seat", "DROP TABLE series_table",
         "DROP TABLE series_round", "DROP TABLE entrant",
         "DROP TABLE series"],
    18: ["DROP INDEX person_yearbook",
         "ALTER TABLE person DROP COLUMN yearbook"],
    17: ["DROP TABLE page", "DROP TABLE site", "DROP INDEX match_public",
         "ALTER TABLE person DROP COLUMN shown"],
    16: ["DELETE FROM meta WHERE key = 'results'", "DROP TABLE result",
         "DROP INDEX person_unrated", "ALTER TABLE person DROP COLUMN rated"],
    15: ["DROP TABLE hint"],
}


def undo(db, to):
    """The schema as that step left it, 14 or later."""
    for step in sorted(UNDONE, reverse=True):
        if step > to:
            for sql in UNDONE[step]:
                db.execute(sql)
    db.execute("PRAGMA user_version = %d" % to)
