-- SPDX-License-Identifier: ISC
--
-- Some people read their mail where nothing but ASCII is shown.

PRAGMA user_version = 2;

ALTER TABLE person ADD COLUMN text TEXT NOT NULL DEFAULT 'utf-8'
	CHECK (text IN ('utf-8', 'ascii')); -- the characters of her letters
