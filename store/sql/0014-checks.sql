-- SPDX-License-Identifier: ISC
-- Whether a word is one of several is asked with OR: of a list in IN, SQLite
-- makes a table in memory each time that a row is written, which costs more
-- than writing it.  What is allowed stays the same, so only the words change.
PRAGMA user_version = 14;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
	'(mail IN (''each'', ''digest'', ''quiet''))',
	'(mail = ''each'' OR mail = ''digest'' OR mail = ''quiet'')')
	WHERE type = 'table' AND name = 'person';
UPDATE sqlite_schema SET sql = replace(sql,
	'(admitted IN (''yes'', ''asked'', ''refused''))',
	'(admitted = ''yes'' OR admitted = ''asked'' OR admitted = ''refused'')')
	WHERE type = 'table' AND name = 'person';
UPDATE sqlite_schema SET sql = replace(sql,
	'(life IN (''muster'', ''running'', ''over'', ''ended''))',
	'(life = ''muster'' OR life = ''running'' OR life = ''over''
			OR life = ''ended'')')
	WHERE type = 'table' AND name = 'match';
UPDATE sqlite_schema SET sql = replace(sql,
	'(held IN (''person'', ''open'', ''robot''))',
	'(held = ''person'' OR held = ''open'' OR held = ''robot'')')
	WHERE type = 'table' AND name = 'seat';
UPDATE sqlite_schema SET sql = replace(sql,
	'(level IN (''easy'', ''medium'', ''strong''))',
	'(level = ''easy'' OR level = ''medium'' OR level = ''strong'')')
	WHERE type = 'table' AND name = 'seat';
UPDATE sqlite_schema SET sql = replace(sql,
	'(by IN
		(''player'', ''plan'', ''deadline'', ''robot'', ''organiser''))',
	'(by = ''player'' OR by = ''plan''
		OR by = ''deadline'' OR by = ''robot'' OR by = ''organiser'')')
	WHERE type = 'table' AND name = 'event';
UPDATE sqlite_schema SET sql = replace(sql,
	'(kind IN (''decide'', ''remind'', ''plan'', ''muster'',
		''offer'', ''return'', ''vote'', ''pause'', ''talk'', ''robot''))',
	'(kind = ''decide'' OR kind = ''remind''
		OR kind = ''plan'' OR kind = ''muster'' OR kind = ''offer''
		OR kind = ''return'' OR kind = ''vote'' OR kind = ''pause''
		OR kind = ''talk'' OR kind = ''robot'')')
	WHERE type = 'table' AND name = 'timer';
UPDATE sqlite_schema SET sql = replace(sql,
	'(state IN
		(''new'', ''done'', ''ignored'', ''duplicate'', ''held'', ''dead''))',
	'(state = ''new'' OR state = ''done''
		OR state = ''ignored'' OR state = ''duplicate''
		OR state = ''held'' OR state = ''dead'')')
	WHERE type = 'table' AND name = 'inbox';
UPDATE sqlite_schema SET sql = replace(sql,
	'(answer IN (''none'', ''sent'', ''spared''))',
	'(answer = ''none'' OR answer = ''sent''
		OR answer = ''spared'')')
	WHERE type = 'table' AND name = 'inbox';
UPDATE sqlite_schema SET sql = replace(sql,
	'(vouched IN ('''', ''sender'', ''organiser''))',
	'(vouched = '''' OR vouched = ''sender''
		OR vouched = ''organiser'')')
	WHERE type = 'table' AND name = 'inbox';
UPDATE sqlite_schema SET sql = replace(sql,
	'(state IN (''new'', ''sending'', ''sent'', ''later'',
		''unknown'', ''replaced'', ''dead''))',
	'(state = ''new'' OR state = ''sending''
		OR state = ''sent'' OR state = ''later''
		OR state = ''unknown'' OR state = ''replaced''
		OR state = ''dead'')')
	WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = RESET;

-- Made anew, which also tells other processes that the schema has changed.
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (next_try, state)
	WHERE (state = 'new' OR state = 'sending' OR state = 'later'
		OR state = 'unknown');
