/* SPDX-License-Identifier: ISC */
/* How many mails were answered, by which it is decided what is answered. */
#include "store/mails/inbox_answers.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/mails/inbox.h"

enum { Q_ANSWERED, Q_ANSWERED_LIKE, Q_OTHER, Q_SUPPRESSED };
#define OWN_ADDRESS \
	"sender IN (SELECT folded FROM address WHERE person = :person)"
/* The addresses of a person are few: SQLite takes the tables of a CROSS JOIN in
 * that order. */
#define ANSWERED(place, join, since, says)                               \
	"SELECT " place " AS place, count(*), coalesce(min(handled), 0)" \
	", " says " AS says"                                             \
	" FROM address AS a " join " inbox ON sender = a.folded"         \
	" WHERE a.person = :person AND answer = 'sent'"                  \
	" AND handled <= :now AND handled > " since
#define OF_SEAT " AND match IS :match AND seat IS :seat"
#define LIKE OF_SEAT " AND says = :says"
/* a macro, for clang warns of a string in two pieces in a list of strings */
#define SUPPRESSED \
	" WHERE answer = 'spared' AND handled > :since AND handled <= :now"
static const char *const sql[] = {
	/* each by itself: to have SQLite count for each place takes five times
	 * as long to prepare */
	[Q_ANSWERED] = "SELECT handled, match IS :match AND seat IS :seat"
		       " AND says = :says"
		       " FROM address AS a CROSS JOIN inbox"
		       " ON sender = a.folded WHERE a.person = :person"
		       " AND answer = 'sent' AND handled > :since"
		       " AND handled <= :now",
	[Q_ANSWERED_LIKE] = ANSWERED("0", "CROSS JOIN", ":since", "''") LIKE,
	[Q_OTHER] =
	    "SELECT coalesce(max(handled), 0) FROM inbox"
	    " WHERE state = 'done' AND handled > :since AND handled <= :now"
	    " AND " OWN_ADDRESS " AND says NOT IN (:says, '')",
	[Q_SUPPRESSED] = "SELECT EXISTS (SELECT 1 FROM inbox" SUPPRESSED ")",
};
#define EACH OF_SEAT " GROUP BY says"
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	/* by place (struct inbox_answers); whatever the mail says, so that it
	 * can be asked before that is known */
	[Q_ANSWERED] = "/* of sender */ " ANSWERED("0", "JOIN", ":all_0",
	    "''") " UNION ALL " ANSWERED("1", "JOIN", ":all_1",
	    "''") " UNION ALL " ANSWERED("2", "JOIN", ":like_0", "says") EACH
	" UNION ALL " ANSWERED("3", "JOIN", ":like_1", "says") EACH
	" UNION ALL " ANSWERED("4", "JOIN", ":like_2", "says") EACH,
	[Q_ANSWERED_LIKE] = ANSWERED("0", "JOIN", ":since", "''") LIKE,
};
const struct db_sql answers_sql = { sql, G_N_ELEMENTS(sql), postgres };

static void
bind_seat(struct statement *q, const struct inbox_row *row)
{
	db_int_or(q, ":match", row->match, 0);
	db_int_or(q, ":seat", row->seat, -1);
}

static void
count_answer(struct inbox_answered *one, int64_t at)
{
	if (at <= one->since)
		return;
	one->first = one->n == 0 ? at : MIN(one->first, at);
	one->n++;
}

/* Each row is one answer since the earliest of all moments; rate limits keep
 * them few. */
static int
count_answers(struct store *st, struct statement *q, const char *says,
    struct inbox_answers *found)
{
	int64_t since = INT64_MAX;
	int r;

	for (size_t i = 0; i < INBOX_ANSWERED_ALL; i++)
		since = MIN(since, found->all[i].since);
	for (size_t i = 0; i < INBOX_ANSWERED_LIKE; i++)
		since = MIN(since, found->like[i].since);
	db_int(q, ":since", since);
	db_int(q, ":now", found->now);
	db_text(q, ":says", says);
	while ((r = db_row(st, q)) == 1) {
		const int64_t at = db_get_int(q, 0);
		const bool alike = db_get_int(q, 1) != 0;

		for (size_t i = 0; i < INBOX_ANSWERED_ALL; i++)
			count_answer(&found->all[i], at);
		for (size_t i = 0; alike && i < INBOX_ANSWERED_LIKE; i++)
			count_answer(&found->like[i], at);
	}
	return r;
}

/* Each row is what a server counted for one place. */
static int
read_counts(struct store *st, struct statement *q, const char *says,
    struct inbox_answers *found)
{
	int r;

	db_int(q, ":now", found->now);
	db_int(q, ":all_0", found->all[0].since);
	db_int(q, ":all_1", found->all[1].since);
	db_int(q, ":like_0", found->like[0].since);
	db_int(q, ":like_1", found->like[1].since);
	db_int(q, ":like_2", found->like[2].since);
	while ((r = db_row(st, q)) == 1) {
		const int64_t place = db_get_int(q, 0);
		const bool all = place < INBOX_ANSWERED_ALL;
		g_autofree char *said = all ? NULL : db_get_text(q, 3);
		struct inbox_answered *one =
		    all ? &found->all[place]
			: &found->like[place - INBOX_ANSWERED_ALL];

		if (!all && g_strcmp0(said, says) != 0)
			continue;
		one->n = db_get_int(q, 1);
		one->first = db_get_int(q, 2);
	}
	return r;
}

int
store_inbox_answered(struct store *st, const struct inbox_row *like,
    int64_t person, struct inbox_answers *found)
{
	struct statement *q = db_take(st, DB_ANSWERS, Q_ANSWERED);

	db_int(q, ":person", person);
	bind_seat(q, like);
	return store_is_shared(st) ? read_counts(st, q, like->says, found)
				   : count_answers(st, q, like->says, found);
}

int
store_inbox_answered_like(struct store *st, const struct inbox_row *like,
    int64_t person, int64_t now, struct inbox_answered *answered)
{
	struct statement *q = db_take(st, DB_ANSWERS, Q_ANSWERED_LIKE);

	db_int(q, ":person", person);
	db_int(q, ":since", answered->since);
	db_int(q, ":now", now);
	db_text(q, ":says", like->says);
	bind_seat(q, like);
	if (db_row(st, q) != 1)
		return -1;
	answered->n = db_get_int(q, 1);
	answered->first = db_get_int(q, 2);
	db_end(q);
	return 0;
}

int
store_inbox_other(struct store *st, const struct inbox_row *row, int64_t person,
    int64_t since, int64_t now, int64_t *at)
{
	struct statement *q = db_take(st, DB_ANSWERS, Q_OTHER);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	db_int(q, ":person", person);
	db_text(q, ":says", row->says);
	return db_one_number(st, q, at);
}

int
store_inbox_suppressed(struct store *st, int64_t since, int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_ANSWERS, Q_SUPPRESSED);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}
