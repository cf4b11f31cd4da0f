-- SPDX-License-Identifier: ISC
-- Pages that show matches to everybody (app/pages/).
PRAGMA user_version = 17;

-- How they show a person: on a page of her own, by the name at the table, or
-- not.
ALTER TABLE person ADD COLUMN shown TEXT NOT NULL DEFAULT 'name'
	CHECK (shown = 'page' OR shown = 'name' OR shown = 'no');
-- Matches that they show now or when they are over.
CREATE INDEX match_public ON match (life)
	WHERE json_extract(policy, '$.public') <> 'no';

-- DERIVED: a folder with pages.
CREATE TABLE site (
	id TEXT NOT NULL PRIMARY KEY, -- what its marker says
	dir TEXT NOT NULL,
	made TEXT NOT NULL -- by which program
) STRICT, WITHOUT ROWID;

-- DERIVED: what its pages tell of a match.  The row stays until they are gone.
CREATE TABLE page (
	number INTEGER NOT NULL, -- of the match
	site TEXT NOT NULL REFERENCES site (id),
	stamp TEXT NOT NULL, -- of what they were made of; '': that is no more so
	listed INTEGER NOT NULL CHECK (listed IN (0, 1)), -- lists tell of it
	status TEXT NOT NULL,
	game TEXT NOT NULL,
	ended INTEGER NOT NULL,
	summary TEXT NOT NULL CHECK (json_valid(summary)),
	PRIMARY KEY (number, site)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_recent ON page (site, status, ended, number);
CREATE INDEX page_unlisted ON page (site, number) WHERE listed = 0;
