#ifndef ROUTEDB_ROLLUPS_H
#define ROUTEDB_ROLLUPS_H

#include <stddef.h>
#include <stdint.h>

// Sums of hits by bucket, namespace, route and outcome, in an open table.

enum { ROLLUP_KEYS = 4, ROLLUP_VALUES = 8 };

/// The keys, then the number of hits, their weight, their duration and how many have one.
typedef struct { int64_t values[ROLLUP_VALUES]; } rollup;

typedef struct {
    rollup *rows;
    size_t count, capacity;
    int32_t *slots; // of the rows plus one; as many as a power of two, at most half of them taken
    size_t slot_count;
} rollups;

void rollups_clear(rollups *sums);
void rollups_free(rollups *sums);
/// Adds a hit, by its numbers in the order of `history_hit`.
void rollups_add(rollups *sums, const int64_t *numbers);
/// Puts the rows in the order of their keys, after which only clearing is allowed.
void rollups_sort(rollups *sums);

#endif
