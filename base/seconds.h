/* SPDX-License-Identifier: ISC */
/* Stretches of time in seconds; a day has 24 hours here, whatever clocks do. */
#ifndef BASE_SECONDS_H
#define BASE_SECONDS_H

#include <stdint.h>

#define HOUR INT64_C(3600)
#define DAY INT64_C(86400)

#endif
