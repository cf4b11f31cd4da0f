/* SPDX-License-Identifier: ISC */
/* turnpost export, verify and engine. */
#include "cmd/cmd.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_MAX_SIZE (16 * 1024 * 1024)
#define REQUEST_MAX_SIZE (1024 * 1024)

static json_t *
record_of_match(struct run *run, int64_t id, bool reveal, int *code)
{
	struct err e = { 0 };
	struct home *home = run_home(run, code);
	json_t *record;

	if (home == NULL)
		return NULL;
	record = record_export(home, id, reveal, &e);
	if (record == NULL)
		*code = run_fail(&e);
	home_close(home);
	return record;
}

int
cmd_export(struct run *run)
{
	int code = EXIT_DONE;
	json_t *record;
	int64_t id;

	app_init();
	if (!run_options(run, NULL, "MATCH", &code))
		return code;
	id = run->argc == 2 ? run_number(run->argv[1]) : -1;
	if (id == -1)
		return run_usage("give the number of one match; \"turnpost "
				 "match list\" shows them");
	record = record_of_match(run, id, run->reveal, &code);
	if (record == NULL)
		return code;
	json_dumpf(record, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(record);
	return code;
}

static json_t *
record_of_file(const char *path, int *code)
{
	struct err e = { 0 };
	json_error_t where;
	g_autoptr(GBytes) bytes = file_read(path, RECORD_MAX_SIZE, NULL, &e);
	json_t *record;
	gsize size;
	const void *data;

	if (bytes == NULL) {
		*code = run_fail(&e);
		return NULL;
	}
	data = g_bytes_get_data(bytes, &size);
	record = json_loadb(
	    data != NULL ? data : "", size, JSON_REJECT_DUPLICATES, &where);
	if (record == NULL) {
		err_set(&e, ERR_FORMAT, "%s:%d: this is no JSON: %s", path,
		    where.line, where.text);
		*code = run_fail(&e);
	}
	return record;
}

int
cmd_verify(struct run *run)
{
	g_autoptr(GString) report = g_string_new(NULL);
	struct err e = { 0 };
	int code = EXIT_DONE;
	json_t *record;
	int64_t id;

	app_init();
	if (!run_options(run, NULL, "MATCH | FILE", &code))
		return code;
	if (run->argc != 2)
		return run_usage("give the number of a match, or a file made "
				 "by \"turnpost export\"");
	id = run_number(run->argv[1]);
	/* The check of a running match tells nothing that is secret. */
	record = id != -1 ? record_of_match(run, id, true, &code)
			  : record_of_file(run->argv[1], &code);
	if (record == NULL)
		return code;
	if (record_verify(record, report, &e) == -1) {
		fputs(report->str, stdout);
		err_more(&e, "%s does not hold", run->argv[1]);
		run_fail(&e);
		code = EXIT_REFUSED;
	} else
		printf("%s%s%s holds\n", report->str, id != -1 ? "match " : "",
		    run->argv[1]);
	json_decref(record);
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
