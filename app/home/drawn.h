/* SPDX-License-Identifier: ISC */
/* Pictures of letters, drawn when the letters leave. */
#ifndef APP_HOME_DRAWN_H
#define APP_HOME_DRAWN_H

#include <glib.h>
#include <stdbool.h>

struct drawn;
struct home;

/* Of the table meta: for what pieces were drawn ahead, and when
 * (letters/writing/pictures_prepare.c). */
#define DRAWN_PREPARED "pictures.prepared"

/*
 * Are the libraries that draw here?  They may be left out (the package
 * turnpost-pictures), and then letters show boards in text.  Opening them costs
 * more than a letter, so the answer is kept in the home: a day if they are, an
 * hour if they are not.
 */
int drawn_able(struct home *, bool *able);
/* One could not be opened after all; drawn_keep writes that down. */
void drawn_unable(struct home *);
/*
 * The PNG of the picture of that hash, drawn now or a moment ago; *png is NULL
 * if there is no such picture.  Nothing is written.
 */
int drawn_png(struct home *, const char *hash, GBytes **png);
/* Did this process have to draw pieces of a picture, for which the libraries
 * were opened? */
bool drawn_lacked(const struct home *);
/* From now on: has it? */
void drawn_lack_nothing(struct home *);
/* Draw the pieces that a picture with that SVG lacks, before it is wanted. */
int drawn_prepare(struct home *, const char *svg);
/* Sprites and pictures that were made since are kept from now on, in a
 * transaction of their own; what cannot be kept is drawn again another time,
 * and told in the log. */
void drawn_keep(struct home *);
/* Somebody is forgotten: all that was drawn goes, and the pictures that no
 * letter needs which has still to leave.  Within a transaction. */
int drawn_forget(struct home *);
/* Its memory. */
void drawn_free(struct drawn *);

#endif
