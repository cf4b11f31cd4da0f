/* SPDX-License-Identifier: ISC */
/* turnpost person, key. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/home/people.h"
#include "app/home/reply_keys.h"
#include "app/organiser/organiser.h"
#include "app/organiser/people/people_import.h"
#include "app/players/people/forget.h"
#include "app/players/seats/substitutes.h"
#include "base/err.h"
#include "cmd/group.h"

#include <stdio.h>
#include <string.h>

static int
list_people(struct run *run, struct home *home)
{
	static const char *const keys[] = { "person", "name", "address",
		"language", "zone", "text", "unreached", "approval", NULL };
	struct printing printing;
	struct err e = { 0 };

	print_begin(&printing, run, keys, NULL);
	return print_end(
	    &printing, show_people(home, print_next, &printing, &e), &e);
}

static void
print_part(const struct run *run, const char *title, json_t *list,
    const char *const *keys)
{
	if (json_array_size(list) == 0)
		return;
	printf("\n%s:\n", title);
	print_list(run, list, keys);
}

static int
show_one(struct run *run, struct home *home, int64_t id)
{
	static const char *const away_keys[] = { "since", "until", NULL };
	static const char *const waits_keys[] = { "match", "due", NULL };
	struct err e = { 0 };
	json_t *item = show_person(home, id, run_now(run), &e);
	json_t *away, *waits;

	if (item == NULL || run->json)
		return run_object(run, item, &e);
	away = json_incref(json_object_get(item, "away"));
	waits = json_incref(json_object_get(item, "letters_wait"));
	json_object_del(item, "away");
	json_object_del(item, "letters_wait");
	print_object(run, item);
	print_part(run, "away", away, away_keys);
	print_part(
	    run, "letters that wait until they are due", waits, waits_keys);
	json_decref(away);
	json_decref(waits);
	json_decref(item);
	return EXIT_DONE;
}

static int
set_person(struct run *run, struct home *home, int64_t id,
    const struct person_options *wish)
{
	struct err e = { 0 };
	const bool more =
	    wish->text != NULL || wish->language != NULL || wish->zone != NULL;
	bool moved = false;
	int r = person_change(home, id, wish, run_now(run), &moved, &e);

	return run_done(run, r,
	    moved ? "changed; the old address and all players are told with "
		    "the next \"send\" or \"run\""
	    : wish->name != NULL ? "changed; running matches keep the old name"
	    : wish->address != NULL && !more
		? "her letters go to that address, as they did before"
		: "changed",
	    &e);
}

static int
forget_address(
    const struct run *run, struct home *home, int64_t id, const char *address)
{
	struct err e = { 0 };

	return run_done(run, person_forget_address(home, id, address, &e),
	    "forgotten; mails from there count as a stranger's", &e);
}

static int
substitute(struct run *run, struct home *home, int64_t id, const char *game)
{
	struct err e = { 0 };

	return run_done(run,
	    person_substitute(home, id, game, run_now(run), &e),
	    strcmp(game, "off") == 0
		? "done; she is no longer asked when a seat becomes free"
		: "done; she is asked when a seat becomes free",
	    &e);
}

/* Somebody came by mail and waits for a word. */
static int
decide_person(struct run *run, const char *who, bool admit, const char *reason)
{
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE, r;
	int64_t id;

	if (!admit && reason == NULL)
		return run_usage("give --reason; it is mailed to that person");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	r = person_named(home, who, &id, &e);
	if (r == 0)
		r = admit ? person_approve(home, id, run_now(run), &e)
			  : person_refuse(home, id, reason, run_now(run), &e);
	return run_done(run, r,
	    "done; that person is told with the next \"send\" or \"run\"", &e);
}

static void
print_places(const json_t *done, const char *list, const char *what)
{
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(done, list), i, item)
	    printf("%s match %lld\n", what,
		(long long)json_integer_value(json_object_get(item, "id")));
}

static int
delete_person(struct run *run, const char *who, bool resign)
{
	struct err e = { 0 };
	struct home *home;
	json_t *done = NULL;
	int code = EXIT_DONE;

	if ((home = run_home(run, &code)) == NULL)
		return code;
	if (person_delete(home, who, resign, run_now(run), &done, &e) == -1) {
		return run_fail(&e);
	}
	printf("%sperson %lld is deleted: addresses, settings, and the text of "
	       "mails, letters and talk\n",
	    run_then(run),
	    (long long)json_integer_value(json_object_get(done, "id")));
	print_places(done, "resigns",
	    run->rehearses ? "gives up the seat of" : "gave up the seat of");
	print_places(done, "leaves",
	    run->rehearses ? "gives up the seat before the start of"
			   : "gave up the seat before the start of");
	print_places(done, "calls_off",
	    run->rehearses ? "this calls off" : "called off");
	print_places(done, "looks_on", "no longer watches");
	puts(json_is_true(json_object_get(done, "told"))
		 ? "one last letter says so with the next \"send\" or \"run\"; "
		   "then the database is rewritten"
		 : "no letter reaches that person; the next \"run\" rewrites "
		   "the database");
	json_decref(done);
	return EXIT_DONE;
}

static int
import_people(struct run *run, const char *path)
{
	struct err e = { 0 };
	struct home *home;
	json_t *list, *item;
	int code = EXIT_DONE;
	size_t i, made = 0;

	if ((home = run_home(run, &code)) == NULL)
		return code;
	list = people_import(home, path, run->dry, run_now(run), &e);
	if (list == NULL)
		return run_fail(&e);
	json_array_foreach(list, i, item) made +=
	    json_is_true(json_object_get(item, "new"));
	if (run->json)
		return run_list(run, list, NULL, &e);
	json_array_foreach(list, i, item) printf("line %lld: %s <%s>%s\n",
	    (long long)json_integer_value(json_object_get(item, "line")),
	    json_string_value(json_object_get(item, "name")),
	    json_string_value(json_object_get(item, "address")),
	    json_is_true(json_object_get(item, "new"))
		? ""
		: " is known, and stays as she is");
	printf("%zu of %zu people %s new%s\n", made, json_array_size(list),
	    run->dry ? "would be" : "are",
	    run->dry ? "; nothing was changed" : "");
	json_decref(list);
	return EXIT_DONE;
}

/* What stands there is not whole, or none of its words. */
static int
person_usage(const struct run *run)
{
	static const char *const uses[] = { "list", "show PERSON",
		"set PERSON with --name, --address, --language, --zone, --text",
		"forget-address PERSON ADDRESS", "standin PERSON GAME|any|off",
		"approve PERSON", "refuse PERSON --reason TEXT",
		"delete PERSON", "import FILE" };

	for (size_t i = 0; run->argc > 1 && i < G_N_ELEMENTS(uses); i++) {
		const size_t length = strcspn(uses[i], " ");

		if (strlen(run->argv[1]) == length &&
		    strncmp(uses[i], run->argv[1], length) == 0)
			return run_usage("usage: turnpost person %s", uses[i]);
	}
	return group_usage(run,
	    "list, show, set, forget-address, standin, approve, refuse, delete "
	    "or import");
}

/* An option of another word would be without effect.  NULL: there is none. */
static const char *
foreign_option(const char *what, const struct person_options *wish,
    const char *reason, bool resign)
{
	const bool set = strcmp(what, "set") == 0;

	return reason != NULL && strcmp(what, "refuse") != 0 ? "--reason"
	       : resign && strcmp(what, "delete") != 0	     ? "--resign"
	       : set					     ? NULL
	       : wish->name != NULL			     ? "--name"
	       : wish->address != NULL			     ? "--address"
	       : wish->language != NULL			     ? "--language"
	       : wish->zone != NULL			     ? "--zone"
	       : wish->text != NULL			     ? "--text"
							     : NULL;
}

static int
person_work(struct run *run, const struct person_options *wish,
    const char *reason, bool resign)
{
	const char *what = run->argc > 1 ? run->argv[1] : "";
	bool list = run->argc == 2 && strcmp(what, "list") == 0;
	bool show = run->argc == 3 && strcmp(what, "show") == 0;
	bool set = run->argc == 3 && strcmp(what, "set") == 0 &&
		   (wish->name != NULL || wish->address != NULL ||
		       wish->zone != NULL || wish->text != NULL ||
		       wish->language != NULL);
	bool forget = run->argc == 4 && strcmp(what, "forget-address") == 0;
	bool stands = run->argc == 4 && strcmp(what, "standin") == 0;
	bool admit = run->argc == 3 && strcmp(what, "approve") == 0;
	bool refuse = run->argc == 3 && strcmp(what, "refuse") == 0;
	const char *who = show || set || forget || stands || admit || refuse
			      ? run->argv[2]
			      : NULL;
	const bool import = run->argc == 3 && strcmp(what, "import") == 0;
	const bool deletes = run->argc == 3 && strcmp(what, "delete") == 0;
	const char *foreign = foreign_option(what, wish, reason, resign);
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home;
	int64_t id = 0;

	if (!list && who == NULL && !import && !deletes)
		return person_usage(run);
	if (foreign != NULL)
		return run_usage(
		    "\"turnpost person %s\" does not take %s", what, foreign);
	if (import)
		return import_people(run, run->argv[2]);
	if (deletes)
		return delete_person(run, run->argv[2], resign);
	if (admit || refuse)
		return decide_person(run, who, admit, reason);
	if ((home = run_home(run, &code)) == NULL)
		return code;
	if (list)
		return list_people(run, home);
	if (person_named(home, who, &id, &e) == -1)
		return run_fail(&e);
	if (forget)
		return forget_address(run, home, id, run->argv[3]);
	if (stands)
		return substitute(run, home, id, run->argv[3]);
	return show ? show_one(run, home, id) : set_person(run, home, id, wish);
}

int
cmd_person(struct run *run)
{
	g_autofree char *name = NULL, *address = NULL, *zone = NULL;
	g_autofree char *text = NULL, *reason = NULL, *language = NULL;
	gboolean resign = FALSE;
	const GOptionEntry entries[] = {
		{ "name", 0, 0, G_OPTION_ARG_STRING, &name, "her name",
		    "TEXT" },
		{ "address", 0, 0, G_OPTION_ARG_STRING, &address,
		    "the address of her letters; the old one stays known",
		    "ADDRESS" },
		{ "language", 0, 0, G_OPTION_ARG_STRING, &language,
		    "the language of her letters", "CODE" },
		{ "zone", 0, 0, G_OPTION_ARG_STRING, &zone, "her time zone",
		    "AREA/CITY" },
		{ "text", 0, 0, G_OPTION_ARG_STRING, &text,
		    "the characters of her letters", "ascii|utf-8" },
		{ "reason", 0, 0, G_OPTION_ARG_STRING, &reason,
		    "why she may not take part (refuse)", "TEXT" },
		{ "resign", 0, 0, G_OPTION_ARG_NONE, &resign,
		    "give up seats in matches that are not over (delete)",
		    NULL },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (run_options(run, entries,
		"list | show PERSON | "
		"set PERSON | forget-address PERSON ADDRESS | "
		"standin PERSON GAME|any|off | "
		"approve PERSON | refuse PERSON | "
		"delete PERSON | import FILE",
		&code))
		code = person_work(run,
		    &(struct person_options){
			name, address, zone, text, language },
		    reason, resign);
	return code;
}

/* ---- secrets of reply keys ---- */

static int
list_keys(struct run *run, struct home *home)
{
	static const char *const keys[] = { "key", "state", "made", "days",
		"good_until", NULL };
	struct err e = { 0 };

	return run_list(run, show_keys(home, run_now(run), &e), keys, &e);
}

static int
rotate_keys(struct run *run, struct home *home)
{
	struct err e = { 0 };
	int version;

	if (keys_rotate(home, run_now(run), &version, &e) == -1)
		return run_fail(&e);
	printf("%ssecret %d makes the keys of all letters from now on; letters "
	       "that have left can be answered for 60 days\n",
	    run_then(run), version);
	return EXIT_DONE;
}

int
cmd_key(struct run *run)
{
	struct home *home;
	int code = EXIT_DONE;
	bool list, rotate;

	app_init();
	if (!run_options(run, NULL, "list | rotate", &code))
		return code;
	list = run->argc == 2 && strcmp(run->argv[1], "list") == 0;
	rotate = run->argc == 2 && strcmp(run->argv[1], "rotate") == 0;
	if (!list && !rotate)
		return run_usage("usage: turnpost key list or key rotate");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	return list ? list_keys(run, home) : rotate_keys(run, home);
}
