-- SPDX-License-Identifier: ISC
-- Series: people who meet at tables, round by round (app/series/).
PRAGMA user_version = 19;

CREATE TABLE series (
	id INTEGER NOT NULL PRIMARY KEY,
	name TEXT NOT NULL,
	game TEXT NOT NULL,
	least INTEGER NOT NULL CHECK (least >= 2), -- seats of a table
	most INTEGER NOT NULL CHECK (most >= least),
	rounds INTEGER NOT NULL CHECK (rounds > 0),
	places INTEGER NOT NULL CHECK (places >= 0), -- for people; 0: for all
	robots TEXT, -- the level of those that fill tables; NULL: people rest
	rule_name TEXT NOT NULL,
	rule TEXT NOT NULL, -- YAML: how tables are scored
	terms TEXT NOT NULL CHECK (json_valid(terms)), -- of its matches
	by_date INTEGER NOT NULL CHECK (by_date IN (0, 1)),
	span INTEGER NOT NULL, -- seconds from round to round, or at most
	seed INTEGER NOT NULL, -- of the seating
	state TEXT NOT NULL CHECK (state = 'open' OR state = 'running'
		OR state = 'over' OR state = 'stopped'),
	round INTEGER NOT NULL DEFAULT 0, -- the last that has begun
	planned INTEGER NOT NULL DEFAULT 0, -- rounds are planned from that one
	began_with INTEGER NOT NULL DEFAULT 0, -- so many people
	due INTEGER NOT NULL DEFAULT 0, -- when something is to begin; 0: none
	created INTEGER NOT NULL,
	ended INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX series_state ON series (state, due);
CREATE INDEX series_due ON series (due) WHERE due > 0;

-- People who take part, or wait for a place.
CREATE TABLE entrant (
	series INTEGER NOT NULL REFERENCES series (id),
	n INTEGER NOT NULL, -- in the order in which they came
	person INTEGER NOT NULL REFERENCES person (id),
	since INTEGER NOT NULL DEFAULT 0, -- the first round; 0: still to come
	gone INTEGER NOT NULL DEFAULT 0, -- the first round without; 0: none
	PRIMARY KEY (series, n),
	UNIQUE (series, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_person ON entrant (person);

CREATE TABLE series_round (
	series INTEGER NOT NULL REFERENCES series (id),
	round INTEGER NOT NULL,
	began INTEGER NOT NULL,
	ended INTEGER NOT NULL DEFAULT 0, -- all its tables are; 0: not yet
	PRIMARY KEY (series, round)
) STRICT, WITHOUT ROWID;

-- A table of a round.  Its match is made after the row is there.
CREATE TABLE series_table (
	series INTEGER NOT NULL,
	round INTEGER NOT NULL,
	n INTEGER NOT NULL, -- from 1
	match INTEGER REFERENCES match (id), -- NULL: not yet made, or deleted
	status TEXT NOT NULL CHECK (status = 'new' OR status = 'playing'
		OR status = 'over' OR status = 'unfinished'),
	again INTEGER NOT NULL DEFAULT 0, -- to make its match is tried then
	PRIMARY KEY (series, round, n),
	FOREIGN KEY (series, round) REFERENCES series_round (series, round)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX series_table_match ON series_table (match)
	WHERE match IS NOT NULL;

CREATE TABLE series_seat (
	series INTEGER NOT NULL,
	round INTEGER NOT NULL,
	n INTEGER NOT NULL, -- of the table
	seat INTEGER NOT NULL,
	person INTEGER REFERENCES person (id), -- NULL: a robot
	place INTEGER NOT NULL DEFAULT 0, -- of the result; 0: none
	score INTEGER NOT NULL DEFAULT 0,
	gave_up INTEGER NOT NULL DEFAULT 0 CHECK (gave_up IN (0, 1)),
	PRIMARY KEY (series, round, n, seat),
	FOREIGN KEY (series, round, n)
		REFERENCES series_table (series, round, n)
) STRICT, WITHOUT ROWID;
