/* SPDX-License-Identifier: ISC */
/*
 * The text of an html part, good enough to find lines in it that somebody
 * typed.  Not a browser: one pass, no tree, no recursion.  What the mail
 * programs mark as a copy of the letter answered comes out as "> " lines.
 */
#include "mail/mail.h"

#include <string.h>

#define HTML_MAX (256 * 1024)
#define QUOTES_MAX 64
#define TAG_MAX 16

/* An open element whose content is quoted. */
struct quote {
	char tag[TAG_MAX];
	int nested; /* open elements of the same tag inside it */
};

struct reducer {
	const char *p, *end;
	GString *out;
	GString *line;
	bool blank; /* one is owed before the next character */
	bool in_head;
	bool rest; /* all that follows is quoted */
	int pre; /* open <pre>: line ends count */
	struct quote quotes[QUOTES_MAX];
	int nquotes;
};

static bool
is_one_of(const char *tag, const char *const *tags)
{
	for (; *tags != NULL; tags++)
		if (strcmp(*tags, tag) == 0)
			return true;
	return false;
}

/* ---- writing ---- */

static void
end_line(struct reducer *r, bool even_if_empty)
{
	r->blank = false;
	if (r->line->len == 0 && !even_if_empty)
		return;
	if (r->nquotes > 0 || r->rest)
		g_string_append(r->out, "> ");
	g_string_append_len(r->out, r->line->str, (gssize)r->line->len);
	g_string_append_c(r->out, '\n');
	g_string_truncate(r->line, 0);
}

static void
put(struct reducer *r, gunichar c)
{
	if (r->in_head)
		return;
	if (c == '\n' && r->pre > 0) {
		end_line(r, true);
		return;
	}
	if (c < 0x80 && g_ascii_isspace((char)c)) {
		r->blank = true;
		return;
	}
	if (r->blank && r->line->len > 0)
		g_string_append_c(r->line, ' ');
	r->blank = false;
	g_string_append_unichar(r->line, c);
}

/* ---- entities ---- */

static gunichar
named_entity(const char *name)
{
	/* 160 to 255, in order */
	static const char *const latin[] = { "nbsp", "iexcl", "cent", "pound",
		"curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
		"laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2",
		"sup3", "acute", "micro", "para", "middot", "cedil", "sup1",
		"ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
		"Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
		"Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave",
		"Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
		"Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave",
		"Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave",
		"aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
		"egrave", "eacute", "ecirc", "euml", "igrave", "iacute",
		"icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc",
		"otilde", "ouml", "divide", "oslash", "ugrave", "uacute",
		"ucirc", "uuml", "yacute", "thorn", "yuml" };
	static const struct {
		const char *name;
		gunichar c;
	} others[] = { { "amp", '&' }, { "lt", '<' }, { "gt", '>' },
		{ "quot", '"' }, { "apos", '\'' }, { "ndash", 0x2013 },
		{ "mdash", 0x2014 }, { "lsquo", 0x2018 }, { "rsquo", 0x2019 },
		{ "sbquo", 0x201a }, { "ldquo", 0x201c }, { "rdquo", 0x201d },
		{ "bdquo", 0x201e }, { "bull", 0x2022 }, { "hellip", 0x2026 },
		{ "zwnj", 0x200c }, { "zwj", 0x200d } };

	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (strcmp(name, others[i].name) == 0)
			return others[i].c;
	for (size_t i = 0; i < G_N_ELEMENTS(latin); i++)
		if (strcmp(name, latin[i]) == 0)
			return 160 + (gunichar)i;
	return 0;
}

static gunichar
numeric_entity(const char *digits)
{
	bool hex = digits[0] == 'x' || digits[0] == 'X';
	guint64 n = 0;

	if (hex ? !g_ascii_isxdigit(digits[1]) : !g_ascii_isdigit(digits[0]))
		return 0;
	n = g_ascii_strtoull(digits + hex, NULL, hex ? 16 : 10);
	if (n == 0 || n > 0x10ffff || !g_unichar_validate((gunichar)n))
		return 0;
	return (gunichar)n;
}

/* At '&'. */
static void
read_entity(struct reducer *r)
{
	char name[12];
	size_t size = 0;
	const char *p = r->p + 1;
	gunichar c;

	while (p < r->end && size < sizeof(name) - 1 &&
	       (g_ascii_isalnum(*p) || (*p == '#' && size == 0)))
		name[size++] = *p++;
	name[size] = '\0';
	c = name[0] == '#' ? numeric_entity(name + 1) : named_entity(name);
	if (c == 0 || p >= r->end || *p != ';') {
		put(r, '&');
		r->p++;
		return;
	}
	put(r, c == 0xa0 ? ' ' : c);
	r->p = p + 1;
}

/* ---- quoting ---- */

static void
quote_open(struct reducer *r, const char *tag)
{
	end_line(r, false);
	if (r->nquotes == QUOTES_MAX) {
		r->rest = true;
		return;
	}
	g_strlcpy(r->quotes[r->nquotes].tag, tag, TAG_MAX);
	r->quotes[r->nquotes++].nested = 0;
}

/* The innermost quote of this tag, or NULL. */
static struct quote *
quote_of(struct reducer *r, const char *tag)
{
	for (int i = r->nquotes - 1; i >= 0; i--)
		if (strcmp(r->quotes[i].tag, tag) == 0)
			return &r->quotes[i];
	return NULL;
}

static void
quote_count(struct reducer *r, const char *tag, bool closing)
{
	struct quote *quote = quote_of(r, tag);

	if (quote == NULL)
		return;
	if (!closing) {
		quote->nested++;
	} else if (quote->nested > 0) {
		quote->nested--;
	} else {
		end_line(r, false);
		/* Those inside it that were never closed end with it. */
		r->nquotes = (int)(quote - r->quotes);
	}
}

static bool
class_quotes(const char *value)
{
	g_auto(GStrv) classes = g_strsplit_set(value, " \t\r\n\f", 32);

	for (char **class = classes; *class != NULL; class ++)
		if (g_str_has_prefix(*class, "gmail_quote") ||
		    strcmp(*class, "moz-cite-prefix") == 0 ||
		    strcmp(*class, "yahoo_quoted") == 0 ||
		    strcmp(*class, "protonmail_quote") == 0)
			return true;
	return false;
}

/* Outlook's line above the header of the letter answered. */
static bool
style_is_rule(const char *value)
{
	g_autofree char *style = g_ascii_strdown(value, -1);
	char *to = style;
	const char *top;

	for (const char *p = style; *p != '\0'; p++)
		if (!g_ascii_isspace(*p))
			*to++ = *p;
	*to = '\0';
	top = strstr(style, "border-top:");
	if (top == NULL)
		return false;
	*(char *)(uintptr_t)(top + strcspn(top, ";")) = '\0';
	return strstr(top, "solid") != NULL && strchr(top, '#') != NULL &&
	       strstr(top, "1.0pt") != NULL;
}

/* What one attribute says: this element, or all that follows, is quoted. */
static void
judge_attribute(struct reducer *r, const char *tag, const char *name,
    const char *value, bool *quotes)
{
	if (strcmp(name, "class") == 0 && class_quotes(value))
		*quotes = true;
	if (strcmp(name, "name") == 0 && strcmp(tag, "div") == 0 &&
	    strcmp(value, "quote") == 0)
		*quotes = true;
	if ((strcmp(name, "id") == 0 &&
		(strcmp(value, "divRplyFwdMsg") == 0 ||
		    strcmp(value, "appendonsend") == 0)) ||
	    (strcmp(name, "style") == 0 && strcmp(tag, "div") == 0 &&
		style_is_rule(value))) {
		end_line(r, false);
		r->rest = true;
	}
}

/* ---- tags ---- */

static size_t
read_name(struct reducer *r, char *name, size_t room)
{
	size_t size = 0;

	while (r->p < r->end && !g_ascii_isspace(*r->p) && *r->p != '>' &&
	       *r->p != '/' && *r->p != '=') {
		if (size < room - 1)
			name[size++] = g_ascii_tolower(*r->p);
		r->p++;
	}
	name[size] = '\0';
	return size;
}

static void
read_value(struct reducer *r, char *value, size_t room)
{
	char mark = r->p < r->end ? *r->p : '\0';
	bool quoted = mark == '"' || mark == '\'';
	size_t size = 0;

	if (quoted)
		r->p++;
	for (; r->p < r->end; r->p++) {
		if (quoted ? *r->p == mark
			   : g_ascii_isspace(*r->p) || *r->p == '>')
			break;
		if (size < room - 1)
			value[size++] = *r->p;
	}
	if (quoted && r->p < r->end)
		r->p++;
	value[size] = '\0';
}

static void
skip_blanks(struct reducer *r)
{
	while (r->p < r->end && g_ascii_isspace(*r->p))
		r->p++;
}

/* Up to and with '>'; does the element quote? */
static bool
read_attributes(struct reducer *r, const char *tag)
{
	char name[TAG_MAX], value[512];
	bool quotes = strcmp(tag, "blockquote") == 0;

	while (r->p < r->end && *r->p != '>') {
		if (g_ascii_isspace(*r->p) || *r->p == '/' || *r->p == '=') {
			r->p++;
			continue;
		}
		read_name(r, name, sizeof(name));
		skip_blanks(r);
		if (r->p >= r->end || *r->p != '=')
			continue;
		r->p++;
		skip_blanks(r);
		read_value(r, value, sizeof(value));
		judge_attribute(r, tag, name, value, &quotes);
	}
	if (r->p < r->end)
		r->p++;
	return quotes;
}

/* To the closing tag of an element that holds no text of the letter. */
static void
skip_content(struct reducer *r, const char *tag)
{
	size_t size = strlen(tag);

	while (r->p < r->end) {
		const char *p = memchr(r->p, '<', (size_t)(r->end - r->p));
		if (p == NULL)
			break;
		r->p = p;
		if ((size_t)(r->end - p) > size + 2 && p[1] == '/' &&
		    g_ascii_strncasecmp(p + 2, tag, size) == 0)
			return;
		r->p++;
	}
	r->p = r->end;
}

static void
open_tag(struct reducer *r, const char *tag)
{
	static const char *const silent[] = { "script", "style", "title",
		NULL };
	/* These have no end, so nothing stands in them. */
	static const char *const empty[] = { "br", "hr", "img", "input", "meta",
		"link", "base", "area", "col", "wbr", NULL };
	static const char *const flow[] = { "body", "p", "div", "table", "br",
		"span", "blockquote", "h1", "pre", NULL };
	bool quotes = read_attributes(r, tag);

	if (is_one_of(tag, silent)) {
		skip_content(r, tag);
		return;
	}
	if (strcmp(tag, "head") == 0)
		r->in_head = true;
	else if (is_one_of(tag, flow))
		r->in_head = false;
	if (strcmp(tag, "pre") == 0)
		r->pre++;
	if (is_one_of(tag, empty))
		return;
	if (quotes)
		quote_open(r, tag);
	else
		quote_count(r, tag, false);
}

static void
close_tag(struct reducer *r, const char *tag)
{
	read_attributes(r, "");
	if (strcmp(tag, "head") == 0)
		r->in_head = false;
	if (strcmp(tag, "pre") == 0 && r->pre > 0)
		r->pre--;
	quote_count(r, tag, true);
}

/* At '<' before a letter, or before '/' and a letter. */
static void
read_tag(struct reducer *r)
{
	static const char *const blocks[] = { "p", "div", "tr", "li", "h1",
		"h2", "h3", "h4", "h5", "h6", "blockquote", "hr", "table", "ul",
		"ol", "dl", "dt", "dd", "pre", "section", "article", "header",
		"footer", "center", "body", NULL };
	char tag[TAG_MAX];
	bool closing = r->p[1] == '/';

	r->p += closing ? 2 : 1;
	read_name(r, tag, sizeof(tag));
	if (strcmp(tag, "br") == 0)
		end_line(r, true);
	else if (is_one_of(tag, blocks))
		end_line(r, false);
	else if (strcmp(tag, "td") == 0 || strcmp(tag, "th") == 0)
		r->blank = true;
	if (closing)
		close_tag(r, tag);
	else
		open_tag(r, tag);
}

/* At '<': a tag, a comment, a declaration, or just this character. */
static void
read_markup(struct reducer *r)
{
	size_t left = (size_t)(r->end - r->p);
	const char *to;

	if (left >= 4 && memcmp(r->p, "<!--", 4) == 0) {
		to = g_strstr_len(r->p + 4, (gssize)left - 4, "-->");
		r->p = to == NULL ? r->end : to + 3;
	} else if (left >= 2 && (r->p[1] == '!' || r->p[1] == '?')) {
		to = memchr(r->p, '>', left);
		r->p = to == NULL ? r->end : to + 1;
	} else if ((left >= 2 && g_ascii_isalpha(r->p[1])) ||
		   (left >= 3 && r->p[1] == '/' && g_ascii_isalpha(r->p[2]))) {
		read_tag(r);
	} else {
		put(r, '<');
		r->p++;
	}
}

char *
html_text(const char *html, size_t size)
{
	g_autofree char *valid =
	    g_utf8_make_valid(html, (gssize)MIN(size, HTML_MAX));
	struct reducer r = { .p = valid, .end = valid + strlen(valid) };

	r.out = g_string_sized_new(strlen(valid) / 2 + 1);
	r.line = g_string_new(NULL);
	while (r.p < r.end) {
		if (*r.p == '<') {
			read_markup(&r);
		} else if (*r.p == '&') {
			read_entity(&r);
		} else {
			put(&r, g_utf8_get_char(r.p));
			r.p = g_utf8_next_char(r.p);
		}
	}
	end_line(&r, false);
	g_string_free(r.line, TRUE);
	return g_string_free(r.out, FALSE);
}
