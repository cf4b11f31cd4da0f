-- SPDX-License-Identifier: ISC
-- What people write is heard.
PRAGMA user_version = 6;

-- TRUTH: lines of a mail that may not be meant, of which their sender is asked.
CREATE TABLE meant (
	id INTEGER PRIMARY KEY,
	person INTEGER NOT NULL REFERENCES person (id),
	match INTEGER REFERENCES match (id), -- NULL: about none
	seat INTEGER, -- NULL: the person's own, as about other matches
	lines TEXT NOT NULL CHECK (json_valid(lines)), -- a list, in order
	asked INTEGER NOT NULL,
	closed INTEGER NOT NULL -- 0: it is open
) STRICT;
CREATE INDEX meant_person ON meant (person, asked);

-- TRUTH: who wrote without any proof lately, known or not, so that nobody can
-- tell by what becomes of others.  Only what their addresses come to is here.
CREATE TABLE unproved (
	sender TEXT NOT NULL PRIMARY KEY, -- keyed SHA-256, in hex
	at INTEGER NOT NULL -- once a day
) STRICT, WITHOUT ROWID;
CREATE INDEX unproved_at ON unproved (at);
-- when somebody last became known
CREATE INDEX person_created ON person (created);
DROP INDEX outbox_strangers;

-- A person may ask to be forgotten.
CREATE TABLE question_new (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN
		('alias', -- is that new address hers?
		'sender', -- did she write that mail?
		'address', -- shall her letters go there?
		'forget')), -- shall all about her be deleted?
	person INTEGER NOT NULL REFERENCES person (id),
	address TEXT NOT NULL COLLATE NOCASE, -- the one in question
	inbox INTEGER REFERENCES inbox (id), -- the mail that led to it
	asked INTEGER NOT NULL,
	closed INTEGER NOT NULL, -- 0: it is open
	agreed INTEGER NOT NULL -- address: 1 the old one did, 2 the new one
) STRICT;
INSERT INTO question_new SELECT * FROM question;
DROP TABLE question;
ALTER TABLE question_new RENAME TO question;
CREATE INDEX question_waiting ON question (person) WHERE closed = 0;
CREATE INDEX question_address ON question (address) WHERE closed = 0;
-- how often somebody was asked
CREATE INDEX question_person ON question (person, kind, asked);

-- Who is away is asked when she is back: then; 0: she was asked, or is not.
ALTER TABLE offer ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
CREATE INDEX offer_due ON offer (due) WHERE due > 0;

-- Who answers in a way that says neither yes nor no is asked again, once.
ALTER TABLE wish ADD COLUMN again INTEGER NOT NULL DEFAULT 0;

-- In which language somebody unknown wrote; '': nothing told it.
ALTER TABLE wish ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- DERIVED: letters to others that name somebody who is forgotten by now: when
-- they have left, nothing of their text stays.
CREATE TABLE unkept (
	outbox INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (id)
) STRICT;
