-- SPDX-License-Identifier: ISC
-- One table of all that people are asked by mail.
PRAGMA user_version = 9;

-- TRUTH: what somebody is asked by mail, and answers with a code.
CREATE TABLE ask (
	id INTEGER PRIMARY KEY,
	-- What its code is made of: numbers count within a family.
	family TEXT NOT NULL CHECK (family IN ('question', 'wish', 'meant')),
	number INTEGER NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN
		('alias', -- question: is that new address the person's?
		'sender', -- did the person write that mail?
		'address', -- shall the person's letters go there?
		'forget', -- shall all about the person be deleted?
		'stranger', -- wish: an unknown address writes
		'person', -- a known one, without a key
		'invite', -- the person would have somebody in a match
		'meant')), -- were those lines of the person's meant?
	person INTEGER REFERENCES person (id), -- NULL: a stranger's
	-- question: the one in question; wish: where it was asked; else ''
	address TEXT NOT NULL COLLATE NOCASE,
	match INTEGER REFERENCES match (id), -- NULL: about none
	seat INTEGER, -- meant: whose lines; NULL: the person's own
	inbox INTEGER REFERENCES inbox (id), -- the mail that led to it
	name TEXT NOT NULL, -- wish: what its sender is called, or ''
	language TEXT NOT NULL, -- wish: of the mail or the letter, or ''
	-- what waits for a yes, in order
	lines TEXT CHECK (lines IS NULL OR json_valid(lines)),
	asked INTEGER NOT NULL, -- 0: it waits for the organiser
	closed INTEGER NOT NULL, -- 0: it is open
	agreed INTEGER NOT NULL, -- address: 1 the old one did, 2 the new one
	again INTEGER NOT NULL -- wish: it was asked a second time
) STRICT;

-- All of them, for closed ones tell how often somebody was asked.
INSERT INTO ask SELECT NULL, 'question', id, kind, person, address, NULL,
	NULL, inbox, '', '', NULL, asked, closed, agreed, 0
	FROM question ORDER BY id;
INSERT INTO ask SELECT NULL, 'wish', id, kind, person, address, match,
	NULL, NULL, name, language, lines, asked, closed, 0, again
	FROM wish ORDER BY id;
INSERT INTO ask SELECT NULL, 'meant', id, 'meant', person, '', match,
	seat, NULL, '', '', lines, asked, closed, 0, 0
	FROM meant ORDER BY id;
DROP TABLE question;
DROP TABLE wish;
DROP TABLE meant;

CREATE UNIQUE INDEX ask_number ON ask (family, number);
CREATE INDEX ask_person ON ask (person, asked);
CREATE INDEX ask_address ON ask (address, asked);
CREATE INDEX ask_kind ON ask (kind, asked);
