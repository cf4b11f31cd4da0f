/* SPDX-License-Identifier: ISC */
/* turnpost verify --ratings: do ratings follow from records? */
#include "cmd/cmd.h"

#include "app/organiser/records/ratings.h"
#include "base/err.h"
#include "cmd/verify.h"

#include <stdio.h>

/* -1 after a message, and *code. */
static int
add_file(struct ratings_check *check, const char *path, int *code)
{
	struct err e = { 0 };
	json_t *record = json_of_file(path, code);
	int r;

	if (record == NULL)
		return -1;
	r = ratings_check_add(check, path, record, &e);
	json_decref(record);
	if (r == -1) {
		run_fail(&e);
		*code = EXIT_REFUSED;
	}
	return r;
}

static int
compare(struct run *run, struct ratings_check *check, const char *path)
{
	struct err e = { 0 };
	int code = EXIT_DONE, r;
	json_t *list = json_of_file(path, &code);

	if (list == NULL)
		return code;
	r = ratings_check_list(check, list, &e);
	if (r == -1) {
		err_more(&e, "%s", path);
		run_fail(&e);
		code = EXIT_REFUSED;
	} else
		printf("%zu ratings follow from %d verified records\n",
		    json_array_size(list), run->argc - 1);
	json_decref(list);
	return code;
}

int
verify_ratings(struct run *run, const char *list)
{
	struct ratings_check *check;
	int code = EXIT_DONE;

	if (run->argc < 2)
		return run_usage("give the records that the ratings follow "
				 "from: files made by \"turnpost export\"");
	check = ratings_check_new();
	for (int i = 1; i < run->argc; i++)
		if (add_file(check, run->argv[i], &code) == -1)
			break;
	if (code == EXIT_DONE)
		code = compare(run, check, list);
	ratings_check_free(check);
	return code;
}
