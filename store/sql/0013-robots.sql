-- SPDX-License-Identifier: ISC
-- Robots that think: at seats of their own, or in the place of a person.
PRAGMA user_version = 13;

CREATE TABLE seat_new (
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL CHECK (seat >= 0),
	person INTEGER REFERENCES person (id), -- NULL: no person ever held it
	name TEXT NOT NULL CHECK (name <> ''),
	epoch INTEGER NOT NULL, -- raised to make older reply keys void
	ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
	luck TEXT, -- words given for the match's seed
	told INTEGER NOT NULL, -- news sent up to this event; -1: none
	-- open: nobody does, and somebody may come; robot: the program.
	held TEXT NOT NULL DEFAULT 'person'
		CHECK (held IN ('person', 'open', 'robot')),
	-- How well the program plays there; NULL: as the policy says.
	level TEXT CHECK (level IN ('easy', 'medium', 'strong')),
	-- Deadlines missed, one after the other, and graces used up.
	missed INTEGER NOT NULL DEFAULT 0,
	graces INTEGER NOT NULL DEFAULT 0,
	-- The event of a deadline that others hear of when they have decided;
	-- 0: none.
	hushed INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seat_new (match, seat, person, name, epoch, ready, luck, told,
		held, missed, graces, hushed)
	SELECT match, seat, person, name, epoch, ready, luck, told, held,
		missed, graces, hushed FROM seat;
DROP TABLE seat;
ALTER TABLE seat_new RENAME TO seat;
CREATE INDEX seat_person ON seat (person, match);
CREATE INDEX seat_open ON seat (held, match) WHERE held <> 'person';

-- DERIVED: when something is to be done.
CREATE TABLE timer_new (
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL, -- -1: of the whole match
	kind TEXT NOT NULL CHECK (kind IN ('decide', 'remind', 'plan', 'muster',
		'offer', 'return', 'vote', 'pause', 'talk', 'robot')),
	n INTEGER NOT NULL, -- apart from others of the kind: a vote's number
	asked INTEGER NOT NULL, -- since when it is so
	start INTEGER NOT NULL, -- if not 0, time counts from here instead
	extra INTEGER NOT NULL, -- seconds beyond the policy's, or short of it
	due INTEGER NOT NULL,
	PRIMARY KEY (match, seat, kind, n)
) STRICT, WITHOUT ROWID;
INSERT INTO timer_new
	SELECT match, seat, kind, n, asked, start, extra, due FROM timer;
DROP TABLE timer;
ALTER TABLE timer_new RENAME TO timer;
CREATE INDEX timer_due ON timer (due);
CREATE INDEX timer_robot ON timer (due, match, seat) WHERE kind = 'robot';

-- TRUTH: what a table was asked by one of its players.
CREATE TABLE vote_new (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	n INTEGER NOT NULL, -- its number in that match, from 1
	kind TEXT NOT NULL CHECK (kind IN ('end', 'extend', 'replace', 'pause',
		'resume', 'robot')),
	about INTEGER NOT NULL, -- seconds, or a seat
	whom INTEGER REFERENCES person (id), -- who held that seat then
	level TEXT CHECK (level IN ('easy', 'medium', 'strong')), -- of a robot
	seat INTEGER NOT NULL, -- who asked
	event INTEGER NOT NULL, -- the number under which all were told
	opened INTEGER NOT NULL,
	closed INTEGER NOT NULL, -- 0: open
	passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
	UNIQUE (match, n)
) STRICT;
INSERT INTO vote_new (id, match, n, kind, about, whom, seat, event, opened,
		closed, passed)
	SELECT id, match, n, kind, about, whom, seat, event, opened, closed,
		passed FROM vote;
DROP TABLE vote;
ALTER TABLE vote_new RENAME TO vote;
CREATE INDEX vote_match ON vote (match, closed);

-- TRUTH: what an organiser did to a match.
CREATE TABLE action_new (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	kind TEXT NOT NULL CHECK (kind IN ('pause', 'resume', 'extend',
		'remind', 'replace', 'undo', 'end', 'move', 'robot')),
	at INTEGER NOT NULL,
	seats INTEGER NOT NULL, -- a bit for each that it was for; 0: for all
	seconds INTEGER NOT NULL -- so much time was granted
) STRICT;
INSERT INTO action_new
	SELECT id, match, kind, at, seats, seconds FROM action;
DROP TABLE action;
ALTER TABLE action_new RENAME TO action;
CREATE INDEX action_match ON action (match, at);
