/* SPDX-License-Identifier: ISC */
/*
 * The arguments with which programs call sendmail, for "deliver": one that
 * people write their mails with hands them over to it then.  What sendmail
 * would do by them and "deliver" does anyway is passed over; what is no
 * delivery at all (the list of a queue, a server) is refused.
 */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

/* More of them a mail of ours never needs. */
#define RECIPIENTS_MAX 40

/* Of one letter each. */
#define ALONE "cGimntUvx"
#define WITH_VALUE "ABCFfLNOpRrVX"
#define VALUE_ATTACHED "beo" /* the rest of the word, as in -oi */

static void
take_recipient(GPtrArray *to, char *text)
{
	char *open = strchr(text, '<');
	char *close = open == NULL ? NULL : strchr(open, '>');

	if (close != NULL && close > open + 1) {
		*close = '\0';
		text = open + 1;
	}
	if (to->len < RECIPIENTS_MAX)
		g_ptr_array_add(to, g_strdup(text));
}

/* One word of letters, such as "-oi", "-ti" or "-f"; how many words it took,
 * 0: sendmail has no such letter, or it is no delivery. */
static int
take_letters(char **args, char **sender)
{
	for (char *p = args[0] + 1; *p != '\0'; p++) {
		char *value = p[1] != '\0' ? p + 1 : args[1];

		if (strchr(ALONE, *p) != NULL)
			continue;
		if (strchr(VALUE_ATTACHED, *p) != NULL)
			return p[1] != '\0' && (*p != 'b' || p[1] == 'm');
		if (strchr(WITH_VALUE, *p) == NULL || value == NULL)
			return 0;
		if (*p == 'f' || *p == 'r')
			*sender = value;
		return p[1] != '\0' ? 1 : 2;
	}
	return 1;
}

static bool
is_long(const char *arg)
{
	return strncmp(arg, "--", 2) == 0 || strcmp(arg, "-h") == 0;
}

/* "-h 3", in old programs; alone it asks for help. */
static bool
is_hops(const char *arg, const char *next)
{
	return strcmp(arg, "-h") == 0 && next != NULL &&
	       g_ascii_isdigit(next[0]);
}

/* "--from X": its value is the next word. */
static bool
takes_next(const char *arg)
{
	return strcmp(arg, "--from") == 0 || strcmp(arg, "--to") == 0;
}

bool
sendmail_take(struct run *run, struct sendmail *s)
{
	int out = 1;
	bool only = false; /* recipients follow */

	s->to = g_ptr_array_new_with_free_func(g_free);
	for (int i = 1, n; i < run->argc; i += n) {
		char *arg = run->argv[i];

		n = 1;
		if (!only && strcmp(arg, "--") == 0) {
			only = true;
			continue;
		}
		if (!only && is_hops(arg, run->argv[i + 1])) {
			n = 2;
			continue;
		}
		if (!only && is_long(arg)) {
			run->argv[out++] = arg;
			if (takes_next(arg) && i + 1 < run->argc) {
				run->argv[out++] = run->argv[i + 1];
				n = 2;
			}
			continue;
		}
		s->used = true;
		if (only || arg[0] != '-') {
			if (strchr(arg, '@') == NULL) {
				run_usage(
				    "\"%s\" is not an address to deliver to; "
				    "the mail is read from standard input",
				    arg);
				return false;
			}
			take_recipient(s->to, arg);
		} else if ((n = take_letters(&run->argv[i], &s->sender)) == 0) {
			run_usage("deliver does not take \"%s\"; see "
				  "\"turnpost deliver --help\"",
			    arg);
			return false;
		}
	}
	g_ptr_array_add(s->to, NULL);
	run->argv[out] = NULL;
	run->argc = out;
	return true;
}
