/* SPDX-License-Identifier: ISC */
/* turnpost match show --picture: the table of a match in a file. */
#include "cmd/match_picture.h"

#include "app/home/people.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "base/file.h"
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* What one seat sees is nobody else's business. */
static int
write_bytes(const char *file, GBytes *bytes, bool private, struct err *e)
{
	gsize size;
	const char *data = g_bytes_get_data(bytes, &size);
	mode_t mask;

	if (private)
		return file_replace_private(file, data, size, e);
	mask = umask(0);
	umask(mask);
	return file_replace_as(file, 0666 & ~mask, data, size, e);
}

int
match_picture(struct home *home, int64_t id, const struct showing *showing,
    const struct reveal *reveal)
{
	const char *file = showing->file;
	struct err e = { 0 };
	g_autoptr(GBytes) bytes = NULL;
	g_autofree char *svg = NULL;
	int seat = -1;

	if (file == NULL)
		return run_usage("--seat needs --picture FILE.png");
	if (!g_str_has_suffix(file, ".png") && !g_str_has_suffix(file, ".svg"))
		return run_usage("the name of a picture must end with .png or "
				 ".svg, unlike %s",
		    file);
	if ((showing->seat != NULL &&
		seat_named(home, id, showing->seat, &seat, &e) == -1) ||
	    (svg = show_picture(home, id, seat, reveal, &e)) == NULL)
		return run_fail(&e);
	if (g_str_has_suffix(file, ".svg"))
		bytes = g_bytes_new(svg, strlen(svg));
	else
		bytes = show_picture_png(svg, &e);
	if (bytes == NULL || write_bytes(file, bytes, seat >= 0, &e) == -1)
		return run_fail(&e);
	printf("%s: the table of match %lld\n", file, (long long)id);
	return EXIT_DONE;
}
