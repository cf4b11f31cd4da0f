/* SPDX-License-Identifier: ISC */
/* The picture of a match's table, of which "match show" makes a file. */
#ifndef CMD_MATCH_PICTURE_H
#define CMD_MATCH_PICTURE_H

#include <glib.h>
#include <stdint.h>

struct home;
struct reveal;

/* What of match show goes into a file. */
struct showing {
	char *file; /* as the option has it */
	char *seat; /* as the option has it; NULL: what onlookers see */
};
#define SHOW_OPTIONS(showing)                                                \
	{ "picture", 0, 0, G_OPTION_ARG_FILENAME, &(showing).file,           \
		"write the picture of its table there", "FILE.png|svg" },    \
	{                                                                    \
		"seat", 0, 0, G_OPTION_ARG_STRING, &(showing).seat,          \
		    "with --picture: what that seat sees, hidden things as " \
		    "with --reveal",                                         \
		    "SEAT"                                                   \
	}
/* The exit code, after a message. */
int match_picture(
    struct home *, int64_t id, const struct showing *, const struct reveal *);

#endif
