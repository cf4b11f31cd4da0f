-- SPDX-License-Identifier: ISC
-- Letters of a seat are found by outbox_number, which begins as this one.
UPDATE turnpost SET schema = 22;

DROP INDEX outbox_seat;

-- With each statement that writes, a server takes the text of each CHECK of the
-- table apart anew: for what each mail writes that was an eighth of its work.
-- What holds these promises stands in HACKING.md ("Several machines"); SQLite's
-- tables keep them, so that a copy in a file, such as a backup, is held to them.
-- References stay: they are what one worker cannot see of another.
DO $$ DECLARE t text; c text; BEGIN
	FOR t, c IN SELECT r.relname, o.conname FROM pg_constraint AS o
		JOIN pg_class AS r ON r.oid = o.conrelid
		WHERE r.relnamespace = current_schema()::regnamespace
		AND o.contype = 'c' AND r.relname IN ('event', 'inbox',
			'outbox', 'seat', 'timer')
		ORDER BY r.relname, o.conname
	LOOP
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', t, c);
	END LOOP;
END $$;
