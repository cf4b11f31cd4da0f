/* SPDX-License-Identifier: ISC */
/* turnpost export, verify and engine. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/organiser/organiser.h"
#include "app/organiser/records/record_verify.h"
#include "base/err.h"
#include "base/file.h"
#include "cmd/verify.h"
#include "engine/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX_SIZE (1024 * 1024)

static json_t *
record_of_match(
    struct run *run, int64_t id, const struct reveal *reveal, int *code)
{
	struct err e = { 0 };
	struct home *home = run_home(run, code);
	json_t *record;

	if (home == NULL)
		return NULL;
	record = record_export(home, id, reveal, &e);
	if (record == NULL)
		*code = run_fail(&e);
	return record;
}

/* What the options of export ask for. */
struct export
{
	struct looking reveal;
	char *page, *language; /* --html: its file, and its language, or NULL */
	char *all; /* a folder for the records of all; or NULL */
	gboolean thoughts;
};

/* The match as a page, into a file. */
static int
export_page(struct run *run, int64_t id, struct export *x)
{
	struct err e = { 0 };
	int code = EXIT_DONE;
	struct home *home = run_home(run, &code);
	g_autofree char *page = NULL;

	if (home == NULL)
		return code;
	page = record_page(
	    home, id, x->language, x->thoughts, run_look(run, &x->reveal), &e);
	if (page == NULL || file_check_ours(x->page, "<", &e) == -1 ||
	    (run->reveal ? file_replace_private(x->page, page, strlen(page), &e)
			 : file_replace(x->page, page, strlen(page), &e)) == -1)
		code = run_fail(&e);
	return code;
}

static int
export_record(struct run *run, int64_t id, struct export *x)
{
	int code = EXIT_DONE;
	json_t *record =
	    record_of_match(run, id, run_look(run, &x->reveal), &code);

	if (record == NULL)
		return code;
	json_dumpf(record, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(record);
	return code;
}

static int
note_match(json_t *item, void *to)
{
	json_array_append_new(to, item);
	return 0;
}

static int
export_into(struct home *home, const char *folder, int64_t id, struct err *e)
{
	g_autofree char *path =
	    g_strdup_printf("%s/match-%lld.json", folder, (long long)id);
	json_t *record = record_export(home, id, NULL, e);
	g_autofree char *text =
	    record == NULL ? NULL : json_dumps(record, JSON_INDENT(1));

	json_decref(record);
	return text == NULL ? -1 : file_replace(path, text, strlen(text), e);
}

/* The records of all matches that are over. */
static int
export_all(struct run *run, const char *folder)
{
	struct err e = { 0 };
	int code = EXIT_DONE, r;
	struct home *home = run_home(run, &code);
	json_t *matches, *item;
	size_t i;

	if (home == NULL)
		return code;
	if (g_file_test(folder, G_FILE_TEST_EXISTS) &&
	    !g_file_test(folder, G_FILE_TEST_IS_DIR))
		return run_usage(
		    "--all needs a folder, and %s is none", folder);
	matches = json_array();
	r = show_matches(home, "over", run_now(run), note_match, matches, &e);
	if (r == 0 && g_mkdir_with_parents(folder, 0777) == -1)
		r = err_set(&e, ERR_IO, "cannot make the folder %s: %s", folder,
		    g_strerror(errno));
	json_array_foreach(matches, i, item)
	{
		if (r == 0)
			r = export_into(home, folder,
			    json_integer_value(json_object_get(item, "match")),
			    &e);
	}
	if (r == 0)
		printf("%zu records are in %s\n", json_array_size(matches),
		    folder);
	json_decref(matches);
	return r == -1 ? run_fail(&e) : code;
}

int
cmd_export(struct run *run)
{
	struct export x = { .page = NULL };
	const GOptionEntry entries[] = { LOOK_OPTION(x.reveal),
		{ "html", 0, 0, G_OPTION_ARG_FILENAME, &x.page,
		    "a page that shows it move by move, instead of the record",
		    "FILE" },
		{ "language", 0, 0, G_OPTION_ARG_STRING, &x.language,
		    "the language of that page, for example pl", "CODE" },
		{ "thoughts", 0, 0, G_OPTION_ARG_NONE, &x.thoughts,
		    "with the moves of that page that a robot regrets most",
		    NULL },
		{ "all", 0, 0, G_OPTION_ARG_FILENAME, &x.all,
		    "the records of all matches that are over, into this "
		    "folder",
		    "FOLDER" },
		G_OPTION_ENTRY_NULL };
	int code = EXIT_DONE;
	int64_t id;

	app_init();
	if (!run_options(run, entries, "MATCH", &code))
		return code;
	id = run->argc == 2 ? run_number(run->argv[1]) : -1;
	if (x.all != NULL &&
	    (run->argc > 1 || x.page != NULL || x.thoughts || run->reveal))
		code = run_usage("--all goes with no match and no other "
				 "option");
	else if (x.all != NULL && x.all[0] == '\0')
		code = run_usage("--all needs a folder");
	else if (x.all != NULL)
		code = export_all(run, x.all);
	else if (id == -1)
		code = run_usage("give the number of one match; \"turnpost "
				 "match list\" shows them");
	else if (x.thoughts && x.page == NULL)
		code = run_usage("--thoughts needs --html");
	else if (x.page != NULL)
		code = export_page(run, id, &x);
	else
		code = export_record(run, id, &x);
	g_free(x.page);
	g_free(x.all);
	g_free(x.language);
	return code;
}

static int
check_match(
    struct run *run, int64_t id, GString *report, struct err *e, int *code)
{
	/* another match may have opened it already */
	struct home *home =
	    run->opened != NULL ? run->opened : run_home(run, code);

	return home == NULL ? 0 : record_check(home, id, report, e);
}

static int
check_file(const char *path, GString *report, struct err *e, int *code)
{
	json_t *record = json_of_file(path, code);
	int r;

	if (record == NULL)
		return 0;
	r = record_verify(record, report, e);
	json_decref(record);
	return r;
}

static int
verify_one(struct run *run, const char *what)
{
	g_autoptr(GString) report = g_string_new(NULL);
	struct err e = { 0 };
	int64_t id = run_number(what);
	int code = EXIT_DONE, r;

	r = id != -1 ? check_match(run, id, report, &e, &code)
		     : check_file(what, report, &e, &code);
	if (r == -1) {
		fputs(report->str, stdout);
		if (e.code != ERR_MISSING && e.code != ERR_CLASH)
			err_more(&e, "%s cannot be verified", what);
		run_fail(&e);
		code = EXIT_REFUSED;
	} else if (code == EXIT_DONE)
		printf("%s%s%s is verified\n", report->str,
		    id != -1 ? "match " : "", what);
	return code;
}

int
cmd_verify(struct run *run)
{
	g_autofree char *ratings = NULL;
	const GOptionEntry entries[] = {
		{ "ratings", 0, 0, G_OPTION_ARG_FILENAME, &ratings,
		    "instead, whether this list of \"turnpost rating --json\" "
		    "follows from the records",
		    "LIST" },
		G_OPTION_ENTRY_NULL,
	};
	int code = EXIT_DONE;

	app_init();
	if (!run_options(run, entries, "MATCH | FILE...", &code))
		return code;
	if (ratings != NULL)
		return verify_ratings(run, ratings);
	if (run->argc < 2)
		return run_usage("give the number of a match, or files made "
				 "by \"turnpost export\"");
	for (int i = 1; i < run->argc; i++) {
		int each = verify_one(run, run->argv[i]);

		code = each != EXIT_DONE ? each : code;
	}
	return code;
}

/* One line of any length; what is over the limit is read and dropped. */
static bool
read_request(GString *line)
{
	int c;

	g_string_truncate(line, 0);
	while ((c = getchar()) != EOF && c != '\n')
		if (line->len <= REQUEST_MAX_SIZE)
			g_string_append_c(line, (char)c);
	return c != EOF || line->len > 0;
}

int
cmd_engine(struct run *run)
{
	char **data = NULL;
	const GOptionEntry entries[] = {
		{ "data", 0, 0, G_OPTION_ARG_STRING_ARRAY, &data,
		    "another data file for a game", "GAME=FILE" },
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GString) line = g_string_new(NULL);
	struct err e = { 0 };
	struct engine *engine;
	int code = EXIT_DONE;

	if (!run_options(run, entries, NULL, &code))
		return code;
	engine = engine_new(data, &e);
	g_strfreev(data);
	if (engine == NULL)
		return run_fail(&e);
	while (read_request(line)) {
		char *answer =
		    line->len > REQUEST_MAX_SIZE
			? g_strdup(
			      "{\"ok\":false,\"error\":\"a request may have "
			      "1 MiB at most\"}")
			: engine_answer(engine, line->str, line->len);

		puts(answer);
		free(answer);
		if (fflush(stdout) != 0)
			break;
	}
	engine_free(engine);
	return code;
}
