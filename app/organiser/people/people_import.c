/* SPDX-License-Identifier: ISC */
/*
 * People of a file become people of the home: all of them or, if something is
 * wrong with one, none.
 */
#include "app/organiser/people/people_import.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/organiser/organiser.h"
#include "app/organiser/people/people_file.h"
#include "base/err.h"
#include "base/file.h"
#include "mail/address.h"
#include "store/people/people.h"
#include "store/transaction.h"

#define SIZE_MAX_READ (16 << 20) /* bytes of a file */

/* Only addresses are compared: a person who is known is not changed. */
static int
import_one(struct home *home, const struct filed_person *filed, bool *is_new)
{
	const struct person_options wish = {
		.name = filed->name,
		.address = filed->address,
		.zone = filed->zone[0] != '\0' ? filed->zone : NULL,
		.language = filed->language[0] != '\0' ? filed->language : NULL,
	};
	g_autofree char *address = NULL;
	struct person *known, person = { 0 };

	*is_new = false;
	if (person_options_check(home, &wish) == -1)
		return -1;
	address = address_read(filed->address);
	home->err->code = 0;
	known = store_person_by_address(home->store, address);
	if (known != NULL || home->err->code != 0) {
		person_free(known);
		return home->err->code == 0 ? 0 : -1;
	}
	*is_new = true;
	person.name = filed->name;
	person.address = address;
	person.language =
	    wish.language != NULL ? filed->language : home->config->language;
	person.zone = filed->zone;
	person.created = home->now;
	return store_person_add(home->store, &person);
}

/* 1 at the end of a dry run, which takes the transaction back. */
static int
import_all(struct home *home, const GPtrArray *people, bool dry, json_t *list)
{
	for (guint i = 0; i < people->len; i++) {
		const struct filed_person *filed = people->pdata[i];
		bool is_new;

		if (import_one(home, filed, &is_new) == -1)
			return err_more(home->err, "line %d", filed->line);
		json_array_append_new(
		    list, json_pack("{s:i, s:s, s:s, s:b}", "line", filed->line,
			      "name", filed->name, "address", filed->address,
			      "new", is_new));
	}
	return dry;
}

json_t *
people_import(
    struct home *home, const char *path, bool dry, int64_t now, struct err *e)
{
	g_autoptr(GBytes) bytes = NULL;
	g_autoptr(GPtrArray) people = NULL;
	json_t *list;
	gsize size, whole;
	const char *text;
	int r;

	home_work(home, now, e);
	if ((bytes = file_read(path, SIZE_MAX_READ, &whole, e)) == NULL)
		return NULL;
	text = g_bytes_get_data(bytes, &size);
	if (whole > size) {
		err_set(e, ERR_FORMAT,
		    "%s is too big for a list of people: at most 16 MiB", path);
		return NULL;
	}
	people = people_file_read(size > 0 ? text : "", size, e);
	if (people == NULL) {
		err_more(e, "%s", path);
		return NULL;
	}
	list = json_array();
	IN_TRANSACTION(home->store, r, import_all(home, people, dry, list));
	if (r == -1) {
		err_more(e, "%s", path);
		g_clear_pointer(&list, json_decref);
	}
	return list;
}
