/* SPDX-License-Identifier: ISC */
/* What a mail says: its lines, and what they ask. */
#include "app/private.h"

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
	reading =
	    reading_words(home_tongue(h->home, "en"), h->id.person->language);
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

void
heard_read(struct heard *heard, const struct tongue *tongue,
    const struct match *match, const struct letter *letter,
    char *const *own_subjects)
{
	const struct reading reading = reading_words(tongue, NULL);
	g_autofree char *subject = lines_subject(letter->subject, &reading);

	heard->in_subject = false;
	heard->lines = lines_read(letter->text, &reading);
	heard->requests = reading_requests(tongue, match, heard->lines);
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
