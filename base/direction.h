/* SPDX-License-Identifier: ISC */
/* Names that are written from right to left, in lines of the other direction.
 */
#ifndef BASE_DIRECTION_H
#define BASE_DIRECTION_H

/*
 * What must stand between a name and a number that follows it: a mark that is
 * not seen (U+200E) if the name has letters of a script that is written from
 * right to left, else nothing.  Without the mark, the number would be shown in
 * front of the name, where it seems to belong to the name before.
 */
const char *direction_after(const char *name);

#endif
