-- SPDX-License-Identifier: ISC
-- Pages that show matches to everybody (app/pages/).
UPDATE turnpost SET schema = 17;

-- A text in an object, by the paths that statements have: '$.KEY'.
CREATE FUNCTION json_extract(json, text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS 'SELECT $1 ->> substr($2, 3)';

ALTER TABLE person ADD COLUMN shown text COLLATE "C" NOT NULL DEFAULT 'name'
	CHECK (shown = 'page' OR shown = 'name' OR shown = 'no');
CREATE INDEX match_public ON match (life)
	WHERE json_extract(policy, '$.public') <> 'no';

CREATE TABLE site (
	id text COLLATE "C" NOT NULL PRIMARY KEY, -- what its marker says
	dir text COLLATE "C" NOT NULL,
	made text COLLATE "C" NOT NULL -- by which program
);

CREATE TABLE page (
	number bigint NOT NULL, -- of the match
	site text COLLATE "C" NOT NULL REFERENCES site (id),
	stamp text COLLATE "C" NOT NULL, -- of what they were made of
	listed bigint NOT NULL CHECK (listed IN (0, 1)), -- lists tell of it
	status text COLLATE "C" NOT NULL,
	game text COLLATE "C" NOT NULL,
	ended bigint NOT NULL,
	summary json NOT NULL,
	PRIMARY KEY (number, site)
);
CREATE INDEX page_recent ON page (site, status, ended, number);
CREATE INDEX page_unlisted ON page (site, number) WHERE listed = 0;
