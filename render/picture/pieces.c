/* SPDX-License-Identifier: ISC */
/*
 * A picture in pieces: each shape or text by itself, as small as can be taken
 * apart without another look, and where it stands.  Most pieces of a picture
 * stand in those before it, too.  Groups that only move and paint what is in
 * them go apart; whatever else an SVG may hold stays one piece.
 */
#include "render/picture/picture.h"
#include "render/picture/pieces.h"

#include <math.h>
#include <string.h>

/* How a piece came to stand where it stands. */
struct group {
	double x, y; /* moved so far */
	bool moved_only; /* nothing but moved: a move in it may be added */
	guint wrappers; /* length of the wrappers without those of this group */
};

struct splitter {
	struct pieces *pieces;
	GArray *groups; /* struct group: those that are open; the first: all */
	GString *wrappers; /* tags of groups that paint or turn what is in it */
	GString *out; /* where elements go now: a piece or the definitions */
	GString *definitions;
	double x, y; /* of the piece at hand */
	guint defs_tag, defs_from; /* in the definitions: where the tag of the
				    * <defs> at hand begins and ends */
	int depth; /* elements open within it */
	bool defining;
	bool root_only; /* nothing beyond the root's tag is looked at */
};

/* ---- attributes ---- */

/* Those that a group hands down to each element in it by itself. */
static bool
is_inherited(const char *name)
{
	static const char *const names[] = { "color", "fill", "fill-rule",
		"font-family", "font-size", "font-style", "font-weight",
		"stroke", "stroke-dasharray", "stroke-linecap",
		"stroke-linejoin", "stroke-width", "text-anchor", "transform",
		NULL };

	return g_strv_contains(names, name);
}

static bool
all_inherited(const char **names)
{
	while (*names != NULL)
		if (!is_inherited(*names++))
			return false;
	return true;
}

static bool
is_plain_root(const char **names)
{
	static const char *const plain[] = { "height", "viewBox", "width",
		"xmlns", "xmlns:xlink", NULL };

	while (*names != NULL)
		if (!g_strv_contains(plain, *names++))
			return false;
	return true;
}

static const char *
find(const char **names, const char **values, const char *name)
{
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return values[i];
	return NULL;
}

static const char *
skip(const char *at, const char *these)
{
	return at + strspn(at, these);
}

/* A number, and what may stand behind it. */
static bool
read_number(const char **at, double *number)
{
	char *end;

	*at = skip(*at, " ,\t\n\r");
	*number = g_ascii_strtod(*at, &end);
	if (end == *at || !isfinite(*number))
		return false;
	*at = end;
	return true;
}

/* The rest of a transform behind "translate(X Y)"; NULL if it begins with
 * something else. */
static const char *
read_move(const char *transform, double *x, double *y)
{
	const char *at = skip(transform, " \t\n\r");

	if (!g_str_has_prefix(at, "translate("))
		return NULL;
	at += strlen("translate(");
	if (!read_number(&at, x))
		return NULL;
	if (!read_number(&at, y))
		*y = 0;
	at = skip(at, " \t\n\r");
	return *at == ')' ? skip(at + 1, " ,\t\n\r") : NULL;
}

/* ---- elements, written again ---- */

static bool
needs_escape(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		const guchar c = (guchar)text[i];

		if (c < ' ' || c >= 0x7f || c == '&' || c == '<' || c == '>' ||
		    c == '"' || c == '\'')
			return true;
	}
	return false;
}

static void
append_escaped(GString *out, const char *text, size_t length)
{
	g_autofree char *escaped = NULL;

	if (!needs_escape(text, length)) {
		g_string_append_len(out, text, (gssize)length);
		return;
	}
	escaped = g_markup_escape_text(text, (gssize)length);
	g_string_append(out, escaped);
}

static void
append_attribute(GString *out, const char *name, const char *value)
{
	g_string_append_c(out, ' ');
	g_string_append(out, name);
	g_string_append(out, "=\"");
	append_escaped(out, value, strlen(value));
	g_string_append_c(out, '"');
}

/* With that transform in place of its own; NULL: it has none. */
static void
append_tag(GString *out, const char *element, const char **names,
    const char **values, const char *transform)
{
	g_string_append_c(out, '<');
	g_string_append(out, element);
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], "transform") != 0)
			append_attribute(out, names[i], values[i]);
	if (transform != NULL && *transform != '\0')
		append_attribute(out, "transform", transform);
	g_string_append_c(out, '>');
}

/* ---- taking apart ---- */

static struct group *
innermost(const struct splitter *s)
{
	return &g_array_index(s->groups, struct group, s->groups->len - 1);
}

static void
begin_root(struct splitter *s, const char *element, const char **names,
    const char **values)
{
	const char *width = find(names, values, "width");
	const char *height = find(names, values, "height");
	const char *box = find(names, values, "viewBox");
	const struct group all = { .moved_only = true };
	struct pieces *p = s->pieces;
	g_autofree char *same = NULL;

	g_array_append_val(s->groups, all);
	if (strcmp(element, "svg") != 0 || !is_plain_root(names) ||
	    width == NULL || height == NULL || box == NULL) {
		p->whole = true;
		return;
	}
	same = g_strconcat("0 0 ", width, " ", height, NULL);
	p->width = g_ascii_strtod(width, NULL);
	p->height = g_ascii_strtod(height, NULL);
	p->whole = strcmp(box, same) != 0 || !(p->width >= 1) ||
		   !(p->height >= 1) ||
		   p->height > p->width * PICTURE_HEIGHT_MAX ||
		   width[strspn(width, "0123456789")] ||
		   height[strspn(height, "0123456789")];
	append_tag(s->definitions, element, names, values, NULL);
	p->root = (guint)s->definitions->len;
}

static void
begin_definitions(struct splitter *s, const char *element, const char **names,
    const char **values)
{
	s->defining = true;
	s->out = s->definitions;
	s->defs_tag = (guint)s->out->len;
	append_tag(s->out, element, names, values, NULL);
	s->defs_from = (guint)s->out->len;
	s->depth = 1;
}

/* Within a piece or the definitions. */
static void
begin_inner(struct splitter *s, const char *element, const char **names,
    const char **values)
{
	if (s->defining && s->depth == 1) {
		const char *id = find(names, values, "id");
		const struct definition d = {
			id != NULL ? g_markup_escape_text(id, -1) : NULL,
			s->defs_tag, s->defs_from, (guint)s->out->len, 0
		};

		g_array_append_val(s->pieces->definitions, d);
	} else if (s->defining && find(names, values, "id") != NULL) {
		/* Known by more than one id, it is given to all pieces. */
		GArray *all = s->pieces->definitions;
		struct definition *d =
		    &g_array_index(all, struct definition, all->len - 1);

		g_clear_pointer(&d->id, g_free);
	}
	append_tag(
	    s->out, element, names, values, find(names, values, "transform"));
	s->depth++;
}

static void
begin_group(struct splitter *s, const char **names, const char **values)
{
	struct group group = *innermost(s);
	const char *transform = find(names, values, "transform");
	const char *rest = transform;
	double x, y;

	if (transform != NULL && group.moved_only &&
	    (rest = read_move(transform, &x, &y)) != NULL) {
		group.x += x;
		group.y += y;
	} else
		rest = transform;
	if (rest != NULL && *rest != '\0')
		group.moved_only = false;
	group.wrappers = (guint)s->wrappers->len;
	append_tag(s->wrappers, "g", names, values, rest);
	g_array_append_val(s->groups, group);
}

static void
begin_piece(struct splitter *s, const char *element, const char **names,
    const char **values)
{
	const struct group *group = innermost(s);
	const char *transform = find(names, values, "transform");
	const char *rest = NULL;
	double x = 0, y = 0;

	if (transform != NULL && group->moved_only)
		rest = read_move(transform, &x, &y);
	if (rest == NULL) {
		x = y = 0;
		rest = transform;
	}
	s->x = group->x + x;
	s->y = group->y + y;
	s->out = g_string_new(s->wrappers->str);
	append_tag(s->out, element, names, values, rest);
	s->depth = 1;
}

static void
on_start(GMarkupParseContext *context, const char *element, const char **names,
    const char **values, gpointer data, GError **error)
{
	struct splitter *s = data;
	bool defines = strcmp(element, "defs") == 0;

	(void)context;
	if (s->pieces->whole)
		return;
	/* A style, or somebody else's piece, may reach across pieces. */
	if (strcmp(element, "style") == 0 ||
	    (!s->defining && find(names, values, "id") != NULL))
		s->pieces->whole = true;
	else if (s->groups->len == 0) {
		begin_root(s, element, names, values);
		if (s->root_only)
			g_set_error_literal(error, G_MARKUP_ERROR,
			    G_MARKUP_ERROR_INVALID_CONTENT, "seen enough");
	} else if (s->depth > 0)
		begin_inner(s, element, names, values);
	else if (defines)
		begin_definitions(s, element, names, values);
	else if (strcmp(element, "g") == 0 && all_inherited(names))
		begin_group(s, names, values);
	else
		begin_piece(s, element, names, values);
}

static void
end_piece(struct splitter *s)
{
	struct piece *piece = g_new0(struct piece, 1);

	for (guint i = 1; i < s->groups->len; i++)
		g_string_append(s->out, "</g>");
	piece->svg = g_string_free(s->out, FALSE);
	piece->x = s->x;
	piece->y = s->y;
	g_ptr_array_add(s->pieces->all, piece);
}

static void
end_definition(struct splitter *s)
{
	GArray *all = s->pieces->definitions;

	g_array_index(all, struct definition, all->len - 1).end =
	    (guint)s->out->len;
}

static void
on_end(GMarkupParseContext *context, const char *element, gpointer data,
    GError **error)
{
	struct splitter *s = data;

	(void)context, (void)error;
	if (s->pieces->whole)
		return;
	if (s->depth > 0) {
		g_string_append(s->out, "</");
		g_string_append(s->out, element);
		g_string_append_c(s->out, '>');
		if (--s->depth == 1 && s->defining)
			end_definition(s);
		if (s->depth > 0)
			return;
		if (!s->defining)
			end_piece(s);
		s->defining = false;
		s->out = NULL;
		return;
	}
	g_string_truncate(s->wrappers, innermost(s)->wrappers);
	g_array_set_size(s->groups, s->groups->len - 1);
}

static void
on_text(GMarkupParseContext *context, const char *text, gsize length,
    gpointer data, GError **error)
{
	struct splitter *s = data;

	(void)context, (void)error;
	if (!s->pieces->whole && s->depth > 0)
		append_escaped(s->out, text, length);
}

/* Comments change nothing; a DOCTYPE or a style sheet may. */
static void
on_other(GMarkupParseContext *context, const char *text, gsize length,
    gpointer data, GError **error)
{
	struct splitter *s = data;

	(void)context, (void)length, (void)error;
	if (!g_str_has_prefix(text, "<!--") &&
	    !g_str_has_prefix(text, "<?xml "))
		s->pieces->whole = true;
}

static void
definition_clear(void *data)
{
	struct definition *d = data;

	g_free(d->id);
}

static void
piece_free(void *data)
{
	struct piece *piece = data;

	g_free(piece->svg);
	g_free(piece);
}

/* All of it as one piece. */
static void
keep_whole(struct pieces *p, const char *svg)
{
	struct piece *piece = g_new0(struct piece, 1);

	p->whole = true;
	g_ptr_array_set_size(p->all, 0);
	piece->svg = g_strdup(svg);
	g_ptr_array_add(p->all, piece);
}

/* To its end, or the end of what is looked at. */
static bool
parse(GMarkupParseContext *context, struct splitter *s, const char *svg)
{
	g_autoptr(GError) error = NULL;

	if (g_markup_parse_context_parse(context, svg, -1, &error))
		return !s->root_only &&
		       g_markup_parse_context_end_parse(context, NULL);
	return s->root_only && s->groups->len > 0;
}

static struct pieces *
split(const char *svg, bool root_only)
{
	static const GMarkupParser parser = { on_start, on_end, on_text,
		on_other, NULL };
	struct pieces *p = g_new0(struct pieces, 1);
	struct splitter s = {
		.pieces = p,
		.groups = g_array_new(FALSE, FALSE, sizeof(struct group)),
		.wrappers = g_string_new(NULL),
		.definitions = g_string_new(NULL),
		.root_only = root_only,
	};
	GMarkupParseContext *context = g_markup_parse_context_new(
	    &parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &s, NULL);

	p->all = g_ptr_array_new_with_free_func(piece_free);
	p->definitions = g_array_new(FALSE, FALSE, sizeof(struct definition));
	g_array_set_clear_func(p->definitions, definition_clear);
	if (!parse(context, &s, svg) || p->whole)
		keep_whole(p, svg);
	g_markup_parse_context_free(context);
	if (s.out != NULL && s.out != s.definitions)
		g_string_free(s.out, TRUE);
	g_array_unref(s.groups);
	g_string_free(s.wrappers, TRUE);
	p->head = g_string_free(s.definitions, FALSE);
	return p;
}

struct pieces *
pieces_new(const char *svg)
{
	return split(svg, false);
}

struct pieces *
pieces_of_root(const char *svg)
{
	return split(svg, true);
}

void
pieces_free(struct pieces *p)
{
	if (p == NULL)
		return;
	g_ptr_array_unref(p->all);
	g_array_unref(p->definitions);
	g_free(p->head);
	g_free(p);
}
