/* SPDX-License-Identifier: ISC */
/*
 * Any template with any facts: the first byte chooses flags, then come facts
 * as JSON up to a NUL byte, then the template.  The template is also its own
 * partial.  What it gives is laid out as letters are.
 */
#include "base/err.h"
#include "render/mustache/template.h"
#include "render/render.h"
#include "render/text/text.h"
#include "tests/fuzz/fuzz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
must_be_narrow(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	must(g_utf8_validate(text, -1, NULL));
	for (char **line = lines; *line != NULL; line++)
		must(text_width(*line) <= TEXT_COLUMNS);
}

static const char *
itself(void *template, const char *name)
{
	return strlen(name) < 3 ? template : NULL;
}

static bool
layout(void *arg, const char *name, const char *inside, GString *out)
{
	g_autofree char *valid =
	    g_utf8_make_valid(inside != NULL ? inside : "", -1);
	bool wrap = strcmp(name, "wrap") == 0;
	bool table = strcmp(name, "table") == 0;

	(void)arg;
	if (inside != NULL && wrap)
		text_wrap(valid, NULL, out);
	if (inside != NULL && table)
		text_table(valid, out);
	return wrap || table;
}

static void
lay_out(const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	g_autofree char *letter = text_letter(valid);
	g_autofree char *again = text_letter(letter);
	g_autoptr(GString) wrapped = g_string_new(NULL);
	g_autoptr(GString) table = g_string_new(NULL);

	must_be_narrow(letter);
	must(strcmp(letter, again) == 0);
	text_wrap(letter, NULL, wrapped);
	must_be_narrow(wrapped->str);
	text_table(letter, table);
	must_be_narrow(table->str);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	g_autofree char *text = NULL;
	g_autofree char *got = NULL;
	struct mustache_env env = { .partial = itself };
	struct err err = { 0 };
	const char *template;
	json_t *facts;

	if (size < 2)
		return 0;
	text = g_strndup((const char *)data + 1, size - 1);
	template = strlen(text) + 1 < size - 1
		       ? (const char *)data + 2 + strlen(text)
		       : "";
	template =
	    g_strndup(template, size - 1 - MIN(strlen(text) + 1, size - 1));
	facts = json_loads(text, JSON_DECODE_ANY, NULL);
	env.arg = (void *)(uintptr_t) template;
	env.html = (data[0] & 1) != 0;
	env.filter = (data[0] & 2) != 0 ? layout : NULL;
	got = mustache_render("f", template, facts, &env, &err);
	json_decref(facts);
	g_free((void *)(uintptr_t) template);
	if (got == NULL)
		must(err.code == ERR_FORMAT && *err.text != '\0');
	else
		lay_out(got);
	return 0;
}
