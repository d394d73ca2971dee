#include "rollups.h"

#include <stdlib.h>
#include <string.h>

static size_t home(const rollups *sums, const int64_t *key) {
    uint64_t mixed = 0;
    for (int place = 0; place < ROLLUP_KEYS; place++)
        mixed = (mixed ^ (uint64_t)key[place]) * 0x9E3779B97F4A7C15u;
    return mixed >> 32 & (sums->slot_count - 1);
}

static size_t find(const rollups *sums, const int64_t *key) {
    size_t slot = home(sums, key);
    while (sums->slots[slot]
        && memcmp(sums->rows[sums->slots[slot] - 1].values, key, ROLLUP_KEYS * sizeof *key))
        slot = (slot + 1) & (sums->slot_count - 1);
    return slot;
}

static void grow(rollups *sums) {
    sums->capacity = sums->capacity ? sums->capacity * 2 : 512;
    sums->rows = realloc(sums->rows, sums->capacity * sizeof *sums->rows);
    free(sums->slots);
    sums->slot_count = sums->capacity * 2;
    sums->slots = calloc(sums->slot_count, sizeof *sums->slots);
    for (size_t row = 0; row < sums->count; row++)
        sums->slots[find(sums, sums->rows[row].values)] = (int32_t)row + 1;
}

void rollups_clear(rollups *sums) {
    sums->count = 0;
    if (sums->slots) memset(sums->slots, 0, sums->slot_count * sizeof *sums->slots);
}

void rollups_free(rollups *sums) {
    free(sums->rows);
    free(sums->slots);
}

void rollups_add(rollups *sums, const int64_t *numbers) {
    int64_t length = 900000000, time = numbers[0];
    int64_t bucket = time / length - (time % length < 0);
    int64_t key[ROLLUP_KEYS] = {bucket * 900, numbers[1], numbers[2], numbers[4]};
    if (sums->count == sums->capacity) grow(sums);
    size_t slot = find(sums, key);
    if (!sums->slots[slot]) {
        rollup *made = &sums->rows[sums->count++];
        memset(made, 0, sizeof *made);
        memcpy(made->values, key, sizeof key);
        sums->slots[slot] = (int32_t)sums->count;
    }
    int64_t *values = sums->rows[sums->slots[slot] - 1].values + ROLLUP_KEYS;
    int is_timed = numbers[5] >= 0;
    values[0] += 1;
    values[1] += numbers[7];
    values[2] += is_timed ? numbers[5] : 0;
    values[3] += is_timed;
}

static int compare(const void *left, const void *right) {
    const int64_t *one = left, *other = right;
    for (int place = 0; place < ROLLUP_KEYS; place++)
        if (one[place] != other[place]) return one[place] < other[place] ? -1 : 1;
    return 0;
}

void rollups_sort(rollups *sums) {
    if (sums->count) qsort(sums->rows, sums->count, sizeof *sums->rows, compare);
}
