/* SPDX-License-Identifier: ISC */
/* Rules for the forms that nouns take beside numbers. */
#include "render/language/catalog.h"

#include <stdint.h>
#include <string.h>

static unsigned
plural_none(json_int_t n)
{
	(void)n;
	return 0;
}

static json_int_t
absolute(json_int_t n)
{
	return n < 0 ? -(n + (n == INT64_MIN)) : n;
}

/* 1 card, 0 or 2 cards */
static unsigned
plural_one_other(json_int_t n)
{
	return absolute(n) == 1 ? 0 : 1;
}

/* 2 to 4, but not 12 to 14 */
static bool
is_few(json_int_t n)
{
	json_int_t ten = n % 10, hundred = n % 100;

	return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14);
}

/* 1 karta, 2 karty, 5 kart */
static unsigned
plural_polish(json_int_t n)
{
	n = absolute(n);
	if (n == 1)
		return 0;
	return is_few(n) ? 1 : 2;
}

/* 1 and 21, 2 and 22, 5 and 11 */
static unsigned
plural_russian(json_int_t n)
{
	n = absolute(n);
	if (n % 10 == 1 && n % 100 != 11)
		return 0;
	return is_few(n) ? 1 : 2;
}

static const struct {
	const char *name;
	plural_fn *rule;
} rules[] = {
	{ "none", plural_none },
	{ "one-other", plural_one_other },
	{ "polish", plural_polish },
	{ "russian", plural_russian },
};

plural_fn *
plural_find(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++)
		if (strcmp(name, rules[i].name) == 0)
			return rules[i].rule;
	return NULL;
}
