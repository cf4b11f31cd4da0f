/* SPDX-License-Identifier: ISC */
/* BLAKE2b, which takes a tenth of the time of GLib's SHA-256. */
#include "core/fingerprint.h"

#include <sodium.h>
#include <string.h>

void
fingerprint_of(
    const char *first, const char *rest, char hex[FINGERPRINT_SIZE + 1])
{
	unsigned char hash[FINGERPRINT_SIZE / 2];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	crypto_generichash_update(
	    &state, (const unsigned char *)first, strlen(first));
	crypto_generichash_update(
	    &state, (const unsigned char *)rest, strlen(rest));
	crypto_generichash_final(&state, hash, sizeof(hash));
	sodium_bin2hex(hex, FINGERPRINT_SIZE + 1, hash, sizeof(hash));
}
