-- SPDX-License-Identifier: ISC
-- A letter once a year about what a player played.
UPDATE turnpost SET schema = 18;

ALTER TABLE person ADD COLUMN yearbook bigint NOT NULL DEFAULT 0;
CREATE INDEX person_yearbook ON person (yearbook) WHERE yearbook > 0;
