-- SPDX-License-Identifier: ISC
-- What belongs to a series, and to no match, says to which.
PRAGMA user_version = 21;

ALTER TABLE inbox ADD COLUMN series INTEGER REFERENCES series (id);
ALTER TABLE outbox ADD COLUMN series INTEGER REFERENCES series (id);
