-- SPDX-License-Identifier: ISC
-- Answers that wait for robots.
UPDATE turnpost SET schema = 23;

CREATE TABLE waiting_answer (
	match bigint NOT NULL,
	seat bigint NOT NULL,
	outbox bigint NOT NULL REFERENCES outbox (id),
	reply text COLLATE "C" NOT NULL,
	PRIMARY KEY (match, seat),
	FOREIGN KEY (match, seat) REFERENCES seat (match, seat)
);
CREATE INDEX waiting_answer_outbox ON waiting_answer (outbox);
