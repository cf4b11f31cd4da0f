-- SPDX-License-Identifier: ISC
-- Letters of a seat are found by outbox_number, which begins as this one.
PRAGMA user_version = 22;

DROP INDEX outbox_seat;
