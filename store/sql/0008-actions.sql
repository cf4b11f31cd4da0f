-- SPDX-License-Identifier: ISC
-- How often an organiser did something is counted by rows.
PRAGMA user_version = 8;

-- TRUTH: what an organiser did to a match.
CREATE TABLE action (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL REFERENCES match (id),
	kind TEXT NOT NULL CHECK (kind IN ('pause', 'resume', 'extend',
		'remind', 'replace', 'undo', 'end', 'move')),
	at INTEGER NOT NULL,
	seats INTEGER NOT NULL, -- a bit for each that it was for; 0: for all
	seconds INTEGER NOT NULL -- so much time was granted
) STRICT;
CREATE INDEX action_match ON action (match, at);

-- Until now it was seen by what all had been told.
INSERT INTO action (match, kind, at, seats, seconds)
	SELECT n.match, k.column1, n.at,
		coalesce((SELECT sum(1 << s.value)
			FROM json_each(n.args, '$.seats') AS s),
			1 << nullif(n.args ->> '$.seat', -1), 0),
		coalesce(n.args ->> '$.seconds', 0)
	FROM notice AS n JOIN (VALUES
		('pause', 'notice.organiser-pause'),
		('resume', 'notice.organiser-resume'),
		('extend', 'notice.organiser-extend*'),
		('remind', 'notice.organiser-remind'),
		('replace', 'notice.organiser-replace'),
		('undo', 'notice.undone*'),
		('end', 'notice.ended'),
		('move', 'notice.organiser-move')) AS k
		ON n.phrase GLOB k.column2
	ORDER BY n.id;
