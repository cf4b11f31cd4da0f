-- SPDX-License-Identifier: ISC
-- A letter once a year about what a player played.
PRAGMA user_version = 18;

-- When the next one is due, in the first days of a year: it tells of the year
-- before.  0: the person wants none.
ALTER TABLE person ADD COLUMN yearbook INTEGER NOT NULL DEFAULT 0;
CREATE INDEX person_yearbook ON person (yearbook) WHERE yearbook > 0;
