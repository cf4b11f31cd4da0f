-- SPDX-License-Identifier: ISC
-- Letters with pictures, and in the way that each reader likes.
PRAGMA user_version = 5;

-- CACHE: a picture by the hash of what it shows; letters that hold it name it.
CREATE TABLE picture (
	hash TEXT PRIMARY KEY CHECK (hash <> ''),
	png BLOB NOT NULL,
	used INTEGER NOT NULL -- when a letter was last made with it
) STRICT;
CREATE INDEX picture_used ON picture (used);

-- Her letters are text alone, without HTML and pictures.
ALTER TABLE person ADD COLUMN plain INTEGER NOT NULL DEFAULT 0
	CHECK (plain IN (0, 1));
-- Letters that ask her bring the deadline as a calendar entry.
ALTER TABLE person ADD COLUMN calendar INTEGER NOT NULL DEFAULT 0
	CHECK (calendar IN (0, 1));

-- TRUTH: the calendar entry that letters brought to who holds the seat.
CREATE TABLE calendar (
	match INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES person (id),
	sequence INTEGER NOT NULL CHECK (sequence >= 0), -- of the last one
	due INTEGER NOT NULL, -- the deadline in it; 0: it was taken back
	PRIMARY KEY (match, seat, person),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
) STRICT, WITHOUT ROWID;
