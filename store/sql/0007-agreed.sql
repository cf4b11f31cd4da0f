-- SPDX-License-Identifier: ISC
-- What is played is fixed by a fingerprint, as chance is.
PRAGMA user_version = 7;

-- In hex, as the invitations tell it; NULL: they were sent before there was one.
ALTER TABLE match ADD COLUMN agreed TEXT
	CHECK (agreed IS NULL OR length(agreed) = 64);
