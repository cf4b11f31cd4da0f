/* SPDX-License-Identifier: ISC */
/* Files that go with letters. */
#include "mail/outgoing/write.h"

struct attachment *
attachment_new(const char *name, const char *type, GBytes *bytes)
{
	struct attachment *file = g_new(struct attachment, 1);

	file->name = g_strdup(name);
	file->type = g_strdup(type);
	file->bytes = g_bytes_ref(bytes);
	return file;
}

void
attachment_free(struct attachment *file)
{
	if (file == NULL)
		return;
	g_free(file->name);
	g_free(file->type);
	g_bytes_unref(file->bytes);
	g_free(file);
}
