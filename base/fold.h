/* SPDX-License-Identifier: ISC */
/* Words without case and accents, to compare them by. */
#ifndef BASE_FOLD_H
#define BASE_FOLD_H

/* text is valid UTF-8; newly allocated. */
char *fold_text(const char *text);

#endif
