/* SPDX-License-Identifier: ISC */
/*
 * A start that was laid out by hand: values that a set-up takes instead of
 * drawing them.  What is wrong with them is remembered and told when the
 * set-up is through, since a game's set-up itself cannot fail.
 */
#include "core/inner.h"

#include "base/err.h"
#include "core/atom.h"
#include "core/decision.h"
#include "core/rules.h"

#include <string.h>

struct preset {
	const json_t *values;
	GPtrArray *asked; /* names under which the game would take something */
	GPtrArray *taken; /* names of draws: each is taken once */
	char *fault; /* the first one */
};

struct preset *
preset_new(const json_t *values)
{
	struct preset *g;

	if (values == NULL)
		return NULL;
	g = g_new0(struct preset, 1);
	g->values = values;
	g->asked = g_ptr_array_new();
	g->taken = g_ptr_array_new();
	return g;
}

void
preset_free(struct preset *g)
{
	if (g == NULL)
		return;
	g_ptr_array_unref(g->asked);
	g_ptr_array_unref(g->taken);
	g_free(g->fault);
	g_free(g);
}

/* False if it was in the list already. */
static bool
note_name(GPtrArray *names, const char *what)
{
	if (g_ptr_array_find_with_equal_func(names, what, g_str_equal, NULL))
		return false;
	/* names of draws are constants of the game */
	g_ptr_array_add(names, (gpointer)what);
	return true;
}

static const json_t *
look_up(struct preset *g, const char *what, bool take)
{
	if (g == NULL || what == NULL)
		return NULL;
	note_name(g->asked, what);
	if (take && !note_name(g->taken, what))
		return NULL;
	return json_object_get(g->values, what);
}

static void __attribute__((format(printf, 2, 3)))
note_fault(struct preset *g, const char *fmt, ...)
{
	va_list ap;

	if (g->fault != NULL)
		return;
	va_start(ap, fmt);
	g->fault = g_strdup_vprintf(fmt, ap);
	va_end(ap);
}

/* Only the very words that are written are read: no leniency here. */
static bool
read_atom(const struct chance *c, char kind, const char *word, int16_t *value)
{
	char canonical[GAME_WORD_SIZE];

	if (!atom_read(c->game, c->state, kind, word, value))
		return false;
	atom_write(c->game, c->state, kind, *value, canonical);
	return strcmp(word, canonical) == 0;
}

static bool
read_value(
    const struct chance *c, char kind, const json_t *preset, int16_t *value)
{
	json_int_t number = json_integer_value(preset);

	if (kind != 's' && kind != 'n')
		return json_is_string(preset) &&
		       read_atom(c, kind, json_string_value(preset), value);
	if (!json_is_integer(preset) || number < 0 || number > INT16_MAX)
		return false;
	*value = (int16_t)number;
	return true;
}

/* Bring value from among v[from..n-1] to v[from]; the others keep order. */
static bool
bring_forward(int16_t *v, size_t from, size_t n, int16_t value)
{
	size_t i = from;

	while (i < n && v[i] != value)
		i++;
	if (i == n)
		return false;
	memmove(&v[from + 1], &v[from], (i - from) * sizeof v[0]);
	v[from] = value;
	return true;
}

static void
note_order_fault(
    const struct chance *c, const char *what, char kind, size_t n, size_t shown)
{
	const char *name = kind_name(c->game, kind);

	if (shown == n)
		note_fault(c->preset,
		    "setup.%s must hold the %zu %ss, each as often as the "
		    "game has it",
		    what, n, name);
	else
		note_fault(c->preset,
		    "setup.%s must hold %zu of the %zu %ss, none more often "
		    "than the game has it",
		    what, shown, n, name);
}

static void
note_word_fault(
    const struct chance *c, const char *what, char kind, const json_t *item)
{
	g_autofree char *text = NULL;
	char *raw = json_dumps(item, JSON_ENCODE_ANY | JSON_COMPACT);

	text = g_strdup(raw != NULL ? raw : "?");
	free(raw);
	note_fault(c->preset, "setup.%s: the game has no %s %s", what,
	    kind_name(c->game, kind), text);
}

bool
preset_order(struct chance *c, const char *what, char kind, int16_t *v,
    size_t n, size_t shown)
{
	const json_t *list = look_up(c->preset, what, true);
	g_autofree int16_t *order = NULL;

	if (list == NULL)
		return false;
	if (!json_is_array(list) || json_array_size(list) != shown) {
		note_order_fault(c, what, kind, n, shown);
		return false;
	}
	order = g_memdup2(v, n * sizeof v[0]);
	for (size_t i = 0; i < shown; i++) {
		const json_t *item = json_array_get(list, i);
		int16_t value;

		if (!read_value(c, kind, item, &value)) {
			note_word_fault(c, what, kind, item);
			return false;
		}
		if (!bring_forward(order, i, n, value)) {
			note_order_fault(c, what, kind, n, shown);
			return false;
		}
	}
	if (n > 0)
		memcpy(v, order, n * sizeof v[0]);
	return true;
}

static void
note_value_fault(const struct chance *c, const char *what, char kind,
    const int16_t *v, size_t n)
{
	g_autoptr(GString) list = g_string_new(NULL);

	for (size_t i = 0; i < n; i++) {
		json_t *value = value_json(c->game, c->state, kind, v[i]);

		g_string_append(list, i > 0 ? ", " : "");
		if (json_is_string(value))
			g_string_append(list, json_string_value(value));
		else
			g_string_append_printf(list, "%d", v[i]);
		json_decref(value);
	}
	note_fault(c->preset, "setup.%s must be one of %s", what, list->str);
}

bool
preset_value(struct chance *c, const char *what, char kind, const int16_t *v,
    size_t n, bool take, int16_t *value)
{
	const json_t *preset = look_up(c->preset, what, take);
	int16_t wanted;

	if (preset == NULL)
		return false;
	if (read_value(c, kind, preset, &wanted))
		for (size_t i = 0; i < n; i++)
			if (v[i] == wanted) {
				*value = wanted;
				return true;
			}
	note_value_fault(c, what, kind, v, n);
	return false;
}

static int
unknown_key(const struct preset *g, const struct game *game, const char *key,
    struct err *e)
{
	g_autoptr(GString) known = g_string_new(NULL);

	for (guint i = 0; i < g->asked->len; i++)
		g_string_append_printf(known, "%s%s", i > 0 ? ", " : "",
		    (const char *)g->asked->pdata[i]);
	if (known->len == 0)
		return err_set(e, ERR_FORMAT,
		    "setup.%s: %s has nothing that can be laid out", key,
		    game->name);
	return err_set(e, ERR_FORMAT,
	    "setup.%s is unknown; of %s these can be laid out: %s", key,
	    game->name, known->str);
}

int
preset_check(const struct preset *g, const struct game *game, struct err *e)
{
	const char *key;
	json_t *value;

	if (g == NULL)
		return 0;
	if (g->fault != NULL)
		return err_set(e, ERR_FORMAT, "%s", g->fault);
	/* jansson has no iterator over constant objects */
	json_object_foreach((json_t *)g->values, key,
	    value) if (!g_ptr_array_find_with_equal_func(g->asked, key,
			   g_str_equal, NULL)) return unknown_key(g, game, key,
	    e);
	return 0;
}
