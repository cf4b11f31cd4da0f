/* SPDX-License-Identifier: ISC */
/* Names in cases (name_cases.c), for names.c. */
#ifndef CORE_NAMES_INNER_H
#define CORE_NAMES_INNER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whose name that is in one of these cases (CASES_...), or but for the number
 * behind it.  respelt: is it the same name in letters of another keyboard?
 */
int seat_of_bent(const char *const *names, size_t n, const char *name,
    unsigned cases, bool (*respelt)(const char *, const char *));

#endif
