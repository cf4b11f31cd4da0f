/* SPDX-License-Identifier: ISC */
/*
 * Sample facts: tests/render/facts/NAME.json, {"game","kind","facts"}; in
 * tests/render/boards/ those of games with drawings, as matches had them.
 */
#ifndef TESTS_RENDER_FACTS_H
#define TESTS_RENDER_FACTS_H

#include "base/err.h"
#include "core/rules.h"
#include "render/body.h"

#include <glib.h>

#define FACTS "tests/render/facts"
#define BOARDS "tests/render/boards"

/* One letter: what it was made from, and its text. */
struct sample {
	char *name;
	const char *game; /* or NULL */
	const char *kind;
	json_t *json;
	char *text;
};

static inline void
sample_free(void *data)
{
	struct sample *s = data;

	g_free(s->name);
	g_free(s->text);
	json_decref(s->json);
	g_free(s);
}

/* For a reader who sees ASCII alone. */
static inline void
sample_ascii(json_t *context)
{
	json_t *person = json_pack("{s:s}", "text", "ascii");

	json_object_update_missing(person, json_object_get(context, "person"));
	json_object_set_new(context, "person", person);
}

/* Aborts if a file is no JSON or gives no letter. */
static inline void
samples_add(
    GPtrArray *all, const char *folder, const struct catalog *t, bool ascii)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	g_assert(dir != NULL);
	while ((name = g_dir_read_name(dir)) != NULL) {
		struct sample *s = g_new0(struct sample, 1);
		g_autofree char *path = g_build_filename(folder, name, NULL);
		struct err err = { 0 };

		s->name = g_strdup(name);
		s->json = json_load_file(path, 0, NULL);
		g_assert(s->json != NULL);
		s->game = json_string_value(json_object_get(s->json, "game"));
		s->kind = json_string_value(json_object_get(s->json, "kind"));
		if (ascii)
			sample_ascii(json_object_get(s->json, "facts"));
		s->text = catalog_letter(t, s->game, s->kind,
		    json_object_get(s->json, "facts"), &err);
		if (s->text == NULL)
			g_error("%s: %s", name, err.text);
		g_ptr_array_add(all, s);
	}
}

static inline GPtrArray *
samples_render(const struct catalog *t, bool ascii)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(sample_free);

	samples_add(all, FACTS, t, ascii);
	return all;
}

#endif
