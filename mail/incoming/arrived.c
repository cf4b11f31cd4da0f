/* SPDX-License-Identifier: ISC */
/* When a mail came, by what it says itself. */
#include "mail/incoming/arrived.h"

#include "mail/mime.h"

#include <string.h>

#define HEAD_MAX 65536

/* The value of the first such field, folded as it is, or NULL. */
static char *
find_field(const char *head, const char *name)
{
	const size_t size = strlen(name);
	const char *line = head, *end;

	while (
	    line != NULL && *line != '\n' && *line != '\r' && *line != '\0') {
		if (g_ascii_strncasecmp(line, name, size) == 0)
			break;
		line = strchr(line, '\n');
		line = line == NULL ? NULL : line + 1;
	}
	if (line == NULL || g_ascii_strncasecmp(line, name, size) != 0)
		return NULL;
	end = line + size;
	/* To the end of the line behind which no blank continues it. */
	while ((end = strchr(end, '\n')) != NULL &&
	       (end[1] == ' ' || end[1] == '\t'))
		end++;
	return end == NULL ? g_strdup(line + size)
			   : g_strndup(line + size, (gsize)(end - line) - size);
}

static int64_t
read_date(const char *text)
{
	g_autoptr(GDateTime) at = gmime.utils_header_decode_date(text);

	return at == NULL ? 0 : MAX(g_date_time_to_unix(at), 0);
}

int64_t
mail_arrived(GBytes *raw)
{
	gsize size;
	const char *bytes = g_bytes_get_data(raw, &size);
	g_autofree char *head =
	    g_strndup(bytes != NULL ? bytes : "", MIN(size, HEAD_MAX));
	g_autofree char *date = find_field(head, "Date:");
	g_autofree char *received = find_field(head, "Received:");
	const char *behind = received != NULL ? strrchr(received, ';') : NULL;
	int64_t wrote = date != NULL ? read_date(date) : 0;
	int64_t came = behind != NULL ? read_date(behind + 1) : 0;

	/* The server that took it in put its line first; what the sender's
	 * program says may be anything. */
	return came != 0 ? came : wrote;
}
