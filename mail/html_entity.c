/* SPDX-License-Identifier: ISC */
/* What "&name;" and "&#number;" of HTML stand for. */
#include "mail/html.h"

#include <string.h>

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

gunichar
html_entity(const char *name)
{
	return name[0] == '#' ? numeric_entity(name + 1) : named_entity(name);
}
