/* SPDX-License-Identifier: ISC */
/* People as they are known here, and as somebody names them. */
#include "app/home/people.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "base/err.h"
#include "mail/address.h"
#include "mail/outgoing/write.h"
#include "store/mails/inbox.h"
#include "store/people/people.h"

#include <string.h>

#define TEXT_MAX 80 /* characters of a match's name or a reason */

/* "NAME <ADDRESS>", both such as a person can have. */
static int
read_person(struct home *home, const char *what, const char *text, char **name,
    char **address)
{
	if (!address_split(text, name, address) || strchr(text, '<') == NULL)
		return err_set(home->err, ERR_FORMAT,
		    "%s \"%s\" must be like \"Anna <anna@example.org>\"", what,
		    text);
	if (address_is_automatic(*address, home->config->address))
		return err_set(home->err, ERR_FORMAT,
		    "%s \"%s\": mail from that address would be taken for a "
		    "robot's; give a person's address",
		    what, text);
	if (!name_ok(*name))
		return err_set(home->err, ERR_FORMAT,
		    "the name of %s \"%s\" must be 1 to 40 letters, digits, "
		    "blanks, - ' .",
		    what, text);
	return 0;
}

static struct person *
make_person(struct home *home, const char *name, const char *address,
    const char *language)
{
	struct person *person = g_new0(struct person, 1);

	person->name = g_strdup(name);
	person->address = g_strdup(address);
	person->language = g_strdup(language);
	person->zone = g_strdup("");
	person->created = home->now;
	if (store_person_add(home->store, person) == 0)
		return person;
	person_free(person);
	return NULL;
}

/* "pl" of "NAME <ADDRESS> pl", which is cut off; else the home's. */
static int
read_language(
    struct home *home, const char *what, char *text, const char **language)
{
	char *end = strrchr(text, '>');

	*language = home->config->language;
	if (end == NULL || end[1 + strspn(end + 1, " ")] == '\0')
		return 0;
	*language = g_intern_string(g_strstrip(end + 1));
	if (!catalog_is_there(*language)) {
		g_auto(GStrv) all = catalogs_there();
		g_autofree char *there = g_strjoinv(", ", all);

		return err_set(home->err, ERR_FORMAT,
		    "%s \"%s\": there is no language \"%s\"; there are %s",
		    what, text, *language, there);
	}
	end[1] = '\0';
	return 0;
}

struct person *
person_meant(struct home *home, const char *what, const char *text, char **name)
{
	g_autofree char *own = NULL, *address = NULL;
	g_autofree char *whom = g_strdup(text);
	struct person *person;
	const char *language;

	if (read_language(home, what, whom, &language) == -1 ||
	    read_person(home, what, whom, &own, &address) == -1)
		return NULL;
	home->err->code = 0;
	person = store_person_by_address(home->store, address);
	if (person == NULL && home->err->code == 0)
		person = make_person(home, own, address, language);
	if (person != NULL)
		*name = g_steal_pointer(&own);
	return person;
}

struct person *
person_there(struct home *home, int64_t id)
{
	struct person *person;

	home->err->code = 0;
	person = store_person(home->store, id);
	if (person != NULL && person->address != NULL)
		return person;
	person_free(person);
	if (home->err->code == 0)
		err_set(home->err, ERR_MISSING, "there is no person %lld",
		    (long long)id);
	return NULL;
}

int
organiser_seats(struct home *home, int64_t *id)
{
	struct person *person;

	*id = 0;
	if (home->config->organiser == NULL)
		return 0;
	home->err->code = 0;
	person = store_person_by_address(home->store, home->config->organiser);
	if (person != NULL)
		*id = person->id;
	person_free(person);
	return home->err->code == 0 ? 0 : -1;
}

int
organiser_own_sender(
    struct home *home, const struct inbox_row *row, int64_t *person)
{
	struct person *found;

	*person = 0;
	if (row->sender == NULL || row->sender[0] == '\0')
		return 0;
	home->err->code = 0;
	found = store_person_by_address(home->store, row->sender);
	if (found != NULL)
		*person = found->id;
	person_free(found);
	return home->err->code == 0 ? 0 : -1;
}

int
organise_text_ok(const char *what, const char *text, struct err *e)
{
	if (!g_utf8_validate(text, -1, NULL) || text[0] == '\0' ||
	    g_utf8_strlen(text, -1) > TEXT_MAX)
		return err_set(e, ERR_FORMAT,
		    "%s must be 1 to %d characters of UTF-8", what, TEXT_MAX);
	if (!words_ok(text))
		return err_set(e, ERR_FORMAT,
		    "%s must be one line without control characters", what);
	return 0;
}

char *
person_address(const char *text)
{
	g_autofree char *whom = g_strdup(text), *name = NULL;
	char *end = strrchr(whom, '>'), *address = NULL;

	if (end != NULL)
		end[1] = '\0';
	return address_split(whom, &name, &address) ? address : NULL;
}
