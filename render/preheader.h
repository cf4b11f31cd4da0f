/* SPDX-License-Identifier: ISC */
/* The line that a list of mails shows beside the subject: for the files of
 * render/ only. */
#ifndef RENDER_PREHEADER_H
#define RENDER_PREHEADER_H

#include <glib.h>

/* Mail programs show 40 to 90 characters. */
#define PREHEADER_COLUMNS 90

/*
 * "What happened | how it stands || , by when": at most PREHEADER_COLUMNS
 * columns, without a line end.  What happened tells what became of the reader's
 * mail, so it comes through, but for the half that is left to how it stands;
 * there the deadline is cut last.
 */
void preheader_write(const char *inside, GString *out);
/*
 * What the marked letter says in its block for it; without one, what the text
 * begins with.  Newly allocated.
 */
char *preheader_of(char *marked, const char *text);

#endif
