-- SPDX-License-Identifier: ISC
-- Who was invited to a series and takes no part yet; people who wait for the
-- organiser are found without a look at all others.
UPDATE turnpost SET schema = 24;

CREATE TABLE series_invitation (
	series bigint NOT NULL REFERENCES series (id),
	person bigint NOT NULL REFERENCES person (id),
	invited bigint NOT NULL, -- when the newest invitation was written
	declined bigint NOT NULL DEFAULT 0, -- when the person said no; 0: not yet
	PRIMARY KEY (series, person)
);
CREATE INDEX series_invitation_person ON series_invitation (person);

CREATE INDEX person_waiting ON person (created) WHERE admitted = 'asked';

-- When that look was last taken.
DELETE FROM meta WHERE key = 'summary.looked';
