/* SPDX-License-Identifier: ISC */
/* What a mail says: its lines, and what they ask. */
#include "app/signup.h"

#include <string.h>

struct reading
reading_words(const struct tongue *tongue, const char *language)
{
	return (struct reading){
		.stop_words = tongue_list(tongue, "stop"),
		.subject_prefixes = tongue_list(tongue, "subject-prefix"),
		.automatic = tongue_list(tongue, "automatic-subject"),
		.charsets = tongue_list(tongue, "charset"),
		.language = language,
	};
}

void
reading_again(struct handling *h)
{
	const char *own = h->home->config->address;
	struct reading reading;

	if (!h->letter->guessed)
		return;
	reading = reading_words(home_words(h->home), h->id.person->language);
	letter_free(h->letter);
	h->letter = letter_read(h->row->raw, h->row->cut, own, &reading);
}

GPtrArray *
reading_requests(const struct tongue *tongue, const struct match *match,
    const GPtrArray *lines)
{
	GPtrArray *list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	for (guint i = 0; i < lines->len; i++)
		request_read(
		    tongue_words(tongue), match, lines->pdata[i], list);
	signup_fold(list, tongue_words(tongue));
	return list;
}

bool
reading_is_talk(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++)
		if (((struct request *)requests->pdata[i])->kind !=
		    REQUEST_TALK)
			return false;
	return true;
}

const char *
reading_kind(enum request_kind kind)
{
	static const char *const words[] = {
		[REQUEST_TALK] = "talk",
		[REQUEST_NEAR] = "near",
		[REQUEST_MOVE] = "move",
		[REQUEST_NUMBER] = "number",
		[REQUEST_HELP] = "help",
		[REQUEST_RULES] = "rules",
		[REQUEST_STATUS] = "status",
		[REQUEST_HISTORY] = "history",
		[REQUEST_CANCEL] = "cancel",
		[REQUEST_READY] = "ready",
		[REQUEST_RESIGN] = "resign",
		[REQUEST_YES] = "yes",
		[REQUEST_NO] = "no",
		[REQUEST_KEY] = "key",
		[REQUEST_ADDRESS] = "address",
		[REQUEST_PLAN] = "plan",
		[REQUEST_PLANS] = "plans",
		[REQUEST_CHECK] = "check",
		[REQUEST_WAIT] = "wait",
		[REQUEST_AWAY] = "away",
		[REQUEST_BACK] = "back",
		[REQUEST_STANDIN] = "standin",
		[REQUEST_TAKE] = "take",
		[REQUEST_SAY] = "say",
		[REQUEST_MUTE] = "mute",
		[REQUEST_UNMUTE] = "unmute",
		[REQUEST_REMIND] = "remind",
		[REQUEST_MAIL] = "mail",
		[REQUEST_CALENDAR] = "calendar",
		[REQUEST_RESEND] = "resend",
		[REQUEST_PING] = "ping",
		[REQUEST_VOTE] = "vote",
		[REQUEST_SIGNUP] = "signup",
	};

	if ((size_t)kind < G_N_ELEMENTS(words) && words[kind] != NULL)
		return words[kind];
	return "request";
}

/* A link may bring all in the subject; that of a reply is but a copy. */
static bool
subject_counts(const struct letter *letter)
{
	return letter->references->len == 0 ||
	       letter->text[strspn(letter->text, " \t\n")] == '\0';
}

static bool
is_own_subject(
    const char *line, char *const *own_subjects, const struct reading *reading)
{
	for (; own_subjects != NULL && *own_subjects != NULL; own_subjects++) {
		g_autofree char *own = lines_subject(*own_subjects, reading);

		if (strcmp(own, line) == 0)
			return true;
	}
	return false;
}

static bool
begins_plan(const GPtrArray *requests)
{
	const struct request *last =
	    requests->len > 0 ? requests->pdata[requests->len - 1] : NULL;

	return last != NULL && last->kind == REQUEST_PLAN &&
	       last->step == NULL && last->why == NULL;
}

/* What goes on to the next gap. */
struct open_lines {
	struct request *said; /* what is said, or NULL */
	bool plan; /* lines below the word "plan" */
};

/* A line that is no gap; false: it is too long for all but what is said. */
static bool
read_line(struct heard *heard, const struct words *words,
    const struct match *match, const char *line, struct open_lines *open)
{
	if (open->said != NULL) {
		request_say_more(open->said, words, match, line);
		return true;
	}
	open->said = open->plan ? NULL : request_say(words, line);
	if (open->said != NULL) {
		g_ptr_array_add(heard->requests, open->said);
		return true;
	}
	if (g_utf8_strlen(line, -1) > LINE_MAX_CHARS)
		return false;
	if (open->plan) {
		request_plan(words, match, line, heard->requests);
		return true;
	}
	request_read(words, match, line, heard->requests);
	open->plan = begins_plan(heard->requests);
	return true;
}

static void
read_lines(struct heard *heard, const struct tongue *tongue,
    const struct match *match, const GPtrArray *all)
{
	const struct words *words = tongue_words(tongue);
	struct open_lines open = { NULL, false };

	for (guint i = 0; i < all->len; i++) {
		const char *line = all->pdata[i];

		if (line[0] == '\0')
			open = (struct open_lines){ NULL, false };
		else if (read_line(heard, words, match, line, &open))
			g_ptr_array_add(heard->lines, g_strdup(line));
	}
}

void
heard_read(struct heard *heard, const struct tongue *tongue,
    const struct match *match, const struct letter *letter,
    char *const *own_subjects)
{
	const struct reading reading = reading_words(tongue, NULL);
	g_autofree char *subject = lines_subject(letter->subject, &reading);
	g_autoptr(GPtrArray) all = lines_all(letter->text, &reading);

	heard->in_subject = false;
	heard->lines = g_ptr_array_new_with_free_func(g_free);
	heard->requests =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	read_lines(heard, tongue, match, all);
	signup_fold(heard->requests, tongue_words(tongue));
	if (!reading_is_talk(heard->requests) || !subject_counts(letter) ||
	    subject[0] == '\0' ||
	    is_own_subject(subject, own_subjects, &reading))
		return;
	g_ptr_array_unref(heard->requests);
	g_ptr_array_set_size(heard->lines, 0);
	g_ptr_array_add(heard->lines, g_steal_pointer(&subject));
	heard->requests = reading_requests(tongue, match, heard->lines);
	heard->in_subject = true;
}

void
heard_clear(struct heard *heard)
{
	g_ptr_array_unref(heard->lines);
	g_ptr_array_unref(heard->requests);
}

/* Many write "test" first, which is "ping" in one language only. */
static bool
shows_language(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_PING;
}

static bool
has_commands(
    struct home *home, const char *language, const struct letter *letter)
{
	struct heard heard;
	bool any = false;

	heard_read(&heard, home_tongue(home, language), NULL, letter, NULL);
	for (guint i = 0; i < heard.requests->len; i++)
		any |= shows_language(heard.requests->pdata[i]);
	heard_clear(&heard);
	return any;
}

const char *
reading_language(const struct handling *h)
{
	const char *own = h->home->config->language;
	g_auto(GStrv) there = tongues_there();

	if (has_commands(h->home, own, h->letter))
		return own;
	for (size_t i = 0; there[i] != NULL; i++)
		if (has_commands(h->home, there[i], h->letter))
			return g_intern_string(there[i]);
	return own;
}
