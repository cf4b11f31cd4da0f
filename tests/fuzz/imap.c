/* SPDX-License-Identifier: ISC */
/* Any bytes as answers of an IMAP server: numbers within their bounds, and
 * what is read is there. */
#include "mail/servers/imap.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
check_line(const char *line, size_t size)
{
	g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	struct imap_mail mail;
	struct imap_status status;
	const char *text;
	unsigned can;
	uint32_t uid, count;

	if (imap_read_fetch(line, size, &mail)) {
		must(mail.uid != 0 && mail.size >= -1);
		must(line[0] == '*' && line[size - 1] == ')');
	}
	if (imap_read_status(line, size, &status))
		must(status.validity != 0 && status.next != 0);
	if (imap_read_search(line, size, uids))
		for (guint i = 0; i < uids->len; i++)
			must(g_array_index(uids, uint32_t, i) != 0);
	imap_read_esearch(line, size, &uid, &count);
	imap_read_exists(line, size, &uid);
	if (imap_read_capability(line, size, &can))
		must(can <=
		     (IMAP_MOVE | IMAP_UIDPLUS | IMAP_ESEARCH | IMAP_IDLE));
	switch (imap_read_end(line, size, &text)) {
	case 'O':
	case 'N':
	case 'B':
		must(text > line && text <= line + size);
		break;
	case 0:
	case '+':
	case 'Y':
		break;
	default:
		abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *line;
	size_t left = size, length, sum = 0;

	while (imap_next_line(&at, &left, &line, &length)) {
		must(line >= (const char *)data &&
		     line + length <= (const char *)data + size);
		sum += length;
		check_line(line, length);
	}
	must(sum <= size && left == 0);
	return 0;
}
