#ifndef ROUTEDB_READING_H
#define ROUTEDB_READING_H

// What all readers of a URL share.

#include "routedb_scan.h"

/// That a URL is not in plain form.
static const routedb_reading routedb_no_reading = {0, 0, 0, 0};

/// Whether a URL begins with a slash, or with a scheme and a slash, by the slashes of its first 64 bytes.
///
/// `doubled` receives the bit of the second slash after the scheme, which must be there; no other slash
/// may follow a slash. A longer scheme is not plain.
ROUTEDB_INLINE int
routedb_begins_plainly(const uint8_t *bytes, uint64_t slashes, uint64_t *doubled) {
    *doubled = 0;
    if (slashes & 1) return 1;
    if (slashes == 0) return 0;
    uint32_t first = (uint32_t)__builtin_ctzll(slashes);
    if (first < 2 || first == 63 || bytes[first - 1] != ':') return 0;
    *doubled = (uint64_t)2 << first;
    return 1;
}

#endif
