/* SPDX-License-Identifier: ISC */
/* turnpost inbox, outbox. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/organiser.h"
#include "app/transport/send.h"
#include "base/err.h"

#include <stdio.h>
#include <string.h>

typedef int queue_change(struct home *, int64_t id, int64_t now, struct err *);

/* inbox and outbox are alike: list, show N, and what changes one. */
struct queue {
	const char *word;
	json_t *(*list)(struct home *, const struct queue_wish *,
	    const struct reveal *, struct err *);
	json_t *(*row)(struct home *, int64_t id, const struct reveal *,
	    GBytes **raw, struct err *);
	const char *since; /* from which time its age is counted */
	const char *keys[10]; /* columns for people */
	struct {
		const char *verb;
		queue_change *change;
		const char *done; /* what is said then */
	} changes[4], all[4]; /* of one, by its number; of all, by words */
	const char *states; /* those that list can be asked for */
	const char *usage;
};

static int
retry_mail(struct home *home, int64_t id, int64_t now, struct err *e)
{
	(void)now;
	return inbox_retry(home, id, e);
}

static int
retry_letter(struct home *home, int64_t id, int64_t now, struct err *e)
{
	(void)now;
	return outbox_retry(home, id, e);
}

static int
resume(struct home *home, int64_t id, int64_t now, struct err *e)
{
	(void)id;
	return outbox_resume(home, now, e);
}

static int
release(struct home *home, int64_t id, int64_t now, struct err *e)
{
	(void)id;
	return outbox_release(home, now, e);
}

static int
drop_held(struct home *home, int64_t id, int64_t now, struct err *e)
{
	(void)id;
	return outbox_drop_held(home, now, e);
}

static const struct queue inbox = { "inbox", show_inbox, show_inbox_row,
	"received", { "mail", "state", "age", "from", "match", "seat", "note" },
	{ { "retry", retry_mail,
	      "it is handled again with the next \"handle\" or \"run\"" },
	    { "release", inbox_release,
		"it counts as its player's own with the next \"handle\" or "
		"\"run\"" },
	    { "drop", inbox_drop, "dropped; nothing is done with it" } },
	{ { NULL, NULL, NULL } }, "new|done|ignored|duplicate|held|dead",
	"list [--state STATE] [--match MATCH] [--person PERSON], show N, "
	"retry N, release N or drop N" };

static const struct queue outbox = { "outbox", show_outbox, show_outbox_row,
	"created",
	{ "letter", "state", "age", "to", "match", "seat", "kind", "note" },
	{ { "retry", retry_letter,
	      "it leaves with the next \"send\" or \"run\"" },
	    { "drop", outbox_drop, "dropped; it is not sent" } },
	{ { "drop held", drop_held, "dropped; they are not sent" },
	    { "release", release,
		"they leave with the next \"send\" or \"run\"" },
	    { "resume", resume,
		"letters leave again with the next \"send\" or \"run\"" } },
	"new|sending|sent|later|unknown|replaced|dead",
	"list [--state STATE] [--match MATCH] [--person PERSON], show N, "
	"retry N, drop N, drop held, release or "
	"resume" };

#define ADDRESS_WIDTH 26
#define NOTE_WIDTH 40

/* For people: the beginning, if it is long. */
static void
shorten(json_t *item, const char *key, int width)
{
	const char *text = json_string_value(json_object_get(item, key));
	g_autofree char *start = NULL, *line = NULL;

	if (text == NULL || g_utf8_strlen(text, -1) <= width)
		return;
	start = g_utf8_substring(text, 0, width - 1);
	line = g_strconcat(start, "\u2026", NULL);
	json_object_set_new(item, key, json_string(line));
}

/* For people: a column that has nothing to say says so. */
static void
hide_zero(json_t *item, const char *key)
{
	if (json_integer_value(json_object_get(item, key)) == 0)
		json_object_set_new(item, key, json_null());
}

static void
add_age(json_t *item, const char *since, int64_t now)
{
	int64_t at = time_read(json_string_value(json_object_get(item, since)));
	g_autofree char *age = NULL;

	if (at == -1)
		return;
	age = age_text(now - at);
	json_object_set_new(item, "age", json_string(age));
}

static int
queue_list(struct run *run, const struct queue *queue,
    const struct queue_wish *wish, const struct reveal *reveal)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	json_t *list, *item;
	size_t i;

	if (home == NULL)
		return code;
	if ((list = queue->list(home, wish, reveal, &e)) == NULL)
		code = run_fail(&e);
	json_array_foreach(list, i, item)
	{
		if (run->json)
			break;
		add_age(item, queue->since, run_now(run));
		hide_zero(item, "match");
		shorten(item, "from", ADDRESS_WIDTH);
		shorten(item, "to", ADDRESS_WIDTH);
		shorten(item, "note", NOTE_WIDTH);
	}
	if (code == EXIT_DONE)
		print_list(run, list, queue->keys);
	json_decref(list);
	return code;
}

/* "raw" as it is where that is UTF-8, else "raw_base64". */
static void
add_raw(json_t *item, const char *bytes, gsize size)
{
	g_autofree char *base64 = NULL;

	if (g_utf8_validate_len(bytes, size, NULL)) {
		json_object_set_new(
		    item, "raw", json_stringn(size > 0 ? bytes : "", size));
		return;
	}
	base64 = g_base64_encode((const guchar *)bytes, size);
	json_object_set_new(item, "raw_base64", json_string(base64));
}

/* What an organiser can do about it. */
static void
print_ways(const struct queue *queue, const json_t *item, int64_t id)
{
	const char *state = json_string_value(json_object_get(item, "state"));

	if (strcmp(state, "held") == 0)
		printf("(turnpost %s release %lld accepts it, drop %lld "
		       "discards it)\n",
		    queue->word, (long long)id, (long long)id);
	else if (strcmp(state, "dead") == 0)
		printf("(turnpost %s retry %lld tries it again, drop %lld "
		       "discards it)\n",
		    queue->word, (long long)id, (long long)id);
}

/*
 * A mail's content may hold what a player must not see; an organiser who
 * wants it says so.
 */
static int
queue_show(struct run *run, const struct queue *queue, int64_t id,
    const struct reveal *reveal)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	g_autoptr(GBytes) raw = NULL;
	json_t *item;

	if (home == NULL)
		return code;
	item = queue->row(home, id, reveal, &raw, &e);
	if (item == NULL)
		code = run_fail(&e);
	else {
		gsize size = 0;
		const char *bytes =
		    raw == NULL ? NULL : g_bytes_get_data(raw, &size);

		if (run->json && raw != NULL)
			add_raw(item, bytes, size);
		if (!run->json)
			hide_zero(item, "match");
		print_object(run, item);
		if (!run->json && raw != NULL && size == 0)
			puts("(its text is no longer kept)");
		else if (!run->json && raw != NULL) {
			putchar('\n');
			fwrite(bytes, 1, size, stdout);
		} else if (!run->json)
			puts("(--reveal shows the mail itself)");
		if (!run->json)
			print_ways(queue, item, id);
	}
	json_decref(item);
	return code;
}

/* The steps must not work on it at the same time. */
static int
queue_do(struct run *run, queue_change *change, int64_t id, const char *done)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);

	if (home == NULL)
		return code;
	return run_done(run,
	    home_lock(home, LOCK_SECONDS, &e) == -1
		? -1
		: change(home, id, run_now(run), &e),
	    done, &e);
}

/* Is it one that wants the number of a mail, or of a letter? */
static bool
takes_number(const struct queue *queue, const char *word)
{
	for (int i = 0; queue->changes[i].verb != NULL; i++)
		if (strcmp(word, queue->changes[i].verb) == 0)
			return true;
	return strcmp(word, "show") == 0;
}

/* Does anything but "list" begin with that word? */
static bool
is_other_word(const struct queue *queue, const char *word)
{
	for (int i = 0; queue->all[i].verb != NULL; i++) {
		const size_t length = strcspn(queue->all[i].verb, " ");

		if (strlen(word) == length &&
		    strncmp(word, queue->all[i].verb, length) == 0)
			return true;
	}
	return takes_number(queue, word);
}

static int
queue_word(struct run *run, const struct queue *queue,
    const struct queue_wish *wish, const struct reveal *reveal)
{
	const char *word = run->argc > 1 ? run->argv[1] : "";
	int64_t id = run->argc == 3 ? run_number(run->argv[2]) : -1;
	g_autofree char *words = g_strjoinv(" ", run->argv + 1);

	if (run->argc == 2 && strcmp(word, "list") == 0)
		return queue_list(run, queue, wish, reveal);
	/* an organiser who narrows what is dropped or sent must not get all
	 * of it */
	if (is_other_word(queue, word) &&
	    (wish->state != NULL || wish->match != 0 || wish->person != NULL))
		return run_usage("--state, --match and --person belong to "
				 "\"turnpost %s list\" alone, and \"turnpost "
				 "%s %s\" takes none of them",
		    queue->word, queue->word, words);
	if (id != -1 && strcmp(word, "show") == 0)
		return queue_show(run, queue, id, reveal);
	for (int i = 0; id != -1 && queue->changes[i].verb != NULL; i++)
		if (strcmp(word, queue->changes[i].verb) == 0)
			return queue_do(run, queue->changes[i].change, id,
			    queue->changes[i].done);
	for (int i = 0; queue->all[i].verb != NULL; i++)
		if (strcmp(words, queue->all[i].verb) == 0)
			return queue_do(
			    run, queue->all[i].change, 0, queue->all[i].done);
	if (run->argc == 3 && takes_number(queue, word))
		return run_usage("\"%s\" is not the number of a %s; \"turnpost "
				 "%s list\" shows them",
		    run->argv[2], queue->keys[0], queue->word);
	return run_usage("usage: turnpost %s %s", queue->word, queue->usage);
}

static int
queue_work(struct run *run, const struct queue *queue)
{
	g_autofree char *state = NULL, *match = NULL, *person = NULL;
	struct queue_wish wish = { 0 };
	struct looking reveal = { 0 };
	const GOptionEntry entries[] = {
		LOOK_OPTION(reveal),
		{ "state", 0, 0, G_OPTION_ARG_STRING, &state,
		    "list only those in this state", queue->states },
		{ "match", 0, 0, G_OPTION_ARG_STRING, &match,
		    "list only those of this match", "MATCH" },
		{ "person", 0, 0, G_OPTION_ARG_STRING, &person,
		    "list only those from or to this person", "PERSON" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, queue->usage, &code))
		return code;
	wish.state = state;
	wish.person = person;
	if (match != NULL && (wish.match = run_number(match)) == -1)
		return run_usage("--match takes the number of a match");
	return queue_word(run, queue, &wish, run_look(run, &reveal));
}

int
cmd_inbox(struct run *run)
{
	return queue_work(run, &inbox);
}

int
cmd_outbox(struct run *run)
{
	return queue_work(run, &outbox);
}
