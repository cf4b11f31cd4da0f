-- SPDX-License-Identifier: ISC
-- What belongs to a series, and to no match, says to which.
UPDATE turnpost SET schema = 21;

ALTER TABLE inbox ADD COLUMN series bigint REFERENCES series (id);
ALTER TABLE outbox ADD COLUMN series bigint REFERENCES series (id);
