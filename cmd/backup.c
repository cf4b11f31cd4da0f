/* SPDX-License-Identifier: ISC */
/* turnpost backup and restore. */
#include "cmd/cmd.h"

#include "app/copies/backup.h"
#include "app/copies/backup_names.h"
#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/copies/restore.h"
#include "base/err.h"

#include <stdio.h>

/* ---- backup ---- */

struct wanted {
	const char *target; /* a file, or a folder */
	char *text; /* of --keep, or NULL */
	struct backup_keep keep;
};

static json_t *
names_of(const GPtrArray *names)
{
	json_t *list = json_array();

	for (guint i = 0; names != NULL && i < names->len; i++)
		json_array_append_new(list, json_string(names->pdata[i]));
	return list;
}

static void
print_backup(const struct run *run, const char *path, int64_t size,
    const GPtrArray *removed)
{
	if (run->json)
		run_object(run,
		    json_pack("{s:s, s:I, s:o}", "file", path, "bytes",
			(json_int_t)size, "removed", names_of(removed)),
		    NULL);
	else
		printf("%s holds the home now (%.1f MiB)%s\n", path,
		    (double)size / (1024.0 * 1024.0),
		    removed != NULL && removed->len > 0
			? "; older backups were removed"
			: "");
}

static int
make(struct run *run, struct home *home, const struct wanted *w)
{
	g_autoptr(GPtrArray) removed = NULL;
	g_autofree char *path = NULL, *made = NULL;
	struct err e = { 0 };
	int64_t size = 0;

	if (backup_make(home, run_now(run), w->target, LOCK_SECONDS, &path,
		&size, &e) == -1)
		return run_fail(&e);
	/* Older ones go only when there is another one. */
	made = g_path_get_basename(path);
	if (w->text != NULL && backup_keep_only(w->target, home->instance, made,
				   &w->keep, &removed, &e) == -1)
		return run_fail(&e);
	print_backup(run, path, size, removed);
	return EXIT_DONE;
}

static int
backup(struct run *run, struct wanted *w)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home;

	if (w->text != NULL && backup_keep_read(w->text, &w->keep, &e) == -1)
		return run_usage("%s", e.text);
	if ((home = run_home(run, &code)) == NULL)
		return code;
	w->target = run->argc == 2 ? run->argv[1] : home->config->backup.folder;
	if (w->target == NULL)
		return run_usage("give a file or a folder, or set \"backup: "
				 "folder\" in turnpost.yaml");
	/* else the first backup would be a file in its place */
	if (run->argc != 2 && backup_folder_check(w->target, &e) == -1) {
		err_more(&e, "the setting \"backup: folder\"");
		return run_fail(&e);
	}
	if (w->text != NULL && !g_file_test(w->target, G_FILE_TEST_IS_DIR))
		return run_usage(
		    "--keep needs a folder, and %s is none", w->target);
	return make(run, home, w);
}

int
cmd_backup(struct run *run)
{
	struct wanted w = { .target = NULL };
	const GOptionEntry entries[] = {
		{ "keep", 0, 0, G_OPTION_ARG_STRING, &w.text,
		    "remove older ones but the newest of so many days, "
		    "weeks...",
		    "daily=N,weekly=N" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, "[FILE | FOLDER]", &code))
		return code;
	code = run->argc > 2 ? run_usage("give one file or one folder")
			     : backup(run, &w);
	g_free(w.text);
	return code;
}

/* ---- restore ---- */

/* Rows that were on a server are in a file now, with which nothing works while
 * the settings name the server. */
static bool
must_copy(const struct run *run)
{
	struct err ignored = { 0 };
	struct config *config = config_read(run->home, &ignored);
	const bool must = config != NULL && config->store != NULL;

	config_free(config);
	return must;
}

static void
print_what_is_next(const struct run *run, bool moved)
{
	int n = 1;

	puts("What comes next:");
	if (must_copy(run))
		printf("  %d. turnpost store copy %s/turnpost.db TO, where TO "
		       "is an empty place on the server; then name that "
		       "place with \"store\" in %s/turnpost.yaml, and move "
		       "the file turnpost.db away\n",
		    n++, run->home, run->home);
	printf("  %d. turnpost --home %s check\n", n, run->home);
	printf("  %d. turnpost --home %s %s\n", n + 1, run->home,
	    moved ? "run" : "receive --relist");
}

static void
print_restored(const struct run *run, const struct restored *r, bool moved)
{
	g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(r->made);
	g_autofree char *made = g_date_time_format(
	    at, run->json ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d %H:%M UTC");

	if (run->json) {
		run_object(run,
		    json_pack("{s:s, s:s, s:I}", "home", run->home, "made",
			made, "held", (json_int_t)r->held),
		    NULL);
		return;
	}
	printf("%s is the home of %s again.\n", run->home, made);
	if (r->held > 0)
		printf("%lld letters that waited then are held, because they "
		       "may have left since; \"turnpost outbox list --state "
		       "dead\" shows them.\n",
		    (long long)r->held);
	print_what_is_next(run, moved);
}

int
cmd_restore(struct run *run)
{
	gboolean moved = FALSE;
	const GOptionEntry entries[] = {
		{ "moved", 0, 0, G_OPTION_ARG_NONE, &moved,
		    "the home had been stopped before that backup was made",
		    NULL },
		G_OPTION_ENTRY_NULL,
	};
	struct restored restored;
	struct err e = { 0 };
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, "FILE", &code))
		return code;
	if (run->argc != 2)
		return run_usage("give the file of one backup");
	if (home_restore(run->home, run->argv[1], moved, run_now(run),
		&restored, &e) == -1)
		return run_fail(&e);
	print_restored(run, &restored, moved);
	return EXIT_DONE;
}
