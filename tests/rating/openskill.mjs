// SPDX-License-Identifier: ISC
// Prints tests/rating/openskill.h: what another program makes of the same
// matches.  In a folder where "npm install openskill@4.1.0" was done:
//
//	node openskill.mjs >openskill.h
//
// Its places come from a generator of its own, so that they are the same in
// each run.
import { createRequire } from 'module';
import { pathToFileURL } from 'url';
const require = createRequire(pathToFileURL(process.cwd() + '/'));
const { rate, rating } = require('openskill');

let seed = 20111;
const below = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};

const PLAYERS = 12, MATCHES = 250;
const all = Array.from({ length: PLAYERS }, () => rating());
const lines = [];
for (let m = 0; m < MATCHES; m++) {
  const n = 2 + below(7);
  const who = [];
  while (who.length < n) {
    const p = below(PLAYERS);
    if (!who.includes(p)) who.push(p);
  }
  // players of low numbers win more often; equal places are frequent
  const luck = who.map((p) => below(6) + Math.floor(p / 4));
  const rank = luck.map((x) => 1 + luck.filter((y) => y < x).length);
  const after = rate(who.map((p) => [all[p]]), { rank, tau: 25 / 300 });
  after.forEach(([r], i) => { all[who[i]] = r; });
  lines.push(`\t{ ${n}, { ${who.join(', ')} }, { ${rank.join(', ')} },\n`
    + `\t    ${after[0][0].mu}, ${after[0][0].sigma} },`);
}
console.log(`/* SPDX-License-Identifier: ISC */
/* Made by openskill.mjs with openskill 4.1.0: matches, and what becomes of the
 * rating of the first player of each. */
#ifndef TESTS_RATING_OPENSKILL_H
#define TESTS_RATING_OPENSKILL_H

#define OPENSKILL_PLAYERS ${PLAYERS}

/* clang-format off */
static const struct {
	int n, who[8], place[8];
	double mu, sigma;
} openskill[] = {
${lines.join('\n')}
};
/* clang-format on */

/* Of all, in the end. */
static const double openskill_end[OPENSKILL_PLAYERS][2] = {
${all.map((r) => `\t{ ${r.mu}, ${r.sigma} },`).join('\n')}
};

#endif`);
