/* SPDX-License-Identifier: ISC */
/* Addresses and names of people and hosts, as mails have them. */
#ifndef MAIL_ADDRESS_H
#define MAIL_ADDRESS_H

#include <stdbool.h>

/*
 * Can this be the address of a person's mailbox, in the form in which we keep
 * it (base/address.h)?  One '@', a domain in ASCII, before it letters of any
 * script, no blanks or control characters, no <>, at most 254 bytes (RFC 5321).
 */
bool address_ok(const char *);
/* The same of one that a person or the settings wrote, in that form; newly
 * allocated, or NULL. */
char *address_read(const char *text);
/* A name of a host: letters, digits, "-", "."; none of them odd. */
bool host_name_ok(const char *);
/* "NAME <ADDRESS>" or "ADDRESS" into parts; name may come out "". */
bool address_split(const char *text, char **name, char **address);
/* Would mail from there be taken for a robot's?  own: the robot's address. */
bool address_is_automatic(const char *address, const char *own);
/* A name that may stand in a header: 1 to 40 letters, digits, blanks, -'. */
bool name_ok(const char *);

#endif
