-- SPDX-License-Identifier: ISC
--
-- What keeps games moving: what a table agreed on, clocks, plans, talk,
-- absence, who holds a seat, votes, sign-up by mail.

PRAGMA user_version = 4;

-- ---- what a table agreed on ----

-- An object of texts, policy/policy.h; a key that is missing has its value
-- there.  Matches of before go on as they began.
ALTER TABLE match ADD COLUMN policy TEXT NOT NULL DEFAULT '{}'
	CHECK (json_valid(policy));
UPDATE match SET policy = json_object(
	'time', CASE time_limit WHEN 0 THEN 'none'
		ELSE (time_limit / 60) || 'm' END,
	'settle', 'none', 'reminders', 'none', 'muster', 'none',
	'graces', '0', 'open-after', 'none', 'missed', 'default',
	'talk', 'none', 'majority', 'none');
ALTER TABLE match DROP COLUMN time_limit;
-- So many seats it is to have; more than there are: people may join.
ALTER TABLE match ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;
UPDATE match SET wanted =
	(SELECT count(*) FROM seat WHERE seat.match = match.id);
-- Since when its clocks stand still; 0: they go.
ALTER TABLE match ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

-- ---- clocks ----

-- DERIVED: when something is to be done.
CREATE TABLE timer_new (
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL, -- -1: of the whole match
	kind TEXT NOT NULL CHECK (kind IN ('decide', 'remind', 'plan', 'muster',
		'offer', 'return', 'vote', 'pause', 'talk')),
	n INTEGER NOT NULL, -- apart from others of the kind: a vote's number
	asked INTEGER NOT NULL, -- since when it is so
	start INTEGER NOT NULL, -- if not 0, time counts from here instead
	extra INTEGER NOT NULL, -- seconds beyond the policy's, or short of it
	due INTEGER NOT NULL,
	PRIMARY KEY (match, seat, kind, n)
) STRICT, WITHOUT ROWID;
INSERT INTO timer_new
	SELECT match, seat, 'decide', 0, asked, 0, 0, due FROM timer;
DROP TABLE timer;
ALTER TABLE timer_new RENAME TO timer;
CREATE INDEX timer_due ON timer (due);

-- TRUTH: when clocks stood still: of a match that was paused, or (NULL) of
-- the whole home, which was down.
CREATE TABLE stop (
	id INTEGER PRIMARY KEY,
	match INTEGER REFERENCES match (id),
	since INTEGER NOT NULL,
	until INTEGER NOT NULL -- 0: they still do
) STRICT;
CREATE INDEX stop_match ON stop (match, until);

-- ---- plans ----

-- TRUTH: what a seat wants done when it is asked, which nobody else may know
-- of, or what was dropped of it.
CREATE TABLE plan (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	inbox INTEGER REFERENCES inbox (id), -- the mail that asked for it
	after INTEGER NOT NULL, -- the event it follows
	steps TEXT NOT NULL CHECK (json_valid(steps)), -- parse/plan.h
	-- what a careful one does expect; NULL: anything
	expects TEXT CHECK (expects IS NULL OR json_valid(expects)),
	held INTEGER NOT NULL CHECK (held IN (0, 1)), -- not before a deadline
	stopped TEXT CHECK (stopped IS NULL OR json_valid(stopped)),
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO plan SELECT match, seat, inbox,
	(SELECT last_event FROM match WHERE id = kept.match),
	(SELECT json_group_array(json_object('branches', json_array(json_object(
		'ways', json_array(json(value)))))) FROM json_each(kept.lines)),
	NULL, 0, stopped
	FROM kept;
DROP TABLE kept;

-- TRUTH: moves that a seat has sent and can still change.
CREATE TABLE pending (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	inbox INTEGER REFERENCES inbox (id), -- the mail that asked for them
	moves TEXT NOT NULL CHECK (json_valid(moves)), -- a list of texts
	held INTEGER NOT NULL CHECK (held IN (0, 1)), -- not before a deadline
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;

-- ---- who holds a seat ----

-- open: nobody does, and somebody may come; robot: the program.
ALTER TABLE seat ADD COLUMN held TEXT NOT NULL DEFAULT 'person'
	CHECK (held IN ('person', 'open', 'robot'));
UPDATE seat SET held = 'robot' WHERE resigned = 1;
ALTER TABLE seat DROP COLUMN resigned;
-- Deadlines missed, one after the other, and graces used up.
ALTER TABLE seat ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN graces INTEGER NOT NULL DEFAULT 0;
-- The event of a deadline that others hear of when they have decided; 0: none.
ALTER TABLE seat ADD COLUMN hushed INTEGER NOT NULL DEFAULT 0;

-- Events say by what they were made.
CREATE TABLE event_new (
	match INTEGER NOT NULL,
	n INTEGER NOT NULL CHECK (n >= 0),
	seat INTEGER NOT NULL,
	move TEXT NOT NULL,
	draws BLOB NOT NULL, -- pairs n, value: 32 bit, little endian
	at INTEGER NOT NULL,
	inbox INTEGER REFERENCES inbox (id), -- the mail that asked for it
	by TEXT NOT NULL CHECK (by IN
		('player', 'plan', 'deadline', 'robot', 'organiser')),
	PRIMARY KEY (match, n),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO event_new SELECT match, n, seat, move, draws, at, inbox,
	CASE by WHEN 'kept' THEN 'plan' WHEN 'resigned' THEN 'robot' ELSE by END
	FROM event;
DROP TABLE event;
ALTER TABLE event_new RENAME TO event;

-- TRUTH: who held a seat before, and who does.
CREATE TABLE holder (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES person (id),
	name TEXT NOT NULL CHECK (name <> ''), -- in this match
	since INTEGER NOT NULL,
	until INTEGER NOT NULL, -- 0: she does
	after INTEGER NOT NULL, -- the event she came after; -1: from the start
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
CREATE INDEX holder_seat ON holder (match, seat);
CREATE INDEX holder_person ON holder (person, match);
-- When those left who gave a seat up is not known any more.
INSERT INTO holder (match, seat, person, name, since, until, after)
	SELECT s.match, s.seat, s.person, s.name, m.created,
		CASE s.held WHEN 'robot' THEN m.created + 1 ELSE 0 END, -1
	FROM seat AS s JOIN match AS m ON m.id = s.match;

-- TRUTH: who would take over a seat of that game ('': of any).
CREATE TABLE standby (
	person INTEGER NOT NULL REFERENCES person (id),
	game TEXT NOT NULL,
	since INTEGER NOT NULL,
	PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX standby_game ON standby (game, since);
CREATE INDEX seat_open ON seat (held, match) WHERE held <> 'person';

-- TRUTH: to whom a seat was offered.
CREATE TABLE offer (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	epoch INTEGER NOT NULL, -- of the seat, which changes when it is taken
	person INTEGER NOT NULL REFERENCES person (id),
	at INTEGER NOT NULL,
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
CREATE INDEX offer_person ON offer (person);
CREATE INDEX offer_seat ON offer (match, seat);

-- ---- absence ----

-- TRUTH: when a person is away.
CREATE TABLE absence (
	id INTEGER PRIMARY KEY,
	person INTEGER NOT NULL REFERENCES person (id),
	since INTEGER NOT NULL,
	until INTEGER NOT NULL,
	made INTEGER NOT NULL -- when she said so
) STRICT;
CREATE INDEX absence_person ON absence (person, since);

-- ---- notices: whether, when and in which form letters leave ----

ALTER TABLE person ADD COLUMN mail TEXT NOT NULL DEFAULT 'each'
	CHECK (mail IN ('each', 'digest', 'quiet'));
ALTER TABLE person ADD COLUMN digest_at INTEGER NOT NULL DEFAULT 0; -- minute
-- '': as each policy says; 'off'; or how long before: '24h 3h'
ALTER TABLE person ADD COLUMN remind TEXT NOT NULL DEFAULT '';

-- DERIVED: since when a seat is asked, and how often it was reminded since.
CREATE TABLE asking (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	person INTEGER NOT NULL,
	since INTEGER NOT NULL,
	until INTEGER NOT NULL, -- what her letters say; 0: for ever
	reminded INTEGER NOT NULL, -- bits: those of the policy or hers
	times INTEGER NOT NULL,
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;

-- TRUTH: of what a seat is to hear in a letter that is not written before it
-- is due, so that it will be true.
CREATE TABLE unwritten (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES person (id),
	asks INTEGER NOT NULL CHECK (asks IN (0, 1)), -- she must decide
	reminds INTEGER NOT NULL CHECK (reminds IN (0, 1)),
	due INTEGER NOT NULL,
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX unwritten_due ON unwritten (due);
CREATE INDEX unwritten_person ON unwritten (person, due);

-- TRUTH: of what a letter about several matches tells.
CREATE TABLE section (
	outbox INTEGER NOT NULL REFERENCES outbox (id),
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	news_after INTEGER NOT NULL, -- it tells what came after this event
	asks INTEGER NOT NULL CHECK (asks IN (0, 1)),
	PRIMARY KEY (outbox, match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX section_seat ON section (match, seat);

-- Does the letter ask its reader to decide, unasked for?
ALTER TABLE outbox ADD COLUMN asks INTEGER NOT NULL DEFAULT 0
	CHECK (asks IN (0, 1));
-- Which one of the match to that reader it is, from 1; 0: not counted.
ALTER TABLE outbox ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_number ON outbox (match, seat, person, number)
	WHERE match IS NOT NULL;

-- ---- talk ----

-- TRUTH: what people said to each other in a match.
CREATE TABLE talk (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	n INTEGER NOT NULL, -- as those of events; 0: not told yet
	at INTEGER NOT NULL, -- when it was said
	seat INTEGER NOT NULL, -- who said it; -1: an onlooker
	person INTEGER NOT NULL REFERENCES person (id),
	name TEXT NOT NULL, -- of who said it, then
	hearer INTEGER NOT NULL, -- seat; -1: all
	text TEXT NOT NULL CHECK (text <> '')
) STRICT;
CREATE INDEX talk_match ON talk (match, n);
CREATE INDEX talk_person ON talk (person, at);

-- TRUTH: whom a person does not want to hear in a match.
CREATE TABLE mute (
	match INTEGER NOT NULL REFERENCES match (id),
	person INTEGER NOT NULL REFERENCES person (id),
	seat INTEGER NOT NULL, -- -1: onlookers; -2: all
	PRIMARY KEY (match, person, seat)
) STRICT, WITHOUT ROWID;

-- ---- votes ----

-- TRUTH: what a table was asked by one of its players.
CREATE TABLE vote (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	n INTEGER NOT NULL, -- its number in that match, from 1
	kind TEXT NOT NULL CHECK (kind IN ('end', 'extend', 'replace', 'pause',
		'resume')),
	about INTEGER NOT NULL, -- seconds, or a seat
	whom INTEGER REFERENCES person (id), -- who held that seat then
	seat INTEGER NOT NULL, -- who asked
	event INTEGER NOT NULL, -- the number under which all were told
	opened INTEGER NOT NULL,
	closed INTEGER NOT NULL, -- 0: open
	passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
	UNIQUE (match, n)
) STRICT;
CREATE INDEX vote_match ON vote (match, closed);
CREATE TABLE ballot (
	vote INTEGER NOT NULL REFERENCES vote (id),
	seat INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES person (id), -- who held it then
	yes INTEGER NOT NULL CHECK (yes IN (0, 1)),
	PRIMARY KEY (vote, seat)
) STRICT, WITHOUT ROWID;

-- ---- the organiser ----

-- When he last looked at what is hidden in it and the players were not told;
-- 0: never.
ALTER TABLE match ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
-- ---- sign-up by mail ----

-- TRUTH: a match with seats to be filled: who made it, and who may join.
CREATE TABLE signup (
	match INTEGER PRIMARY KEY REFERENCES match (id),
	maker INTEGER REFERENCES person (id), -- NULL: the organiser
	state TEXT NOT NULL CHECK (state IN ('asked', 'open', 'refused')),
	invited INTEGER NOT NULL CHECK (invited IN (0, 1)), -- only who was
	epoch INTEGER NOT NULL -- of the next reply key; lower ones are void
) STRICT;
CREATE INDEX signup_maker ON signup (maker, match);
CREATE INDEX match_life ON match (life, id);
-- which mails a seat has sent: it may be given up in the muster
CREATE INDEX inbox_seat ON inbox (match, seat) WHERE match IS NOT NULL;

-- TRUTH: what somebody wants who has not proved yet who she is: it is done
-- when she answers with a code.
CREATE TABLE wish (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN
		('stranger', -- an unknown address writes
		'person', -- a known one, without a key
		'invite')), -- somebody else would have her in a match
	address TEXT NOT NULL COLLATE NOCASE, -- where it was asked
	person INTEGER REFERENCES person (id), -- whose wish; NULL: a stranger's
	match INTEGER REFERENCES match (id), -- invite: into which
	name TEXT NOT NULL, -- what she is called, or ''
	lines TEXT NOT NULL CHECK (json_valid(lines)), -- requests, in order
	asked INTEGER NOT NULL,
	closed INTEGER NOT NULL -- 0: it is open
) STRICT;
CREATE INDEX wish_address ON wish (address, asked);
CREATE INDEX wish_invited ON wish (match, address) WHERE match IS NOT NULL;
CREATE INDEX wish_person ON wish (person, kind, asked);
CREATE INDEX wish_asked ON wish (asked);

-- May she take part?  asked, refused: by the organiser.
ALTER TABLE person ADD COLUMN admitted TEXT NOT NULL DEFAULT 'yes'
	CHECK (admitted IN ('yes', 'asked', 'refused'));
-- Was she asked for her name, language and zone?
ALTER TABLE person ADD COLUMN greeted INTEGER NOT NULL DEFAULT 0
	CHECK (greeted IN (0, 1));
-- Raised to make her own older reply keys void.
ALTER TABLE person ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
