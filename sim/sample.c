/* SPDX-License-Identifier: ISC */
/* How far the mean of a few values may be off. */
#include "sim/sample.h"

#include <math.h>

struct deal_sum {
	double sum;
	guint n;
};

double
student_t(guint freedom)
{
	static const double few[] = { 0, 12.7062, 4.3027, 3.1824, 2.7764,
		2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281 };
	const double z = 1.959964, z2 = z * z, v = freedom;

	g_assert(freedom > 0);
	if (freedom < G_N_ELEMENTS(few))
		return few[freedom];
	/* Cornish and Fisher; Abramowitz and Stegun 26.7.5 */
	return z + z * (z2 + 1) / (4 * v) +
	       z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
	       z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

struct interval
interval_of(const double *value, guint n)
{
	struct interval found = { .known = n > 1 };
	double sum = 0, squares = 0;

	for (guint i = 0; i < n; i++)
		sum += value[i];
	found.mean = n > 0 ? sum / n : 0;
	for (guint i = 0; i < n; i++)
		squares += (value[i] - found.mean) * (value[i] - found.mean);
	if (found.known)
		found.off = student_t(n - 1) * sqrt(squares / (n - 1) / n);
	return found;
}

struct sample *
sample_new(void)
{
	struct sample *s = g_new0(struct sample, 1);

	s->deals = g_array_new(FALSE, TRUE, sizeof(struct deal_sum));
	return s;
}

void
sample_free(struct sample *s)
{
	g_array_unref(s->deals);
	g_free(s);
}

void
sample_add_many(struct sample *s, int deal, double sum, guint n)
{
	struct deal_sum *d;

	if (s->deals->len <= (guint)deal)
		g_array_set_size(s->deals, (guint)deal + 1);
	d = &g_array_index(s->deals, struct deal_sum, deal);
	d->sum += sum;
	d->n += n;
	s->n += n;
}

void
sample_add(struct sample *s, int deal, double value)
{
	sample_add_many(s, deal, value, 1);
}

json_t *
number_json(double value)
{
	double rounded = nearbyint(value * 10000) / 10000;

	return json_real(rounded + 0.0); /* -0 would be told as such */
}

json_t *
sample_json(const struct sample *s)
{
	g_autoptr(GArray) means = g_array_new(FALSE, FALSE, sizeof(double));
	struct interval found;

	for (guint i = 0; i < s->deals->len; i++) {
		const struct deal_sum *d =
		    &g_array_index(s->deals, struct deal_sum, i);
		double mean = d->n > 0 ? d->sum / d->n : 0;

		if (d->n > 0)
			g_array_append_val(means, mean);
	}
	if (means->len == 0)
		return json_null();
	found = interval_of((double *)(void *)means->data, means->len);
	return json_pack("{s:o, s:o}", "mean", number_json(found.mean), "off",
	    found.known ? number_json(found.off) : json_null());
}
