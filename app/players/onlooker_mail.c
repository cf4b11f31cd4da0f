/* SPDX-License-Identifier: ISC */
/* What an onlooker's mail asks is answered, by public parts only. */
#include "app/players/signup_mail.h"

#include "app/home/home.h"
#include "app/letters/context/news.h"
#include "app/letters/kinds/onlookers.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/players/commands.h"
#include "app/players/reading/command.h"
#include "app/players/reading/heard.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "parse/request.h"
#include "store/matches/onlookers.h"
#include "store/people/people.h"

static bool
is_question(const struct request *q)
{
	return command_of(q)->onlooker != NULL;
}

static int
do_questions(
    struct signup *s, const struct onlooker_row *o, const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (is_question(q) && command_of(q)->onlooker(s, o, q) == -1)
			return -1;
	}
	return 0;
}

static int
answer_it(struct signup *s, struct onlooker_row *o)
{
	struct reader reader = signup_onlooker_reader(s, s->watched, o);
	json_t *extra = json_object();

	if (reply_wants(&s->reply, "history"))
		json_object_set_new(
		    extra, "history", context_news(&reader, -2));
	json_object_set(extra, "data", s->watched->json[1]);
	signup_context(s, extra);
	reply_sections(&s->reply, extra);
	return watch_show(&reader, extra);
}

/* What is asked, and the letter about it. */
static int
do_all(
    struct signup *s, const struct onlooker_row *o, const GPtrArray *requests)
{
	struct onlooker_row *fresh;
	int r = do_questions(s, o, requests);

	/* what was said may have changed it */
	fresh = store_onlooker(s->home->store, o->match, o->person);
	if (fresh == NULL)
		return -1;
	s->written = s->looked = true;
	if (r == 0)
		r = answer_it(s, fresh);
	onlooker_row_free(fresh);
	return r;
}

int
signup_onlooker(struct signup *s, int64_t match, const GPtrArray *requests)
{
	struct onlooker_row *o;
	int r = -1;

	if (!reading_any(requests, 0, is_question))
		return 0;
	s->home->err->code = 0;
	o = store_onlooker(s->home->store, match, s->person->id);
	if (o == NULL)
		return s->home->err->code != 0 ? -1 : 0;
	s->watched = table_open(s->home, match);
	if (s->watched != NULL) {
		dedup_by(s->watched, s->dedup_prefix);
		r = do_all(s, o, requests);
	}
	g_clear_pointer(&s->watched, table_free);
	onlooker_row_free(o);
	return r;
}
