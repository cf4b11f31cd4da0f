/* SPDX-License-Identifier: ISC */
/* What a fuzzer provides; main is libFuzzer's or that of replay/main.c. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Ends the process (abort) if something does not hold; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
