/* SPDX-License-Identifier: ISC */
/*
 * In the program that the host runs (host.c), a mail with the line
 * "X-Kills-Reader" kills whoever reads it, as a mistake in that code would. The
 * linker gives letter_read the other name there (--wrap).
 */
#include "mail/incoming/read.h"

#include <signal.h>
#include <string.h>

struct letter *__real_letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *);
struct letter *__wrap_letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *);

struct letter *
__wrap_letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *reading)
{
	static const char kills[] = "\nX-Kills-Reader:";
	gsize size;
	const void *bytes = g_bytes_get_data(raw, &size);

	/* of an empty mail there are none */
	if (bytes != NULL &&
	    memmem(bytes, size, kills, sizeof(kills) - 1) != NULL)
		raise(SIGKILL);
	return __real_letter_read(raw, cut, own, reading);
}
