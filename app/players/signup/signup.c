/* SPDX-License-Identifier: ISC */
/* What one person asks of no match at hand, on its way, and what is said. */
#include "app/players/signup/signup.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "store/people/people.h"

void
signup_begin(struct signup *s, struct home *home, const struct person *person,
    const char *dedup_prefix)
{
	*s = (struct signup){ .home = home,
		.person = person,
		.dedup_prefix = dedup_prefix,
		.line = "" };
	reply_init(&s->reply, home);
	s->reply.by_line = s->reply.sure = true;
}

void
signup_end(struct signup *s)
{
	reply_clear(&s->reply);
	g_free(s->guess);
	g_free(s->rules_topic);
	json_decref(s->silence);
}

json_t *
signup_number(int64_t match)
{
	return json_pack("{s:I}", "n", (json_int_t)match);
}

void
signup_said(struct signup *s, const char *key, json_t *args)
{
	reply_say(&s->reply, s->line, key, args);
}

void
signup_refuse(struct signup *s, const char *key, json_t *args)
{
	reply_refuse(&s->reply, s->line, key, args);
}

void
signup_context(struct signup *s, json_t *context)
{
	if (s->came != NULL)
		json_object_set_new(context, "came", json_string(s->came));
	reply_context(&s->reply, context);
}

struct reader
signup_reader(const struct signup *s, const struct person *person)
{
	struct reader r = reader_person(s->home, person);

	if (s->answered != NULL)
		r.answers = *s->answered;
	return r;
}

struct reader
signup_onlooker_reader(
    const struct signup *s, struct table *t, struct onlooker_row *o)
{
	struct reader r = reader_onlooker(t, o);

	if (s->answered != NULL)
		r.answers = *s->answered;
	return r;
}

bool
signup_closed(const struct signup *s)
{
	return s->home->config->signup.mode == SIGNUP_MODE_CLOSED;
}
