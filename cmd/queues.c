/* SPDX-License-Identifier: ISC */
/* turnpost person, inbox, outbox. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

static int
list_people(struct run *run, struct home *home)
{
	static const char *const keys[] = { "person", "name", "address",
		"language", "zone", "text", "unreached", NULL };
	struct err e = { 0 };
	json_t *list = show_people(home, &e);

	if (list == NULL)
		return run_fail(&e);
	print_list(run, list, keys);
	json_decref(list);
	return EXIT_DONE;
}

static int
show_one(struct run *run, struct home *home, int64_t id)
{
	struct err e = { 0 };
	json_t *item = show_person(home, id, &e);

	if (item == NULL)
		return run_fail(&e);
	print_object(run, item);
	json_decref(item);
	return EXIT_DONE;
}

static int
set_person(struct run *run, struct home *home, int64_t id,
    const struct person_wish *wish)
{
	struct err e = { 0 };

	if (person_change(home, id, wish, run_now(run), &e) == -1)
		return run_fail(&e);
	if (wish->address != NULL)
		puts("changed; the old address and all players are told with "
		     "the next \"send\" or \"run\"");
	else if (wish->name != NULL)
		puts("changed; matches that run keep the old name");
	else
		puts("changed");
	return EXIT_DONE;
}

static int
person_work(struct run *run, const struct person_wish *wish)
{
	const char *what = run->argc > 1 ? run->argv[1] : "";
	bool list = run->argc == 2 && strcmp(what, "list") == 0;
	bool show = run->argc == 3 && strcmp(what, "show") == 0;
	bool set = run->argc == 3 && strcmp(what, "set") == 0 &&
		   (wish->name != NULL || wish->address != NULL ||
		       wish->zone != NULL || wish->text != NULL);
	int64_t id = show || set ? run_number(run->argv[2]) : -1;
	int code = EXIT_DONE;
	struct home *home;

	if (!list && id == -1)
		return run_usage("say turnpost person list, person show "
				 "PERSON, or person set PERSON with --name, "
				 "--address, --zone or --text");
	if ((home = run_home(run, &code)) == NULL)
		return code;
	if (list)
		code = list_people(run, home);
	else
		code = show ? show_one(run, home, id)
			    : set_person(run, home, id, wish);
	home_close(home);
	return code;
}

int
cmd_person(struct run *run)
{
	char *name = NULL, *address = NULL, *zone = NULL, *text = NULL;
	const GOptionEntry entries[] = {
		{ "name", 0, 0, G_OPTION_ARG_STRING, &name, "her name",
		    "TEXT" },
		{ "address", 0, 0, G_OPTION_ARG_STRING, &address,
		    "where her letters go; the old address stays known",
		    "ADDRESS" },
		{ "zone", 0, 0, G_OPTION_ARG_STRING, &zone, "her time zone",
		    "AREA/CITY" },
		{ "text", 0, 0, G_OPTION_ARG_STRING, &text,
		    "the characters of her letters", "ascii|utf-8" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (run_options(run, entries, "list | show PERSON | set PERSON", &code))
		code = person_work(
		    run, &(struct person_wish){ name, address, zone, text });
	g_free(name);
	g_free(address);
	g_free(zone);
	g_free(text);
	return code;
}

/* inbox and outbox are alike: list, show N, retry N. */
struct queue {
	const char *word;
	json_t *(*list)(struct home *, const char *state, struct err *);
	json_t *(*row)(struct home *, int64_t id, GBytes **raw, struct err *);
	int (*retry)(struct home *, int64_t id, struct err *);
	const char *keys[10];
};

static const struct queue inbox = { "inbox", show_inbox, show_inbox_row,
	inbox_retry,
	{ "mail", "state", "received", "from", "match", "tries", "note" } };

static const struct queue outbox = {
	"outbox", show_outbox, show_outbox_row, outbox_retry,
	{ "letter", "state", "created", "to", "match", "kind", "tries", "note" }
};

static int
queue_list(struct run *run, const struct queue *queue, const char *state)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	json_t *list;

	if (home == NULL)
		return code;
	if ((list = queue->list(home, state, &e)) == NULL)
		code = run_fail(&e);
	else
		print_list(run, list, queue->keys);
	json_decref(list);
	home_close(home);
	return code;
}

/* "raw" as it is where that is UTF-8, else "raw_base64". */
static void
add_raw(json_t *item, const char *bytes, gsize size)
{
	g_autofree char *base64 = NULL;

	if (g_utf8_validate_len(bytes, size, NULL)) {
		json_object_set_new(item, "raw", json_stringn(bytes, size));
		return;
	}
	base64 = g_base64_encode((const guchar *)bytes, size);
	json_object_set_new(item, "raw_base64", json_string(base64));
}

/*
 * A mail's content may hold what a player must not see; an organiser who
 * wants it says so.
 */
static int
queue_show(struct run *run, const struct queue *queue, int64_t id)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	g_autoptr(GBytes) raw = NULL;
	json_t *item;

	if (home == NULL)
		return code;
	item = queue->row(home, id, run->reveal ? &raw : NULL, &e);
	if (item == NULL)
		code = run_fail(&e);
	else {
		gsize size = 0;
		const char *bytes =
		    raw == NULL ? NULL : g_bytes_get_data(raw, &size);

		if (run->json && raw != NULL)
			add_raw(item, bytes, size);
		print_object(run, item);
		if (!run->json && raw != NULL) {
			putchar('\n');
			fwrite(bytes, 1, size, stdout);
		} else if (!run->json)
			puts("(--reveal shows the mail itself)");
	}
	json_decref(item);
	home_close(home);
	return code;
}

static int
queue_retry(struct run *run, const struct queue *queue, int64_t id)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);

	if (home == NULL)
		return code;
	if (queue->retry(home, id, &e) == -1)
		code = run_fail(&e);
	home_close(home);
	return code;
}

static int
queue_work(struct run *run, const struct queue *queue)
{
	char *state = NULL;
	const GOptionEntry entries[] = {
		{ "state", 0, 0, G_OPTION_ARG_STRING, &state,
		    "only those in this state", "STATE" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;
	int64_t id;

	app_init();
	if (!run_options(run, entries, "list | show N | retry N", &code))
		return code;
	id = run->argc == 3 ? run_number(run->argv[2]) : -1;
	if (run->argc == 2 && strcmp(run->argv[1], "list") == 0)
		code = queue_list(run, queue, state);
	else if (id != -1 && strcmp(run->argv[1], "show") == 0)
		code = queue_show(run, queue, id);
	else if (id != -1 && strcmp(run->argv[1], "retry") == 0)
		code = queue_retry(run, queue, id);
	else
		code = run_usage(
		    "say turnpost %s list [--state STATE], show N or retry N",
		    queue->word);
	g_free(state);
	return code;
}

int
cmd_inbox(struct run *run)
{
	return queue_work(run, &inbox);
}

static int
queue_resume(struct run *run)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);

	if (home == NULL)
		return code;
	if (outbox_resume(home, run_now(run), &e) == -1)
		code = run_fail(&e);
	else
		puts("letters leave again with the next \"send\" or \"run\"");
	home_close(home);
	return code;
}

int
cmd_outbox(struct run *run)
{
	if (run->argc == 2 && strcmp(run->argv[1], "resume") == 0) {
		app_init();
		return queue_resume(run);
	}
	return queue_work(run, &outbox);
}
