-- SPDX-License-Identifier: ISC
-- Results of finished matches, and who is rated by them.
PRAGMA user_version = 16;

-- Whether ratings are computed of the person, and shown.
ALTER TABLE person ADD COLUMN rated INTEGER NOT NULL DEFAULT 1
	CHECK (rated = 0 OR rated = 1);
CREATE INDEX person_unrated ON person (rated) WHERE rated = 0;

-- DERIVED: how the seats of a match did that was played to its end; of its log.
CREATE TABLE result (
	game TEXT NOT NULL,
	ended INTEGER NOT NULL,
	match INTEGER NOT NULL REFERENCES match (id),
	seat INTEGER NOT NULL CHECK (seat >= 0),
	score INTEGER NOT NULL,
	place INTEGER NOT NULL CHECK (place > 0), -- 1: of the winners
	-- Whose result it is; both NULL: nobody's.
	person INTEGER REFERENCES person (id),
	level TEXT CHECK (level = 'easy' OR level = 'medium'
		OR level = 'strong'),
	PRIMARY KEY (game, ended, match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_match ON result (match);
CREATE INDEX result_person ON result (person, ended, match)
	WHERE person IS NOT NULL;

-- Matches up to that number have no results yet: the step tick finds them.
INSERT INTO meta (key, value)
	SELECT 'results', CAST(max(id) AS TEXT) FROM match
	HAVING max(id) IS NOT NULL;
