/* SPDX-License-Identifier: ISC */
/* Which lines of a mail may be commands of its writer. */
#ifndef MAIL_QUOTES_UNQUOTE_H
#define MAIL_QUOTES_UNQUOTE_H

#include <glib.h>
#include <stdbool.h>

struct reading;

/* In lines of letters of ours: an unquoted one ends the reading. */
#define CUT_TOKEN "#~"
/* Lines of html_text above and below what somebody else wrote. */
#define FOREIGN_MARK "----- original message -----"
#define FOREIGN_END "----- end of original message -----"

#define LINES_MAX 200 /* lines looked at */
#define LINE_MAX_CHARS 200 /* longer lines are talk */
#define LINE_TALK_BYTES 16384

/*
 * The cleaned lines (NFKC, invisible characters gone, blanks collapsed) that
 * its writer wrote and that may be commands: char *.
 */
GPtrArray *lines_read(const char *text, const struct reading *);
/* Where a line comes from. */
enum line_kind {
	LINE_OWN, /* its writer's */
	LINE_GAP, /* blank: one for all that follow each other */
	LINE_QUOTE, /* quoted by a mark: the same */
	LINE_COURTESY, /* "thanks", "regards" alone: the writer's signature may
			  follow */
	LINE_FOREIGN, /* what somebody else wrote, quoted without a mark */
	LINE_HEAD, /* "On ... wrote:", "From: ...": what says so */
	LINE_FOOTER /* of a list, a phone, a company */
};
struct mail_line {
	enum line_kind kind;
	char *text; /* "" for a gap or a quote */
};
/*
 * All of them up to a stop word or the cut line, with those too long for
 * commands, of which LINE_TALK_BYTES are looked at: struct mail_line *.
 */
GPtrArray *lines_all(const char *text, const struct reading *);
/*
 * May a mail of somebody else, or what a program put there, begin at this line?
 * It asks for less than what makes a line LINE_HEAD: a rule, a field or a name
 * with an address do.  For what would be passed on to others, where a line too
 * few does no harm.
 */
bool lines_bring_mail(const char *line, const struct reading *);
/* A subject without prefixes and [..] parts, cleaned as a line. */
char *lines_subject(const char *subject, const struct reading *);
/* Does it begin with "Re:" or the like? */
bool lines_subject_repeats(const char *subject, const struct reading *);

#endif
