-- SPDX-License-Identifier: ISC
-- Answers that wait for robots.
PRAGMA user_version = 23;

-- TRUTH: a letter that answers a player and waits until robots have moved, so
-- that one letter can say both.  The row may outlast its waiting.
CREATE TABLE waiting_answer (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	outbox INTEGER NOT NULL REFERENCES outbox (id), -- the letter
	reply TEXT NOT NULL CHECK (json_valid(reply)), -- what it says of the mail
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
CREATE INDEX waiting_answer_outbox ON waiting_answer (outbox);
