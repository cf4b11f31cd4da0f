/* SPDX-License-Identifier: ISC */
/* turnpost import: finished matches of another home. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/records/record_import.h"
#include "base/err.h"
#include "cmd/verify.h"

#include <stdio.h>

/* Before the home is opened: verifying takes a while.  The exit code. */
static int
verify_files(struct run *run, struct import *all)
{
	struct err e = { 0 };
	int code = EXIT_DONE;

	for (int i = 1; i < run->argc && code == EXIT_DONE; i++) {
		json_t *record = json_of_file(run->argv[i], &code);

		if (record != NULL &&
		    import_add(all, run->argv[i], record, &e) == -1) {
			run_fail(&e);
			code = EXIT_REFUSED;
		}
		json_decref(record);
	}
	return code;
}

static int
show_imported(struct run *run, json_t *list, const struct import_options *o)
{
	struct err none = { 0 };
	json_t *item;
	size_t i, made = 0;

	if (run->json)
		return run_list(run, list, NULL, &none);
	json_array_foreach(list, i, item)
	{
		bool is_new = json_is_true(json_object_get(item, "new"));

		made += is_new;
		printf("%s: %s%lld, %s%s\n",
		    json_string_value(json_object_get(item, "file")),
		    is_new ? "match " : "is here already, as match ",
		    (long long)json_integer_value(
			json_object_get(item, "match")),
		    json_string_value(json_object_get(item, "name")),
		    !is_new    ? ""
		    : run->dry ? ", is verified and would be here"
			       : ", is verified and here now");
	}
	printf("%zu of %zu matches %s new%s\n", made, json_array_size(list),
	    run->dry ? "would be" : "are",
	    run->dry ? "; nothing was changed" : "");
	if (o->public && made < json_array_size(list))
		puts("--public changes no match that is here already: pages "
		     "show those that they showed before");
	if (o->players != NULL && made < json_array_size(list))
		puts("--player changes no match that is here already: its "
		     "players stay as they are");
	json_decref(list);
	return EXIT_DONE;
}

static int
import_files(struct run *run, const struct import_options *o)
{
	struct import *all = import_new();
	struct err e = { 0 };
	struct home *home;
	json_t *list = NULL;
	int code = verify_files(run, all);

	if (code == EXIT_DONE && (home = run_home(run, &code)) != NULL) {
		list = import_write(home, all, o, run_now(run), &e);
		code =
		    list == NULL ? run_fail(&e) : show_imported(run, list, o);
	}
	import_free(all);
	return code;
}

int
cmd_import(struct run *run)
{
	g_auto(GStrv) players = NULL;
	gboolean public = FALSE;
	const GOptionEntry entries[] = {
		{ "player", 0, 0, G_OPTION_ARG_STRING_ARRAY, &players,
		    "the player of that name is this person of the home (as "
		    "often as needed)",
		    "NAME=PERSON" },
		{ "public", 0, 0, G_OPTION_ARG_NONE, &public,
		    "all who played agreed that pages show them", NULL },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, "FILE...", &code))
		return code;
	if (run->argc < 2)
		return run_usage("give records of matches: files made by "
				 "\"turnpost export\"");
	return import_files(
	    run, &(struct import_options){ players, public, run->dry });
}
