-- SPDX-License-Identifier: ISC
-- Hints that players ask for.
PRAGMA user_version = 15;

-- TRUTH: a hint that a player wants, or got.
CREATE TABLE hint (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL CHECK (seat >= 0),
	inbox INTEGER NOT NULL REFERENCES inbox (id), -- the mail that asked
	due INTEGER NOT NULL, -- when it is thought of; 0: it was given
	-- Of one that was given: the seat's move before that decision (0:
	-- none), and the number under which the table was told.
	event INTEGER NOT NULL DEFAULT 0,
	n INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX hint_seat ON hint (match, seat);
CREATE INDEX hint_due ON hint (due) WHERE due > 0;
