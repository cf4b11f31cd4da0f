/* SPDX-License-Identifier: ISC */
/*
 * What the script of a replay unpacks: each line of the pictures once, and for
 * each step the numbers of its lines as far as they differ from the step
 * before.  Pages in several languages differ in the lines that have words and
 * in what steps tell, so these are packed apart.
 */
#ifndef RENDER_REPLAY_DATA_H
#define RENDER_REPLAY_DATA_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct catalog;
struct drawn_lines;

enum { THIN_MOST = 16 }; /* times that half is left out */

struct step {
	char *move, *text;
	GArray *lines; /* guint: numbers of the picture's lines; NULL: none */
	json_t *scores;
};

/* What all languages have, when so many steps and pictures are left out. */
struct shared {
	guint steps, pictures;
	char *data; /* packed; NULL: it is not yet */
	bool *used; /* by line, which of them the pictures have */
};

struct replay {
	size_t most;
	GArray *steps; /* struct step */
	struct drawn_lines *lines; /* of all pictures */
	char *game; /* whose words are left open in them; NULL: none are */
	json_t *atoms;
	struct shared shared[THIN_MOST];
};

/* What must be left out for want of room. */
struct thinning {
	guint n; /* so many times */
	guint steps; /* of so many steps one is told, and the last */
	guint pictures; /* of so many one has its picture, and the last */
	size_t room; /* bytes for the list */
	bool listed; /* the list tells all steps in full */
	bool tight; /* words are packed at LEVEL_TIGHT */
};

/* Lines with words as that language has them; NULL: it has no words. */
GPtrArray *replay_close_lines(const struct replay *, const struct catalog *);
/* {"steps": [{"n", "s": points, "p": [so many lines as before, [numbers of
 * lines...], so many at the end]}...], "lines": [text...]}; lines that have
 * words, or that no picture has, are empty.  The replay keeps it. */
const char *replay_shared(struct replay *, const struct thinning *);
/* {"lines": [[number, text]...], "steps": [[what was decided, what came of
 * it]...]}; "steps" is empty if the list tells them. */
char *replay_words(
    struct replay *, const struct thinning *, const GPtrArray *closed);
/* Both as one, with "m" and "t" in steps, for an organiser's own page. */
char *replay_whole(
    struct replay *, const struct thinning *, const GPtrArray *closed);

#endif
