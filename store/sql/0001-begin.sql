-- SPDX-License-Identifier: ISC
--
-- The first schema of turnpost.
--
-- A step runs once, in one transaction, and sets user_version to its own
-- number.  A released step is never edited: what changes later is a new file
-- with the next number.  The schema a home has stepped to must be the one a
-- fresh home gets, to the letter (tests/store/migrate.c).
--
-- There are two kinds of table.  TRUTH cannot be made again from anything
-- else.  DERIVED can be emptied and filled again from the truth.
--
-- Times are seconds since 1970, UTC; 0 is "not yet".  NULL is "none".

PRAGMA application_id = 1953525619; -- 0x74706f73, "tpos"
PRAGMA user_version = 1;

-- TRUTH: small facts of this home: its keys, its name to itself.
CREATE TABLE meta (
	key TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- TRUTH: the last number handed out of a series that is never used twice.
CREATE TABLE counter (
	name TEXT NOT NULL PRIMARY KEY,
	last INTEGER NOT NULL CHECK (last >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO counter (name, last) VALUES ('outbox', 0);

-- TRUTH: everyone who plays or looks on, or has.
CREATE TABLE person (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL CHECK (name <> ''),
	language TEXT NOT NULL CHECK (language <> ''),
	zone TEXT NOT NULL, -- IANA; '': the home's
	created INTEGER NOT NULL
) STRICT;

-- TRUTH: by what addresses a person is known.  An address is one person's.
CREATE TABLE address (
	id INTEGER PRIMARY KEY,
	folded TEXT NOT NULL UNIQUE, -- the address in one case, to compare
	address TEXT NOT NULL CHECK (address <> ''), -- as she writes it
	person INTEGER NOT NULL REFERENCES person (id),
	letters INTEGER NOT NULL CHECK (letters IN (0, 1)) -- hers go here
) STRICT;
CREATE INDEX address_person ON address (person);
CREATE UNIQUE INDEX address_letters ON address (person) WHERE letters = 1;

-- TRUTH: one play of a game.
CREATE TABLE match (
	id INTEGER PRIMARY KEY,
	game TEXT NOT NULL CHECK (game <> ''),
	rules INTEGER NOT NULL, -- which version of the rules it keeps to
	name TEXT NOT NULL,
	life TEXT NOT NULL
		CHECK (life IN ('muster', 'running', 'over', 'ended')),
	options TEXT NOT NULL CHECK (json_valid(options)),
	data TEXT CHECK (data IS NULL OR json_valid(data)),
	given TEXT CHECK (given IS NULL OR json_valid(given)),
	server_seed BLOB NOT NULL CHECK (length(server_seed) = 32),
	seed BLOB NOT NULL CHECK (length(seed) = 32), -- zero until it runs
	time_limit INTEGER NOT NULL CHECK (time_limit >= 0), -- 0: none
	created INTEGER NOT NULL,
	started INTEGER NOT NULL,
	ended INTEGER NOT NULL,
	last_event INTEGER NOT NULL, -- the highest n ever given, undone or not
	draws BLOB -- of the setup
) STRICT;

-- TRUTH: a place in a match, and who sits there.
CREATE TABLE seat (
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL CHECK (seat >= 0),
	person INTEGER NOT NULL REFERENCES person (id),
	name TEXT NOT NULL CHECK (name <> ''),
	epoch INTEGER NOT NULL, -- raised to make older reply keys void
	ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
	luck TEXT, -- words given for the match's seed
	resigned INTEGER NOT NULL CHECK (resigned IN (0, 1)),
	told INTEGER NOT NULL, -- news sent up to this event; -1: none
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_person ON seat (person, match);

-- TRUTH: who looks on at a match without a seat.
CREATE TABLE onlooker (
	match INTEGER NOT NULL REFERENCES match (id),
	person INTEGER NOT NULL REFERENCES person (id),
	name TEXT NOT NULL CHECK (name <> ''), -- in this match
	since INTEGER NOT NULL,
	told INTEGER NOT NULL, -- news written up to this event
	written INTEGER NOT NULL, -- when her last letter was
	due INTEGER NOT NULL, -- when the next one is; 0: nothing is new
	closed INTEGER NOT NULL CHECK (closed IN (0, 1)), -- it was the last
	PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX onlooker_person ON onlooker (person, match);
CREATE INDEX onlooker_waiting ON onlooker (due) WHERE due > 0;

-- TRUTH: a mail that came in.  Its bytes lie apart in inbox_raw, so that
-- changing its state does not write them again.
CREATE TABLE inbox (
	id INTEGER PRIMARY KEY,
	source TEXT NOT NULL UNIQUE, -- of which mailbox, which mail
	sha TEXT NOT NULL,
	message_id TEXT NOT NULL, -- '': unknown
	sender TEXT NOT NULL COLLATE NOCASE, -- '': unknown
	match INTEGER REFERENCES match (id),
	seat INTEGER,
	received INTEGER NOT NULL,
	handled INTEGER NOT NULL,
	state TEXT NOT NULL CHECK (state IN
		('new', 'done', 'ignored', 'duplicate', 'held', 'dead')),
	tries INTEGER NOT NULL CHECK (tries >= 0),
	note TEXT NOT NULL,
	size INTEGER NOT NULL CHECK (size >= 0), -- of the whole mail
	cut INTEGER NOT NULL CHECK (cut IN (0, 1)), -- only its beginning is kept
	says TEXT NOT NULL, -- the same in mails that ask the same; '': unknown
	answer TEXT NOT NULL CHECK (answer IN ('none', 'sent', 'spared')),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
-- in order of receipt; what failed more than once stands back
CREATE INDEX inbox_waiting ON inbox (tries > 1, id) WHERE state = 'new';
CREATE INDEX inbox_twin ON inbox (sender, message_id)
	WHERE state = 'done';
-- how much somebody was answered lately, and whether too much was asked
CREATE INDEX inbox_answered ON inbox (sender, handled)
	WHERE answer = 'sent';
CREATE INDEX inbox_spared ON inbox (handled) WHERE answer = 'spared';

-- TRUTH: the bytes of a mail.
CREATE TABLE inbox_raw (
	id INTEGER PRIMARY KEY REFERENCES inbox (id),
	raw BLOB NOT NULL
) STRICT;

-- TRUTH: the log of accepted moves.  A match is its replay.
CREATE TABLE event (
	match INTEGER NOT NULL,
	n INTEGER NOT NULL CHECK (n >= 0),
	seat INTEGER NOT NULL,
	move TEXT NOT NULL,
	draws BLOB NOT NULL, -- pairs n, value: 32 bit, little endian
	at INTEGER NOT NULL,
	inbox INTEGER REFERENCES inbox (id), -- the mail that asked for it
	by TEXT NOT NULL CHECK (by IN
		('player', 'kept', 'deadline', 'resigned', 'organiser')),
	PRIMARY KEY (match, n),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;

-- TRUTH: what happened to a match besides moves.
CREATE TABLE notice (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	after INTEGER NOT NULL, -- the event it follows
	at INTEGER NOT NULL,
	phrase TEXT NOT NULL CHECK (phrase <> ''),
	args TEXT NOT NULL CHECK (json_valid(args))
) STRICT;
CREATE INDEX notice_match ON notice (match);

-- TRUTH: moves that a seat has sent for its later turns, which nobody else
-- may know of, or what was dropped of them.
CREATE TABLE kept (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	inbox INTEGER REFERENCES inbox (id), -- the mail that asked for them
	lines TEXT NOT NULL CHECK (json_valid(lines)), -- a list, in order
	stopped TEXT CHECK (stopped IS NULL OR json_valid(stopped)),
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;

-- TRUTH: a letter to go out; its bytes lie apart in outbox_raw.  Its id is
-- the next of counter 'outbox', as it is part of the letter's Message-ID.
CREATE TABLE outbox (
	id INTEGER PRIMARY KEY CHECK (id > 0),
	dedup TEXT NOT NULL UNIQUE, -- the same letter is never queued twice
	match INTEGER REFERENCES match (id),
	seat INTEGER,
	person INTEGER REFERENCES person (id), -- NULL: a stranger
	address TEXT NOT NULL COLLATE NOCASE CHECK (address <> ''),
	kind TEXT NOT NULL CHECK (kind <> ''),
	message_id TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN
		('new', 'sending', 'sent', 'later', 'dead')),
	tries INTEGER NOT NULL CHECK (tries >= 0),
	next_try INTEGER NOT NULL,
	note TEXT NOT NULL,
	created INTEGER NOT NULL,
	sent INTEGER NOT NULL,
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
CREATE INDEX outbox_waiting ON outbox (next_try, state)
	WHERE state IN ('new', 'sending', 'later');
CREATE INDEX outbox_seat ON outbox (match, seat) WHERE match IS NOT NULL;
CREATE INDEX outbox_address ON outbox (address, kind, created);
CREATE INDEX outbox_strangers ON outbox (created) WHERE person IS NULL;

-- TRUTH: the bytes of a letter, the same at every try.
CREATE TABLE outbox_raw (
	id INTEGER PRIMARY KEY REFERENCES outbox (id),
	raw BLOB NOT NULL
) STRICT;

-- DERIVED: by when a seat must have decided.
CREATE TABLE timer (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	asked INTEGER NOT NULL,
	due INTEGER NOT NULL,
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX timer_due ON timer (due);
