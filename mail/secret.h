/* SPDX-License-Identifier: ISC */
/* Sizes of secrets and keys. */
#ifndef MAIL_SECRET_H
#define MAIL_SECRET_H

#define KEY_SIZE 13 /* characters a-z2-7: 65 bits */
#define SERIAL_SIZE 8 /* the same characters: 40 bits */
#define SECRET_SIZE 32

#endif
