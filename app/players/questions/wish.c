/* SPDX-License-Identifier: ISC */
/*
 * What people wish who have not proved who they are: it waits for a code, and
 * one letter goes there.
 */
#include "app/players/questions/wish.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/matches/table/reader.h"
#include "app/players/questions/asks.h"
#include "app/players/questions/wish_lines.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "base/seconds.h"
#include "mail/address.h"
#include "store/mails/inbox.h"
#include "store/people/asks.h"
#include "store/people/people.h"

json_t *
wish_context(struct home *home, const struct ask_row *w, const char *name)
{
	json_t *context = context_person(home, name);
	json_t *wishes = signup_lines_say(home_words(home), w->lines);

	json_object_set_new(
	    context, "wishes_any", json_boolean(json_array_size(wishes) > 0));
	json_object_set_new(context, "wishes", wishes);
	return context;
}

char *
wish_name(const char *given, const char *address)
{
	GString *name;
	int chars = 0;

	if (given != NULL && name_ok(given))
		return g_strdup(given);
	name = g_string_new(NULL);
	for (const char *p = address; *p != '\0' && *p != '@' && chars < 20;
	     p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (!g_unichar_isalnum(c) && !g_unichar_ismark(c))
			continue;
		g_string_append_unichar(
		    name, chars == 0 ? g_unichar_toupper(c) : c);
		chars++;
	}
	if (!name_ok(name->str))
		g_string_assign(name, "Guest");
	return g_string_free(name, FALSE);
}

int
wish_people_full(struct home *home, bool *full)
{
	static const enum ask kinds[] = { ASK_STRANGER, ASK_INVITE };
	int max = home->config->signup.people;
	int64_t n, all = 0;

	*full = false;
	for (size_t i = 0; max > 0 && i < G_N_ELEMENTS(kinds); i++) {
		if (store_asks_count(home->store, 0, kinds[i], home->now - DAY,
			home->now, &n) == -1)
			return -1;
		all += n;
		*full = all >= max;
	}
	return 0;
}

static int
ask(const struct reader *to, struct ask_row *w, const char *name,
    bool no_account)
{
	json_t *context;

	if (store_ask_add(to->home->store, w) == -1)
		return -1;
	context = wish_context(to->home, w, name);
	json_object_set_new(context, "no_account", json_boolean(no_account));
	return ask_post(*to, w, 0, context);
}

int
wish_ask(struct handling *h, const struct person *p, struct ask_row *w,
    bool no_account)
{
	const struct reader to = handling_reader(h, p, w->address);

	h->row->answer = ANSWER_SENT;
	return ask(&to, w, p != NULL ? p->name : "", no_account);
}

int
wish_ask_more(const struct reader *to, const struct person *p, char *lines)
{
	struct ask_row w = {
		.kind = ASK_PERSON,
		.person = p->id,
		.address = p->address,
		.name = p->name,
		.lines = lines,
		.asked = to->home->now,
	};

	return ask(to, &w, p->name, false);
}
