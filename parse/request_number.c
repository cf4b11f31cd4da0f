/* SPDX-License-Identifier: ISC */
/* Numbers of a list, as people write them. */
#include "parse/inner.h"

#include <string.h>

enum { MAX_DIGITS = 4 };

/* "2", "2." (the end is clean already), "2)", "(2)", "[2]", "#2"; 0 too */
bool
request_number(const char *text, int *number)
{
	const char *close = "";
	size_t digits;

	if (text[0] == '[')
		close = "]";
	else if (text[0] == '(')
		close = ")";
	text += text[0] == '#' || close[0] != '\0';
	digits = strspn(text, "0123456789");
	if (digits == 0 || digits > MAX_DIGITS)
		return false;
	*number = (int)g_ascii_strtoll(text, NULL, 10);
	text += digits;
	return strcmp(text, close) == 0 ||
	       (close[0] == '\0' && strcmp(text, ")") == 0);
}

int
request_number_least(const char *text)
{
	size_t digits = strspn(text + strspn(text, "#[("), "0123456789");
	int first = 0;

	while (digits-- > 1)
		first = first == 0 ? 10 : 10 * first;
	return first;
}
