/* SPDX-License-Identifier: ISC */
/* What programs that test the reading of mail begin with. */
#ifndef TESTS_MAIL_START_H
#define TESTS_MAIL_START_H

#include "mail/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* For cmocka_run_group_tests. */
static inline int
mail_start(void **state)
{
	(void)state;
	mail_init();
	assert_int_equal(mail_open(NULL), 0);
	return 0;
}

#endif
