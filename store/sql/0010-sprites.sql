-- SPDX-License-Identifier: ISC
-- Pieces of pictures as pixels, so that most pictures need no library that draws.
PRAGMA user_version = 10;

-- CACHE: a shape or a text of pictures by the hash of its SVG, its place within
-- a pixel and what draws it.
CREATE TABLE sprite (
	name TEXT PRIMARY KEY,
	packed BLOB NOT NULL, -- render/sprites.c
	used INTEGER NOT NULL -- when a picture had it last, to the day
) STRICT, WITHOUT ROWID;
CREATE INDEX sprite_used ON sprite (used);
