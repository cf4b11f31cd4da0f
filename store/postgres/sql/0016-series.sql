-- SPDX-License-Identifier: ISC
-- Results of finished matches, and who is rated by them.
UPDATE turnpost SET schema = 16;

ALTER TABLE person ADD COLUMN rated bigint NOT NULL DEFAULT 1
	CHECK (rated = 0 OR rated = 1);
CREATE INDEX person_unrated ON person (rated) WHERE rated = 0;

CREATE TABLE result (
	game text COLLATE "C" NOT NULL,
	ended bigint NOT NULL,
	match bigint NOT NULL REFERENCES match (id),
	seat bigint NOT NULL CHECK (seat >= 0),
	score bigint NOT NULL,
	place bigint NOT NULL CHECK (place > 0), -- 1: of the winners
	-- Whose result it is; both NULL: nobody's.
	person bigint REFERENCES person (id),
	level text COLLATE "C" CHECK (level = 'easy' OR level = 'medium'
		OR level = 'strong'),
	PRIMARY KEY (game, ended, match, seat)
);
CREATE INDEX result_match ON result (match);
CREATE INDEX result_person ON result (person, ended, match)
	WHERE person IS NOT NULL;

INSERT INTO meta (key, value)
	SELECT 'results', CAST(max(id) AS text) FROM match
	HAVING max(id) IS NOT NULL;
