/* SPDX-License-Identifier: ISC */
/* Numbers that stand in the text of a picture. */
#include "render/picture/drawing.h"

#include "render/text/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * As g_ascii_strtod, which takes ten times as long; but "-0" is 0.  A number of
 * few digits and the power of ten below them are exact, so their quotient is
 * the double that is nearest.
 */
double
number_read(const char *text, char **end)
{
	static const double tens[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6 };
	const char *p = text + strspn(text, " \n");
	const bool minus = *p == '-';
	const char *begin = p += minus, *dot = NULL;
	long whole = 0;

	for (; g_ascii_isdigit(*p) || (*p == '.' && dot == NULL); p++) {
		if (*p == '.')
			dot = p;
		else if (p - begin < 8)
			whole = whole * 10 + (*p - '0');
	}
	/* none, a long one, or one that goes on otherwise */
	if (p == begin || p - begin > 7 || p - 1 == dot || begin == dot ||
	    g_ascii_isalpha(*p) || *p == '.')
		return g_ascii_strtod(text, end);
	*end = (char *)(uintptr_t)p;
	return (double)(minus ? -whole : whole) /
	       tens[dot == NULL ? 0 : p - dot - 1];
}

void
numbers_read(const char **text, double *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char *end;

		numbers[i] = number_read(*text, &end);
		if (!isfinite(numbers[i]))
			numbers[i] = 0;
		*text = end;
	}
}

static void
append_tenths(GString *out, long tenths)
{
	char text[24], *p = text + sizeof(text);
	const long positive = labs(tenths);

	if (positive % 10 != 0) {
		*--p = (char)('0' + positive % 10);
		*--p = '.';
	}
	for (long rest = positive / 10;
	     rest > 0 || p == text + sizeof(text) || *p == '.'; rest /= 10)
		*--p = (char)('0' + rest % 10);
	if (tenths < 0)
		*--p = '-';
	text_append(out, p, (size_t)(text + sizeof(text) - p));
}

/* Nearly all numbers are far from the middle of two tenths; which way one goes
 * that is not, printf decides. */
void
number_append(GString *out, double number)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	const double tenths = number * 10;

	if (fabs(number) < 1e6 &&
	    fabs(tenths - (double)lround(tenths)) < 0.4999) {
		append_tenths(out, lround(tenths));
		return;
	}
	g_ascii_formatd(text, sizeof(text), "%.1f", number);
	if (g_str_has_suffix(text, ".0"))
		text[strlen(text) - 2] = '\0';
	text_append_all(out, strcmp(text, "-0") == 0 ? "0" : text);
}

void
number_append_whole(GString *out, double number)
{
	if (fabs(number) < 1e6)
		text_integer((gint64)floor(number + 0.5), out);
	else
		number_append(out, floor(number + 0.5));
}
