/* SPDX-License-Identifier: ISC */
/* By what large texts are known, such as pictures. */
#ifndef CORE_FINGERPRINT_H
#define CORE_FINGERPRINT_H

#define FINGERPRINT_SIZE 40

/* Of the two, one behind the other: small letters and digits.  No other text
 * has it, though somebody may look for one. */
void fingerprint_of(
    const char *first, const char *rest, char hex[FINGERPRINT_SIZE + 1]);

#endif
