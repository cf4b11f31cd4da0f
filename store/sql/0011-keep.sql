-- SPDX-License-Identifier: ISC
-- The bytes of mails and letters go when nothing needs them any more.
PRAGMA user_version = 11;

-- What somebody is still asked about a mail may need the mail.
CREATE INDEX ask_mail ON ask (inbox) WHERE closed = 0 AND inbox IS NOT NULL;
