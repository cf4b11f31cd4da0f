/* SPDX-License-Identifier: ISC */
/* Codes and keys of what people are asked. */
#include "app/home/ask_codes.h"

#include "app/home/home.h"
#include "mail/key.h"

#include <glib.h>
#include <string.h>

/* Letters that are out hold codes of these very words.  count: of those that
 * are tried; -1: for a key. */
static char *
purpose_of(const struct ask_sign *sign, int count)
{
	GString *text = g_string_new(sign->word);

	if (sign->party != 0)
		g_string_append_printf(
		    text, "%d%s", sign->party, count != -1 ? "." : "");
	if (count != -1)
		g_string_append_printf(text, "%d", count);
	if (sign->person != 0)
		g_string_append_printf(text, ".%lld", (long long)sign->person);
	g_string_append_printf(text, ".%lld", (long long)sign->at);
	return g_string_free(text, FALSE);
}

/* A code has a digit, so that "no thanks" is none, and "take wine" is a move;
 * of three that are made two have one by themselves. */
void
ask_code(const struct home *home, const struct ask_sign *sign,
    char code[REQUEST_CODE_SIZE + 1])
{
	for (int i = 0;; i++) {
		g_autofree char *purpose = purpose_of(sign, i);

		code_make(home->secret, purpose, sign->number, -1, 0, code);
		if (request_is_code(code))
			return;
	}
}

void
ask_key(const struct home *home, const struct ask_sign *sign,
    char key[KEY_SIZE + 1])
{
	g_autofree char *purpose = purpose_of(sign, -1);

	letter_key_make(home->secret, purpose, sign->number, key);
}

bool
ask_is_shown(
    const struct home *home, const struct ask_sign *sign, const char *text)
{
	char code[REQUEST_CODE_SIZE + 1], key[KEY_SIZE + 1];

	if (strlen(text) == KEY_SIZE) {
		ask_key(home, sign, key);
		return key_equal(key, text);
	}
	ask_code(home, sign, code);
	return strcmp(code, text) == 0;
}
