-- SPDX-License-Identifier: ISC
-- Letters of a seat are found by outbox_number, which begins as this one.
UPDATE turnpost SET schema = 22;

DROP INDEX outbox_seat;

-- With each statement that writes, a server takes the text of each condition of
-- the table apart anew, and looks for the row that each reference names.  For
-- what each mail writes that was a sixth of its work.  What holds these promises
-- stands in HACKING.md ("Several machines"); SQLite's tables keep them, so that
-- a copy in a file, such as a backup, is held to them.
DO $$ DECLARE t text; c text; BEGIN
	FOR t, c IN SELECT r.relname, o.conname FROM pg_constraint AS o
		JOIN pg_class AS r ON r.oid = o.conrelid
		WHERE r.relnamespace = current_schema()::regnamespace
		AND (o.contype = 'c' AND r.relname IN ('event', 'inbox',
			'outbox', 'seat', 'timer')
		OR o.contype = 'f' AND r.relname IN ('asking', 'event', 'inbox',
			'inbox_raw', 'outbox', 'outbox_raw', 'timer'))
	LOOP
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', t, c);
	END LOOP;
END $$;
