#ifndef ROUTEDB_SEGMENTS_H
#define ROUTEDB_SEGMENTS_H

#include "history_loops.h"

// Makes segments of hits as RouteDB does, byte for byte.

enum { SEGMENT = 4096 };

/// Bytes that grow.
typedef struct { uint8_t *bytes; size_t count, capacity; } byte_list;

/// Different texts in the order of their first use, and an open table to find them.
typedef struct {
    byte_list bytes;
    size_t count;
    int64_t ends[SEGMENT];
    int32_t slots[SEGMENT * 2];
} text_dictionary;

/// Hits that become a segment, the segment's BLOBs, and what is needed in between.
typedef struct {
    size_t count;
    int64_t numbers[HISTORY_NUMBERS][SEGMENT];
    int64_t ends[HISTORY_TEXTS][SEGMENT];
    byte_list bytes[HISTORY_TEXTS];
    int64_t first, last;
    byte_list columns, texts, urls, parameters;
    text_dictionary names;
    byte_list rests;
    int64_t groups[SEGMENT], kept[SEGMENT], lengths[SEGMENT], heads[SEGMENT];
    int32_t slots[SEGMENT * 2];
} segment_maker;

void segment_append(segment_maker *maker, const history_hit *hit);
/// Makes the BLOBs of the hits, after which they are gone.
void segment_finish(segment_maker *maker);
void segment_free(segment_maker *maker);

#endif
