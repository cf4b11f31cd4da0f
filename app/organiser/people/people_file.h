/* SPDX-License-Identifier: ISC */
/* People in a file of another program: CSV (RFC 4180) or vCard (RFC 6350). */
#ifndef APP_ORGANISER_PEOPLE_PEOPLE_FILE_H
#define APP_ORGANISER_PEOPLE_PEOPLE_FILE_H

#include <glib.h>

struct err;

/* One of them; whether that can be a person is not looked at. */
struct filed_person {
	int line; /* of the file, from 1: where that person begins */
	/* "" if it is not there; white space around it is taken off */
	char *name, *address, *language, *zone;
};

/*
 * The people of a text of that size, in its order: struct filed_person, which
 * the array owns.  NULL with ERR_FORMAT, which names the line, if it is neither
 * CSV with a line of titles nor vCards, or is not UTF-8.
 */
GPtrArray *people_file_read(const char *text, gsize size, struct err *);

#endif
