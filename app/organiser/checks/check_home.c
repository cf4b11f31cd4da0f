/* SPDX-License-Identifier: ISC */
/* Checks of the home: templates, data of games, folders, database, disk. */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/home/place.h"
#include "base/embed.h"
#include "base/err.h"
#include "games/games.h"
#include "render/body.h"
#include "render/render.h"
#include "store/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define MIB ((uint64_t)1024 * 1024)
#define ROOM_WRONG (16 * MIB)
#define ROOM_LOW (200 * MIB)

/* ---- templates ---- */

/* Languages that are built in: a set of names. */
static GHashTable *
languages(void)
{
	GHashTable *set =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const struct embedded *files;
	size_t n;

	files = embedded_all(&n);
	for (size_t i = 0; i < n; i++) {
		g_auto(GStrv) parts = g_strsplit(files[i].path, "/", 3);

		if (g_strv_length(parts) == 3 &&
		    strcmp(parts[0], "templates") == 0 &&
		    strcmp(parts[2], "phrases.yaml") == 0)
			g_hash_table_add(set, g_strdup(parts[1]));
	}
	return set;
}

/* A template of the home: is it well formed? */
static bool
check_template(struct check *c, const struct catalog *catalog, const char *game,
    const char *file)
{
	g_autofree char *kind = g_strndup(file, strlen(file) - strlen(".txt"));
	json_t *context = json_object();
	struct err e = { 0 };
	char *text = catalog_letter(catalog, game, kind, context, &e);

	json_decref(context);
	if (text == NULL)
		check_wrong(c, "templates", "%s", e.text);
	g_free(text);
	return text != NULL;
}

static bool
check_template_folder(
    struct check *c, const struct catalog *catalog, const char *folder)
{
	g_autofree char *path = g_build_filename(
	    c->dir, "templates", catalog_language(catalog), folder, NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *game = strcmp(folder, "letters") == 0 ? NULL : folder;
	const char *name;
	bool good = true;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (g_str_has_suffix(name, ".txt"))
			good &= check_template(c, catalog, game, name);
	return good;
}

static bool
check_language(struct check *c, const char *language)
{
	g_autofree char *path =
	    g_build_filename(c->dir, "templates", language, NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	struct err e = { 0 };
	struct catalog *catalog = catalog_load(language, c->dir, &e);
	const char *name;
	bool good = catalog != NULL;

	if (catalog == NULL)
		check_wrong(c, "templates", "%s", e.text);
	while (catalog != NULL && dir != NULL &&
	       (name = g_dir_read_name(dir)) != NULL)
		good &= check_template_folder(c, catalog, name);
	catalog_free(catalog);
	return good;
}

void
check_templates(struct check *c)
{
	g_autoptr(GHashTable) set = languages();
	GHashTableIter i;
	gpointer language;
	bool good = true;

	g_hash_table_iter_init(&i, set);
	while (g_hash_table_iter_next(&i, &language, NULL))
		good &= check_language(c, language);
	if (good)
		check_ok(c, "templates", "%u language%s can be read",
		    g_hash_table_size(set),
		    g_hash_table_size(set) == 1 ? "" : "s");
}

void
check_data(struct check *c)
{
	GHashTableIter i;
	gpointer name, file;

	g_hash_table_iter_init(&i, c->config->data);
	while (g_hash_table_iter_next(&i, &name, &file)) {
		struct err e = { 0 };
		json_t *data = NULL;

		if (game_data(game_find(name), file, &data, &e) == -1)
			check_wrong(c, "data", "%s: %s", (char *)name, e.text);
		else
			check_ok(c, "data", "%s: %s can be used", (char *)name,
			    (char *)file);
		json_decref(data);
	}
}

/* ---- folders ---- */

static bool
check_folder(struct check *c, const char *name)
{
	g_autofree char *path = g_build_filename(c->dir, name, NULL);
	struct stat st;

	if (stat(path, &st) == -1 && errno == ENOENT)
		check_wrong(c, "folders",
		    "%s is not there; make it with \"mkdir -p -m 700 %s\"",
		    path, path);
	else if (stat(path, &st) == -1)
		check_wrong(c, "folders", "%s cannot be examined: %s", path,
		    g_strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		check_wrong(c, "folders",
		    "%s is not a folder; move it away and make one", path);
	else if (access(path, R_OK | W_OK | X_OK) == -1)
		check_wrong(c, "folders",
		    "you cannot read and write %s; give it to the user that "
		    "runs turnpost (chown), with mode 700 (chmod)",
		    path);
	else if (st.st_mode & S_IRWXO)
		check_warn(c, "folders",
		    "%s is open to everybody on this machine (mode %03o); "
		    "close it with \"chmod o= %s\"",
		    path, (unsigned)st.st_mode & 0777, path);
	else
		return true;
	return false;
}

/* Files that turnpost makes must be its user's. */
static bool
check_owner(struct check *c)
{
	struct stat st;

	if (stat(c->dir, &st) == -1 || st.st_uid == geteuid())
		return true;
	check_warn(c, "folders",
	    "%s belongs to user %u and you are user %u; run turnpost, and this "
	    "check, as that user",
	    c->dir, (unsigned)st.st_uid, (unsigned)geteuid());
	return false;
}

void
check_folders(struct check *c)
{
	static const char *const names[] = { ".", "spool/in/tmp",
		"spool/in/new", "spool/in/cur", "spool/out" };
	/* made when the first mail comes */
	static const char *const later[] = { "spool/done/tmp", "spool/done/new",
		"spool/done/cur" };
	bool good = check_owner(c);

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		good &= check_folder(c, names[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(later); i++) {
		g_autofree char *path =
		    g_build_filename(c->dir, later[i], NULL);

		if (g_file_test(path, G_FILE_TEST_EXISTS))
			good &= check_folder(c, later[i]);
	}
	if (good)
		check_ok(c, "folders", "the home and its spool are in order");
}

/* ---- database and disk ---- */

static void
check_mode(struct check *c, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && (st.st_mode & S_IRWXO))
		check_wrong(c, "database",
		    "%s, which holds hands and keys, is open to everybody on "
		    "this machine (mode %03o); close it with \"chmod 600 %s\"",
		    path, (unsigned)st.st_mode & 0777, path);
}

void
check_room(struct check *c, uint64_t bytes)
{
	unsigned mib = (unsigned)(bytes / MIB);

	if (bytes < ROOM_WRONG)
		check_wrong(c, "disk",
		    "there are only %u MiB left for the home; make room", mib);
	else if (bytes < ROOM_LOW)
		check_warn(c, "disk",
		    "there are %u MiB left for the home; make room before it "
		    "is full",
		    mib);
	else
		check_ok(c, "disk", "there are %u MiB left for the home", mib);
}

static void
check_content(
    struct check *c, const char *path, int schema, bool schema_is_newest)
{
	struct stat st = { 0 };
	g_autofree char *trying = NULL, *where = NULL;

	if (store_is_remote(path))
		where = g_strdup("on a server");
	else {
		stat(path, &st);
		where = g_strdup_printf(
		    "%.1f MiB", (double)st.st_size / (double)MIB);
	}
	/* All of it is read. */
	trying = g_strdup_printf("the database, %s", where);
	check_trying(c, trying);
	if (store_check(c->store) == -1)
		check_wrong(c, "database",
		    "%s; stop turnpost and restore a backup", c->err.text);
	else if (schema_is_newest &&
		 home_place_is_filled(c->dir, c->store, &c->err) == -1)
		check_wrong(c, "database", "%s", c->err.text);
	else
		check_ok(c, "database", "it is intact, schema %d, %s", schema,
		    where);
}

void
check_database(struct check *c)
{
	g_autofree char *path = home_place(c->dir, c->config);
	struct statvfs disk;
	struct err e = { 0 };
	int schema = 0, newest = 0;

	if (!store_is_remote(path))
		check_mode(c, path);
	if (home_place_check(c->dir, c->config, &e) == 0)
		c->store = store_look(path, &schema, &newest, &e);
	if (c->store == NULL)
		check_wrong(c, "database", "%s%s", e.text,
		    e.code == ERR_DAMAGED || e.code == ERR_MISSING
			? "; restore a backup"
			: "");
	else {
		store_errors(c->store, &c->err);
		check_content(c, path, schema, schema == newest);
	}
	if (c->store != NULL && schema != newest) {
		check_warn(c, "database",
		    "it is from an older turnpost; the next \"turnpost run\" "
		    "brings it from schema %d to %d",
		    schema, newest);
		store_close(c->store);
		c->store = NULL;
	}
	if (statvfs(c->dir, &disk) == 0)
		check_room(c, (uint64_t)disk.f_bavail * disk.f_frsize);
}
