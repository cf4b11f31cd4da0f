-- SPDX-License-Identifier: ISC
-- Pictures are drawn when their letters leave: what is kept is what they show.
PRAGMA user_version = 11;

-- Those of before have a PNG and no SVG, as long as a letter may need them.
ALTER TABLE picture ADD COLUMN
	svg BLOB NOT NULL DEFAULT x''; -- packed; or empty, and there is a png
ALTER TABLE picture ADD COLUMN
	height INTEGER NOT NULL DEFAULT 0; -- pixels of what is drawn of it
