-- SPDX-License-Identifier: ISC
-- The bytes of mails and letters are packed, and go when nothing needs them any
-- more.
PRAGMA user_version = 12;

-- TRUTH: what bytes of mails and letters were packed with (store/pack.c), by the
-- number that zstd has for it.
CREATE TABLE dictionary (
	id INTEGER PRIMARY KEY,
	bytes BLOB NOT NULL
) STRICT;
