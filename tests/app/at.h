/* SPDX-License-Identifier: ISC */
/* Work of a moment, with its faults told in the caller's struct err e. */
#ifndef TESTS_APP_AT_H
#define TESTS_APP_AT_H

#include "app/home/home.h"

#define AT(home, when, call) (home_work(home, when, &e), call)
#define TOLD(home, call) (home_errors(home, &e), call)

#endif
