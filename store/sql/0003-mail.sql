-- SPDX-License-Identifier: ISC
--
-- Mail servers: mailboxes that are read over IMAP, letters that leave by
-- SMTP, what comes back, and what people are asked before they are believed.

PRAGMA user_version = 3;

-- TRUTH: how far a mailbox was read.
CREATE TABLE mailbox (
	name TEXT NOT NULL PRIMARY KEY, -- "imap:USER@HOST/FOLDER"
	uidvalidity INTEGER NOT NULL, -- 0: never seen
	last_uid INTEGER NOT NULL -- up to here all is in inbox or mailbox_mail
) STRICT, WITHOUT ROWID;

-- TRUTH: mails of a mailbox with which something is left to be done.
CREATE TABLE mailbox_mail (
	mailbox TEXT NOT NULL REFERENCES mailbox (name),
	uid INTEGER NOT NULL,
	work TEXT NOT NULL CHECK (work IN ('fetch', 'move')),
	tries INTEGER NOT NULL CHECK (tries >= 0),
	next_try INTEGER NOT NULL,
	PRIMARY KEY (mailbox, uid)
) STRICT, WITHOUT ROWID;

-- Who said that the sender is the one she says: she herself when she was
-- asked at her stored address, or the organiser.
ALTER TABLE inbox ADD COLUMN vouched TEXT NOT NULL DEFAULT ''
	CHECK (vouched IN ('', 'sender', 'organiser'));
-- until its sender, or the organiser, has said something, or time is up
CREATE INDEX inbox_held_waiting ON inbox (sender, handled)
	WHERE state = 'held';
-- the same mail by another road: sources of one begin alike
CREATE INDEX inbox_sha ON inbox (sha, source);

-- TRUTH: what a person was asked by mail and answers with a code.
CREATE TABLE question (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN
		('alias', -- is that new address hers?
		'sender', -- did she write that mail?
		'address')), -- shall her letters go there?
	person INTEGER NOT NULL REFERENCES person (id),
	address TEXT NOT NULL COLLATE NOCASE, -- the one in question
	inbox INTEGER REFERENCES inbox (id), -- the mail that led to it
	asked INTEGER NOT NULL,
	closed INTEGER NOT NULL, -- 0: it is open
	agreed INTEGER NOT NULL -- address: 1 the old one did, 2 the new one
) STRICT;
CREATE INDEX question_waiting ON question (person) WHERE closed = 0;
CREATE INDEX question_address ON question (address) WHERE closed = 0;
-- how often somebody was asked
CREATE INDEX question_person ON question (person, kind, asked);

-- TRUTH: since when letters to an address come back; 0: they arrive.
ALTER TABLE address ADD COLUMN unreached INTEGER NOT NULL DEFAULT 0;

-- A letter has an envelope of its own, may be replaced by a newer one while
-- it waits, and its fate may be unknown.
CREATE TABLE outbox_new (
	id INTEGER PRIMARY KEY CHECK (id > 0),
	dedup TEXT NOT NULL UNIQUE, -- the same letter is never queued twice
	match INTEGER REFERENCES match (id),
	seat INTEGER,
	person INTEGER REFERENCES person (id), -- NULL: a stranger
	address TEXT NOT NULL COLLATE NOCASE CHECK (address <> ''),
	kind TEXT NOT NULL CHECK (kind <> ''),
	message_id TEXT NOT NULL,
	bounce TEXT UNIQUE, -- word of the envelope sender; NULL: none, "<>"
	answers INTEGER REFERENCES inbox (id), -- the mail that it answers
	news_after INTEGER NOT NULL, -- it tells what came after this event
	state TEXT NOT NULL CHECK (state IN ('new', 'sending', 'sent', 'later',
		'unknown', 'replaced', 'dead')),
	tries INTEGER NOT NULL CHECK (tries >= 0),
	lost INTEGER NOT NULL CHECK (lost >= 0), -- so many tries are unknown
	next_try INTEGER NOT NULL,
	note TEXT NOT NULL,
	created INTEGER NOT NULL,
	sent INTEGER NOT NULL,
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT;
INSERT INTO outbox_new SELECT id, dedup, match, seat, person, address, kind,
	message_id, NULL, NULL, -1, state, tries, 0, next_try, note, created,
	sent
	FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_waiting ON outbox (next_try, state)
	WHERE state IN ('new', 'sending', 'later', 'unknown');
-- letters in whose place a newer one may go
CREATE INDEX outbox_unsent ON outbox (match, seat)
	WHERE state IN ('new', 'later') AND answers IS NULL;
CREATE INDEX outbox_seat ON outbox (match, seat) WHERE match IS NOT NULL;
CREATE INDEX outbox_address ON outbox (address, kind, created);
CREATE INDEX outbox_strangers ON outbox (created) WHERE person IS NULL;
-- what waits for the organiser
CREATE INDEX inbox_organiser_waiting ON inbox (id)
	WHERE state IN ('held', 'dead');
CREATE INDEX outbox_organiser_waiting ON outbox (id)
	WHERE state = 'dead' AND note <> 'dropped by the organiser';
CREATE INDEX address_unreached ON address (unreached) WHERE unreached > 0;
-- how many left, and how many were written, within an hour
CREATE INDEX outbox_sent ON outbox (sent) WHERE state = 'sent';
CREATE INDEX outbox_created ON outbox (created);
-- which letter came back, if its envelope does not tell
CREATE INDEX outbox_message ON outbox (message_id);

-- TRUTH: letters that came back, or that a server refused for good.
CREATE TABLE bounce (
	id INTEGER PRIMARY KEY,
	address TEXT NOT NULL COLLATE NOCASE,
	outbox INTEGER NOT NULL REFERENCES outbox (id),
	inbox INTEGER REFERENCES inbox (id), -- NULL: refused at the door
	at INTEGER NOT NULL,
	code TEXT NOT NULL, -- "5.1.1" (RFC 3463)
	says TEXT NOT NULL, -- the server's words
	over INTEGER NOT NULL CHECK (over IN (0, 1)) -- she was reached since
) STRICT;
CREATE INDEX bounce_address ON bounce (address, at);
CREATE INDEX bounce_outbox ON bounce (outbox);

-- DERIVED: what does not work now, for the organiser.
CREATE TABLE trouble (
	what TEXT NOT NULL PRIMARY KEY, -- "receive imap:USER@HOST/FOLDER"
	why TEXT NOT NULL, -- one sentence, with what to do
	since INTEGER NOT NULL,
	last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
