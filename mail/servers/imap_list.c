/* SPDX-License-Identifier: ISC */
/*
 * What waits in a folder, in slices: Debian's libcurl counts the bytes of
 * their lines many times over and would give up on long lists, and it cuts
 * long search results without telling.
 */
#include "mail/servers/imap.h"

#include "base/err.h"
#include "mail/servers/imap_inner.h"

/* Windows looked through in one go, where a server has no ESEARCH. */
#define WINDOWS_MAX 100

/* ---- searching ---- */

static int
ask_search(struct imap *imap, const char *options, uint32_t from, uint32_t last,
    struct err *e)
{
	g_autofree char *custom = g_strdup_printf(
	    "UID SEARCH %sUID %" G_GUINT32_FORMAT ":%" G_GUINT32_FORMAT,
	    options, from, last);

	return imap_ask(imap, true, custom, e);
}

/* UIDs from there on and up to last, with that key of a search ("": all):
 * within one window, or few mails. */
static int
search(struct imap *imap, const char *key, uint32_t from, uint32_t last,
    GArray *uids, struct err *e)
{
	struct imap_lines lines;
	uint32_t uid;

	if (ask_search(imap, key, from, last, e) == -1)
		return -1;
	for (lines = imap_answer_lines(imap); imap_answer_next(&lines);)
		imap_read_search(lines.line, lines.size, uids);
	for (guint i = uids->len; i > 0; i--) {
		uid = g_array_index(uids, uint32_t, i - 1);
		if (uid < from || uid > last)
			g_array_remove_index_fast(uids, i - 1);
	}
	return 0;
}

/* What ESEARCH says instead of a list. */
struct found {
	bool told; /* it said something */
	uint32_t least; /* 0: there is none */
	uint32_t count;
};

static int
search_extended(struct imap *imap, const char *options, uint32_t from,
    uint32_t last, struct found *found, struct err *e)
{
	struct imap_lines lines;
	uint32_t least, count;

	if (ask_search(imap, options, from, last, e) == -1)
		return -1;
	for (lines = imap_answer_lines(imap); imap_answer_next(&lines);)
		if (imap_read_esearch(lines.line, lines.size, &least, &count))
			*found = (struct found){ true, least, count };
	return 0;
}

/* Some servers announce it, and then refuse it or answer as if it had not been
 * asked for: from then on they count as without. */
static int
try_extended(struct imap *imap, const char *options, uint32_t from,
    uint32_t last, struct found *found, struct err *e)
{
	struct err why = { 0 };

	*found = (struct found){ .told = false, .count = UINT32_MAX };
	if (imap_ask_abilities(imap, e) == -1)
		return -1;
	if ((imap->abilities & IMAP_ESEARCH) == 0)
		return 0;
	if (search_extended(imap, options, from, last, found, &why) == -1 &&
	    why.code != ERR_CLASH) {
		*e = why;
		return -1;
	}
	if (!found->told)
		imap->abilities &= ~(unsigned)IMAP_ESEARCH;
	return 0;
}

/* ---- over gaps ---- */

static int
find_least(struct imap *imap, const char *key, uint32_t from, uint32_t last,
    uint32_t *least, struct err *e)
{
	g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(uint32_t));

	*least = 0;
	if (search(imap, key, from, last, uids, e) == -1)
		return -1;
	for (guint i = 0; i < uids->len; i++)
		if (*least == 0 || g_array_index(uids, uint32_t, i) < *least)
			*least = g_array_index(uids, uint32_t, i);
	return 0;
}

static int
leap_in_windows(
    struct imap *imap, uint32_t from, uint32_t end, uint32_t *on, struct err *e)
{
	uint32_t least = 0;

	for (int i = 0; i < WINDOWS_MAX && from < end && least == 0; i++) {
		uint32_t last = from + MIN(end - from, IMAP_WINDOW) - 1;

		if (find_least(imap, "", from, last, &least, e) == -1)
			return -1;
		from = least != 0 ? least : last + 1;
	}
	*on = from;
	return 0;
}

/* There is nothing near: where does it go on? */
static int
leap(
    struct imap *imap, uint32_t from, uint32_t end, uint32_t *on, struct err *e)
{
	struct found found;

	if (try_extended(imap, "RETURN (MIN) ", from, end - 1, &found, e) == -1)
		return -1;
	if (!found.told)
		return leap_in_windows(imap, from, end, on, e);
	*on = found.least >= from && found.least < end ? found.least : end;
	return 0;
}

/* ---- how many ---- */

/* From the last one down, window by window, until there are enough. */
static int
count_in_windows(struct imap *imap, uint32_t width, uint32_t last,
    uint32_t enough, uint32_t *count, struct err *e)
{
	*count = 0;
	for (int i = 0; last > 0 && *count < enough; i++) {
		g_autoptr(GArray) uids =
		    g_array_new(FALSE, FALSE, sizeof(uint32_t));
		uint32_t before = last - MIN(last, width);

		if (i == WINDOWS_MAX) {
			*count = UINT32_MAX;
			return 0;
		}
		if (search(imap, "", before + 1, last, uids, e) == -1)
			return -1;
		*count += uids->len;
		last = before;
	}
	return 0;
}

static int
count_upto(struct imap *imap, uint32_t mails, uint32_t last, uint32_t enough,
    uint32_t *count, struct err *e)
{
	struct found found;

	if (try_extended(imap, "RETURN (COUNT) ", 1, last, &found, e) == -1)
		return -1;
	*count = found.count;
	if (*count != UINT32_MAX)
		return 0;
	return count_in_windows(imap, mails > IMAP_WINDOW ? IMAP_WINDOW : last,
	    last, enough, count, e);
}

int
imap_count_upto(struct imap *imap, const struct imap_status *status,
    uint32_t last, uint32_t enough, uint32_t *count, struct err *e)
{
	int r;

	*count = 0;
	if (last == 0)
		return 0;
	imap->answer = g_byte_array_new();
	r = count_upto(imap, status->mails, last, enough, count, e);
	g_byte_array_unref(imap->answer);
	return r;
}

/* ---- since when ---- */

/* "SINCE 21-Nov-2026 ": its months are English. */
static char *
since_key(int64_t since)
{
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(since);

	return g_strdup_printf("SINCE %d-%s-%d ",
	    g_date_time_get_day_of_month(at),
	    months[g_date_time_get_month(at) - 1], g_date_time_get_year(at));
}

/* From the last window down, as long as there are any. */
static int
since_in_windows(struct imap *imap, const char *key, uint32_t last,
    uint32_t *first, struct err *e)
{
	uint32_t least = 1;

	for (int i = 0; i < WINDOWS_MAX && last > 0 && least != 0; i++) {
		const uint32_t from = last - MIN(last, IMAP_WINDOW) + 1;

		if (find_least(imap, key, from, last, &least, e) == -1)
			return -1;
		if (least != 0)
			*first = least;
		last = from - 1;
	}
	return 0;
}

static int
first_since(struct imap *imap, const char *key, uint32_t last, uint32_t *first,
    struct err *e)
{
	g_autofree char *options = g_strconcat("RETURN (MIN) ", key, NULL);
	struct found found;

	if (try_extended(imap, options, 1, last, &found, e) == -1)
		return -1;
	if (!found.told)
		return since_in_windows(imap, key, last, first, e);
	if (found.least != 0)
		*first = found.least;
	return 0;
}

int
imap_first_since(struct imap *imap, const struct imap_status *status,
    int64_t since, uint32_t *first, struct err *e)
{
	g_autofree char *key = since_key(since);
	int r;

	*first = status->next;
	if (status->next <= 1)
		return 0;
	imap->answer = g_byte_array_new();
	r = first_since(imap, key, status->next - 1, first, e);
	g_byte_array_unref(imap->answer);
	return r;
}

/* ---- slices ---- */

/* Mails of a slice by their place in it: each once, in their order. */
struct slice {
	uint32_t first, last;
	struct imap_mail mails[IMAP_SLICE];
};

static void
put_in_slice(struct slice *s, const struct imap_mail *mail)
{
	struct imap_mail *place = &s->mails[mail->uid - s->first];

	/* A row that tells of changed flags has no size. */
	if (place->uid == 0 || mail->size != -1)
		*place = *mail;
}

static int
list_with_sizes(struct imap *imap, struct slice *s, struct err *e)
{
	g_autofree char *custom =
	    g_strdup_printf("UID FETCH %" G_GUINT32_FORMAT ":%" G_GUINT32_FORMAT
			    " (UID RFC822.SIZE)",
		s->first, s->last);
	struct imap_mail mail;
	struct imap_lines lines;

	if (imap_ask(imap, true, custom, e) == -1)
		return -1;
	for (lines = imap_answer_lines(imap); imap_answer_next(&lines);)
		if (imap_read_fetch(lines.line, lines.size, &mail) &&
		    mail.uid >= s->first && mail.uid <= s->last)
			put_in_slice(s, &mail);
	return 0;
}

static int
list_bare(struct imap *imap, struct slice *s, struct err *e)
{
	g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(uint32_t));

	if (search(imap, "", s->first, s->last, uids, e) == -1)
		return -1;
	for (guint i = 0; i < uids->len; i++) {
		struct imap_mail mail = { g_array_index(uids, uint32_t, i),
			-1 };

		put_in_slice(s, &mail);
	}
	return 0;
}

static bool
has_gap(const struct slice *s)
{
	for (uint32_t i = 0; i <= s->last - s->first; i++)
		if (s->mails[i].uid == 0)
			return true;
	return false;
}

int
imap_list_slice(struct imap *imap, bool bare, uint32_t first, uint32_t end,
    GArray *mails, uint32_t *on, struct err *e)
{
	struct slice s = { .first = first,
		.last = first + MIN(end - first, IMAP_SLICE) - 1 };
	guint before = mails->len;

	if (!bare && list_with_sizes(imap, &s, e) == -1)
		return -1;
	if ((bare || has_gap(&s)) && list_bare(imap, &s, e) == -1)
		return -1;
	for (size_t i = 0; i < IMAP_SLICE; i++)
		if (s.mails[i].uid != 0)
			g_array_append_val(mails, s.mails[i]);
	*on = s.last + 1;
	if (mails->len == before && *on < end)
		return leap(imap, *on, end, on, e);
	return 0;
}

static int
list(struct imap *imap, bool bare, uint32_t first, uint32_t end, GArray *mails,
    uint32_t *on, struct err *e)
{
	int r;

	imap->answer = g_byte_array_new();
	r = imap_list_slice(imap, bare, first, end, mails, on, e);
	g_byte_array_unref(imap->answer);
	return r;
}

int
imap_list(struct imap *imap, uint32_t first, uint32_t end, GArray *mails,
    uint32_t *on, struct err *e)
{
	return list(imap, false, first, end, mails, on, e);
}

int
imap_list_bare(struct imap *imap, uint32_t first, uint32_t end, GArray *mails,
    uint32_t *on, struct err *e)
{
	return list(imap, true, first, end, mails, on, e);
}
