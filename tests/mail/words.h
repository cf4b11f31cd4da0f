/* SPDX-License-Identifier: ISC */
/* The words that the reading of mails goes by, as they are in templates/en. */
#ifndef TESTS_MAIL_WORDS_H
#define TESTS_MAIL_WORDS_H

#include "base/err.h"
#include "base/file.h"
#include "base/fold.h"
#include "base/yaml.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"

#include <stdlib.h>

static inline char *const *
words_list(const struct ynode *file, const char *name)
{
	const struct ynode *list = ynode_get(file, name);
	char **words;

	if (list == NULL || list->children == NULL)
		abort();
	words = g_new0(char *, list->children->len + 1);
	for (guint i = 0; i < list->children->len; i++)
		words[i] = fold_text(
		    ((const struct ynode *)list->children->pdata[i])->text);
	return words;
}

/* Read once; nothing frees it. */
static inline const struct reading *
words_of_all(void)
{
	static const char path[] = "templates/en/words.yaml";
	static struct reading reading;
	struct err err = { 0 };
	struct ynode *file;
	GBytes *raw;
	gsize size;
	const char *text;

	if (reading.stop_words != NULL)
		return &reading;
	raw = file_read(path, 1024 * 1024, NULL, &err);
	if (raw == NULL)
		abort();
	text = g_bytes_get_data(raw, &size);
	file = yaml_read(text, size, path, &err);
	if (file == NULL)
		abort();
	reading.stop_words = words_list(file, "stop");
	reading.courtesies = words_list(file, "courtesy");
	reading.attributions = words_list(file, "attribution");
	reading.forwards = words_list(file, "forward");
	reading.originals = words_list(file, "original");
	reading.header_fields = words_list(file, "header-field");
	reading.footers = words_list(file, "footer");
	reading.own_letters = words_list(file, "own-letter");
	reading.subject_prefixes = words_list(file, "subject-prefix");
	reading.automatic = words_list(file, "automatic-subject");
	reading.charsets = words_list(file, "charset");
	ynode_free(file);
	g_bytes_unref(raw);
	return &reading;
}

#endif
