/* SPDX-License-Identifier: ISC */
/*
 * Lines as requests of the engine protocol.  Each answer is a line with one
 * object that says whether it went well; an error changes nothing.
 */
#include "app/home/folder.h"
#include "engine/engine.h"
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 200

#define HISTORY "{\"op\":\"history\"}"
/* Every input begins with the same match. */
#define NEW                                                                    \
	"{\"op\":\"new\",\"game\":\"mutineer\",\"players\":[\"A\",\"B b\","    \
	"\"\xc5\x81\"],\"seed\":"                                              \
	"\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"" \
	"}"

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* Did it go well?  Aborts if the answer is none. */
static bool
ask(struct engine *engine, const char *line, size_t size)
{
	g_autofree char *answer = engine_answer(engine, line, size);
	json_t *json, *ok;
	bool well;

	must(answer != NULL && strchr(answer, '\n') == NULL);
	json = json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
	ok = json_object_get(json, "ok");
	must(json_is_object(json) && json_is_boolean(ok));
	well = json_is_true(ok);
	must(well || json_is_string(json_object_get(json, "error")));
	must(!well || json_object_get(json, "error") == NULL);
	json_decref(json);
	return well;
}

static char *
history(struct engine *engine)
{
	return engine_answer(engine, HISTORY, strlen(HISTORY));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct engine *engine;
	const char *at = (const char *)data, *end = at + size;
	g_autofree char *before = NULL;

	if (engine == NULL) {
		app_init();
		engine = engine_new(NULL, NULL);
	}
	must(engine != NULL && ask(engine, NEW, strlen(NEW)));
	before = history(engine);
	for (int i = 0; at < end && i < LINES_MAX; i++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((stop != NULL ? stop : end) - at);
		bool well = ask(engine, at, length);
		char *now = history(engine);

		must(well || strcmp(before, now) == 0);
		g_free(before);
		before = now;
		at += length + (stop != NULL);
	}
	return 0;
}
