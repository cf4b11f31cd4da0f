/* SPDX-License-Identifier: ISC */
/* Backups in a folder: how they are called, which may go. */
#include "app/copies/backup_names.h"

#include "base/err.h"
#include "base/file.h"

#include <string.h>
#include <unistd.h>

#define BEGIN "turnpost-"
#define SCHEMA "schema-"
#define END ".tar.zst"
#define MOMENT_SIZE 16 /* 20261121T120000Z */
#define KEEP_MAX 10000

/* ---- names ---- */

char *
backup_name(const char *instance, int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autofree char *moment = g_date_time_format(utc, "%Y%m%dT%H%M%SZ");

	return g_strconcat(BEGIN, moment, "-", instance, END, NULL);
}

char *
backup_name_of_schema(const char *instance, int schema)
{
	return g_strdup_printf(BEGIN SCHEMA "%d-%s" END, schema, instance);
}

/* The moment of a name; *instance begins behind.  -1: it has none. */
static int64_t
moment_of(const char *name, const char **instance)
{
	g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
	g_autoptr(GDateTime) at = NULL;
	g_autofree char *moment = NULL;

	if (!g_str_has_prefix(name, BEGIN) || !g_str_has_suffix(name, END) ||
	    strlen(name) < strlen(BEGIN) + MOMENT_SIZE + 1 ||
	    name[strlen(BEGIN) + MOMENT_SIZE] != '-')
		return -1;
	moment = g_strndup(name + strlen(BEGIN), MOMENT_SIZE);
	at = g_date_time_new_from_iso8601(moment, utc);
	*instance = name + strlen(BEGIN) + MOMENT_SIZE + 1;
	return at == NULL ? -1 : g_date_time_to_unix(at);
}

bool
backup_is_name(const char *name)
{
	const char *instance;

	return moment_of(name, &instance) != -1 ||
	       (g_str_has_prefix(name, BEGIN SCHEMA) &&
		   g_str_has_suffix(name, END));
}

/* ---- a folder ---- */

struct found {
	char *name;
	int64_t at;
};

static void
found_clear(void *data)
{
	g_free(((struct found *)data)->name);
}

static int
newest_first(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return x->at < y->at ? 1 : x->at > y->at ? -1 : 0;
}

/* The backups of that home: struct found, newest first; NULL: the folder
 * cannot be read. */
static GArray *
find_all(const char *folder, const char *instance, struct err *e)
{
	g_autofree char *end = g_strconcat(instance, END, NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
	const char *name, *behind;
	GArray *all;

	if (dir == NULL) {
		err_set(e, ERR_IO, "%s", error->message);
		return NULL;
	}
	all = g_array_new(FALSE, FALSE, sizeof(struct found));
	g_array_set_clear_func(all, found_clear);
	while ((name = g_dir_read_name(dir)) != NULL) {
		struct found one = { NULL, moment_of(name, &behind) };

		if (one.at == -1 || strcmp(behind, end) != 0)
			continue;
		one.name = g_strdup(name);
		g_array_append_val(all, one);
	}
	g_array_sort(all, newest_first);
	return all;
}

int
backup_newest(
    const char *folder, const char *instance, int64_t *at, struct err *e)
{
	g_autoptr(GArray) all = find_all(folder, instance, e);

	if (all == NULL)
		return -1;
	*at = all->len == 0 ? 0 : g_array_index(all, struct found, 0).at;
	return 0;
}

/* ---- which stay ---- */

static const struct {
	const char *word;
	const char *format; /* the same for all moments of a period */
} periods[BACKUP_PERIODS] = {
	[PERIOD_HOUR] = { "hourly", "%Y-%m-%d %H" },
	[PERIOD_DAY] = { "daily", "%Y-%m-%d" },
	[PERIOD_WEEK] = { "weekly", "%G %V" },
	[PERIOD_MONTH] = { "monthly", "%Y-%m" },
	[PERIOD_YEAR] = { "yearly", "%Y" },
};

/* "daily=7" */
static bool
read_one(const char *text, struct backup_keep *keep)
{
	const char *equals = strchr(text, '=');
	gint64 n;
	char *end;

	if (equals == NULL || !g_ascii_isdigit(equals[1]))
		return false;
	n = g_ascii_strtoll(equals + 1, &end, 10);
	if (*end != '\0' || n < 1 || n > KEEP_MAX)
		return false;
	for (int p = 0; p < BACKUP_PERIODS; p++)
		if (strlen(periods[p].word) == (size_t)(equals - text) &&
		    g_str_has_prefix(text, periods[p].word)) {
			keep->n[p] = n;
			return true;
		}
	return false;
}

int
backup_keep_read(const char *text, struct backup_keep *keep, struct err *e)
{
	g_auto(GStrv) words = g_strsplit(text, ",", -1);

	*keep = (struct backup_keep){ { 0 } };
	for (char **word = words; *word != NULL; word++)
		if (!read_one(g_strstrip(*word), keep))
			return err_set(e, ERR_FORMAT,
			    "--keep must be like daily=7,weekly=4, with "
			    "hourly, daily, weekly, monthly or yearly and a "
			    "number from 1 to %d",
			    KEEP_MAX);
	return words[0] != NULL ? 0
				: err_set(e, ERR_FORMAT,
				      "--keep must be like daily=7,weekly=4");
}

/* The newest of each of the last n periods that have any: they are marked. */
static void
mark(const GArray *all, enum backup_period period, int64_t n, bool *stays)
{
	g_autofree char *last = NULL;

	for (guint i = 0; i < all->len && n > 0; i++) {
		g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(
		    g_array_index(all, struct found, i).at);
		g_autofree char *which =
		    g_date_time_format(at, periods[period].format);

		if (g_strcmp0(which, last) == 0)
			continue;
		stays[i] = true;
		n--;
		g_free(last);
		last = g_steal_pointer(&which);
	}
}

int
backup_keep_only(const char *folder, const char *instance, const char *made,
    const struct backup_keep *keep, GPtrArray **removed, struct err *e)
{
	g_autoptr(GArray) all = find_all(folder, instance, e);
	g_autofree bool *stays = NULL;

	*removed = g_ptr_array_new_with_free_func(g_free);
	if (all == NULL)
		return -1;
	stays = g_new0(bool, all->len + 1);
	for (int p = 0; p < BACKUP_PERIODS; p++)
		mark(all, (enum backup_period)p, keep->n[p], stays);
	for (guint i = 1; i < all->len; i++) {
		const char *name = g_array_index(all, struct found, i).name;
		g_autofree char *path = g_build_filename(folder, name, NULL);

		if (stays[i] || strcmp(name, made) == 0)
			continue;
		if (unlink(path) == -1)
			return err_errno(
			    e, "the old backup %s cannot be removed", path);
		g_ptr_array_add(*removed, g_strdup(name));
	}
	return (*removed)->len == 0 ? 0 : file_sync_dir(folder, e);
}
