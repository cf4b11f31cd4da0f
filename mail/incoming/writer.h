/* SPDX-License-Identifier: ISC */
/* Whether a From line can be read in one way alone. */
#ifndef MAIL_INCOMING_WRITER_H
#define MAIL_INCOMING_WRITER_H

#include <stdbool.h>

/*
 * Is that address, which GMime found, the only one that anybody can find in the
 * raw text of the field?  GMime drops what it does not understand: of
 * "anna@host@elsewhere", "anna@host;eve@elsewhere" or
 * "anna@host;<eve@elsewhere>" a mail server may have looked at another one.
 */
bool writer_alone(const char *raw, const char *address);

#endif
