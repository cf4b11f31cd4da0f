-- SPDX-License-Identifier: ISC
-- Hashes of mails take half the room: 128 bits of them tell mails apart as well
-- as 256.
PRAGMA user_version = 20;

DROP INDEX inbox_sha;
UPDATE inbox SET sha = substr(sha, 1, 32),
	source = replace(source, ':' || sha || '-',
		':' || substr(sha, 1, 32) || '-'),
	message_id = iif(message_id = 'sha.' || sha,
		substr(message_id, 1, 36), message_id),
	says = iif(length(says) = 64, substr(says, 1, 32), says)
	WHERE length(sha) = 64;
CREATE INDEX inbox_sha ON inbox (sha, source);

-- The first part of what a letter is known by tells it from nearly all others.
DROP INDEX outbox_message;
CREATE INDEX outbox_message ON outbox (substr(message_id, 1, 20));

-- How many letters were written lately is counted from the newest backwards.
DROP INDEX outbox_created;
