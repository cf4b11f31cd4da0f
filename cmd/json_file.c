/* SPDX-License-Identifier: ISC */
/* Files of JSON that subcommands read: records, and lists of ratings. */
#include "cmd/cmd.h"

#include "base/err.h"
#include "base/file.h"
#include "base/gzip.h"
#include "cmd/verify.h"

#include <stdio.h>

#define RECORD_MAX_SIZE (16 * 1024 * 1024)

json_t *
json_of_file(const char *path, int *code)
{
	struct err e = { 0 };
	json_error_t where;
	g_autoptr(GBytes) bytes = file_read(path, RECORD_MAX_SIZE, NULL, &e);
	json_t *record;
	gsize size;
	const void *data;

	if (bytes != NULL && gzip_is(bytes)) {
		GBytes *packed = bytes;

		bytes = gzip_unpack(packed, RECORD_MAX_SIZE, &e);
		g_bytes_unref(packed);
		if (bytes == NULL)
			err_more(&e, "%s", path);
	}
	if (bytes == NULL) {
		*code = run_fail(&e);
		return NULL;
	}
	data = g_bytes_get_data(bytes, &size);
	record = json_loadb(
	    data != NULL ? data : "", size, JSON_REJECT_DUPLICATES, &where);
	if (record == NULL) {
		err_set(&e, ERR_FORMAT, "%s:%d: this is not JSON: %s", path,
		    where.line, where.text);
		*code = run_fail(&e);
	}
	return record;
}
