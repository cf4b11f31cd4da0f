/* SPDX-License-Identifier: ISC */
/* Values of many deals, and what can be said of their mean. */
#ifndef SIM_SAMPLE_H
#define SIM_SAMPLE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* A mean, and how far it may be off: 95 %, by Student's t. */
struct interval {
	double mean, off;
	bool known; /* off is: there are two values at least */
};
struct interval interval_of(const double *value, guint n);
/* The quantile 0.975 of Student's t. */
double student_t(guint freedom);

/*
 * Matches of one deal are not independent, so each deal counts as one value,
 * which is the mean of what was added for it.
 */
struct sample {
	GArray *deals; /* struct deal_sum, by the number of the deal */
	guint n; /* values added */
};
struct sample *sample_new(void);
void sample_free(struct sample *);
void sample_add(struct sample *, int deal, double value);
/* n of them at once, none or more. */
void sample_add_many(struct sample *, int deal, double sum, guint n);
/* {"mean", "off"}, off null if nothing is known; null without any value. */
json_t *sample_json(const struct sample *);
/* A number with four decimals at most. */
json_t *number_json(double);

#endif
