/* SPDX-License-Identifier: ISC */
/* The organiser is asked about people and matches that came by mail. */
#include "app/players/signup/ask_organiser.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/players/questions/wish_lines.h"
#include "store/matches/matches.h"
#include "store/people/people.h"

int
signup_ask_organiser(struct home *home, const struct person *person,
    int64_t match, const char *lines)
{
	const char *address = home->config->organiser;
	const char *name = home->config->organiser_name;
	struct reader r = reader_address(home, NULL, address);
	json_t *context;

	if (address == NULL)
		return 0;
	/* not in the language of the person who asks */
	r.language = home_catalog(home, home->config->language);
	context = context_person(home, name != NULL ? name : "");
	json_object_set_new(context, "who",
	    json_pack("{s:I, s:s, s:o}", "id", (json_int_t)person->id, "name",
		person->name, "address", context_address(person->address)));
	if (lines != NULL)
		json_object_set_new(
		    context, "wishes", signup_lines_say(r.language, lines));
	if (match != 0) {
		struct match_row *row = store_match(home->store, match);

		if (row == NULL) {
			json_decref(context);
			return -1;
		}
		json_object_set_new(context, "match",
		    json_pack("{s:I, s:s, s:s, s:i}", "id", (json_int_t)match,
			"game", row->game, "name", row->name, "seats",
			row->wanted));
		match_row_free(row);
	}
	return letter_to(&r, "approve", context);
}
