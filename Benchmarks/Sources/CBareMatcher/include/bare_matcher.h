#ifndef BARE_MATCHER_H
#define BARE_MATCHER_H

// The least that a matcher of paths can do: the measure for RouteDB's.
//
// It knows literals and parameters, at most eight segments of at most 128 bytes, and nothing else: no
// types, priorities, hosts, policies, decoding or checks of the URL. It takes any scheme and host for
// granted. It reads up to 128 bytes after the end of a URL, and believes two equal hashes of an edge to
// be the same edge.
//
// A node of the tree tests one segment by its hash: all edges are in one table of buckets, four
// fingerprints and four references each. A leaf is the record of a route: its literal text in runs of
// whole segments, which are compared last.

#include <stdint.h>
#include <stddef.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#define BARE_IS_AVAILABLE 1

#define BARE_INLINE static inline __attribute__((always_inline))

#define BARE_END_HASH 0x9D1A6C5E3B7F2481ull
#define BARE_PARAMETER_HASH 0x4E8B93D7A16F05C3ull

/// References: the highest bit marks a record; a node has the next bit if it has a parameter's branch,
/// then five bits for the segment to test, and its number.
#define BARE_RECORD 0x80000000u
#define BARE_HAS_PARAMETER 0x40000000u
#define BARE_NUMBER 0x01FFFFFFu

typedef struct {
    const uint32_t *buckets;
    const uint8_t *records;
    uint32_t mask;
    uint32_t root;
} bare_table;

/// A route's record; the literal text follows.
typedef struct {
    uint32_t route;
    uint8_t segments;
    /// The segments that are parameters, one bit each.
    uint8_t parameters;
    /// The first segment and the length of each run, including the slashes before its segments.
    struct { uint8_t segment, length; } runs[5];
} bare_record;

/// The places of `/` and of `?` or `#` in 64 bytes.
BARE_INLINE void bare_scan(const uint8_t *bytes, uint64_t *slashes, uint64_t *stops) {
    const __m128i slash = _mm_set1_epi8('/');
    const __m128i question = _mm_set1_epi8('?');
    const __m128i hash = _mm_set1_epi8('#');
    uint64_t first = 0, second = 0;
    for (int index = 0; index < 4; index++) {
        __m128i vector = _mm_loadu_si128((const __m128i *)(bytes + 16 * index));
        __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(vector, question), _mm_cmpeq_epi8(vector, hash));
        uint64_t own = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, slash));
        first |= own << (16 * index);
        second |= (uint64_t)(uint32_t)_mm_movemask_epi8(ends) << (16 * index);
    }
    *slashes = first;
    *stops = second;
}

BARE_INLINE uint64_t bare_load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

/// The hash of a segment that is not empty.
BARE_INLINE uint64_t bare_hash(const uint8_t *bytes, uint32_t length) {
    uint32_t shift = 0, last = length - 8;
    if (__builtin_unpredictable(length < 8)) {
        shift = 64 - 8 * length;
        last = 0;
    }
    uint64_t head = bare_load(bytes) << shift, tail = bare_load(bytes + last) << shift;
    unsigned __int128 product = (unsigned __int128)(head ^ 0xA0761D6478BD642Full)
        * ((tail + length) ^ 0xE7037ED1A0B428DBull);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

BARE_INLINE uint32_t bare_slot(uint32_t node, uint64_t hash) { return (uint32_t)hash ^ node; }

/// The lowest bit of a bucket's first fingerprint says that the bucket had no room for an edge.
BARE_INLINE uint32_t bare_fingerprint(uint32_t node, uint64_t hash) {
    return ((uint32_t)(hash >> 32) ^ node << 6) & ~1u;
}

static __attribute__((noinline)) uint32_t
bare_edge_behind(const bare_table *table, uint32_t slot, uint32_t fingerprint) {
    for (;;) {
        const uint32_t *bucket = table->buckets + 8 * (size_t)(slot & table->mask);
        for (int index = 0; index < 4; index++) {
            if (bucket[4 + index] && (bucket[index] & ~1u) == fingerprint) return bucket[4 + index];
        }
        if (!(bucket[0] & 1)) return 0;
        slot++;
    }
}

/// The reference behind an edge, or zero.
BARE_INLINE uint32_t bare_edge(const bare_table *table, uint32_t node, uint64_t hash) {
    uint32_t slot = bare_slot(node, hash), fingerprint = bare_fingerprint(node, hash);
    const uint32_t *bucket = table->buckets + 8 * (size_t)(slot & table->mask);
    __m128i found = _mm_and_si128(
        _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)bucket), _mm_set1_epi32((int)fingerprint)),
        _mm_load_si128((const __m128i *)(bucket + 4)));
    found = _mm_or_si128(found, _mm_shuffle_epi32(found, 0x4E));
    found = _mm_or_si128(found, _mm_shuffle_epi32(found, 0xB1));
    uint32_t reference = (uint32_t)_mm_cvtsi128_si32(found);
    if (!reference && bucket[0] & 1) return bare_edge_behind(table, slot, fingerprint);
    return reference;
}

/// Not zero if the first `length` bytes differ, at most 32.
BARE_INLINE uint32_t bare_differ(const uint8_t *left, const uint8_t *right, uint32_t length) {
    uint32_t equal = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(
        _mm_loadu_si128((const __m128i *)left), _mm_loadu_si128((const __m128i *)right)));
    equal |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(
        _mm_loadu_si128((const __m128i *)(left + 16)),
        _mm_loadu_si128((const __m128i *)(right + 16)))) << 16;
    return ~equal & (uint32_t)((1ull << (length & 63)) - 1);
}

BARE_INLINE uint32_t bare_run_differs(
    const uint8_t *path, uint32_t end, const uint32_t *offsets, uint32_t segment, uint32_t length,
    const uint8_t *text
) {
    uint32_t start = offsets[segment];
    uint32_t differs = bare_differ(path + start, text, length);
    uint32_t after = start + length;
    return differs | (after == end || length == 0 ? 0 : (uint32_t)path[after] ^ '/');
}

BARE_INLINE int bare_record_fits(
    const bare_record *record, const uint8_t *path, uint32_t end, uint32_t segments,
    const uint32_t *offsets
) {
    const uint8_t *text = (const uint8_t *)(record + 1);
    uint32_t differs = record->segments ^ segments;
    // Three runs without a branch; more are rare.
    for (int index = 0; index < 3; index++) {
        uint32_t length = record->runs[index].length;
        differs |= bare_run_differs(path, end, offsets, record->runs[index].segment, length, text);
        text += length;
    }
    for (int index = 3; index < 5 && record->runs[index].length; index++) {
        uint32_t length = record->runs[index].length;
        differs |= bare_run_differs(path, end, offsets, record->runs[index].segment, length, text);
        text += length;
    }
    return differs == 0;
}

static __attribute__((noinline)) int64_t bare_walk(
    const bare_table *table, const uint8_t *path, uint32_t end, uint32_t segments,
    const uint32_t *offsets, uint32_t *parameters
) {
    uint32_t reference = table->root;
    unsigned __int128 pending = 0;
    for (;;) {
        if (!(reference & BARE_RECORD)) {
            uint32_t segment = reference >> 25 & 31, node = reference & BARE_NUMBER;
            if (segment < segments) {
                uint32_t start = offsets[segment] + 1;
                uint64_t hash = bare_hash(path + start, offsets[segment + 1] - start);
                uint32_t found = bare_edge(table, node, hash);
                if (reference & BARE_HAS_PARAMETER) {
                    uint32_t other = bare_edge(table, node, BARE_PARAMETER_HASH);
                    if (found) {
                        if (pending >> 96) return -2;
                        pending = pending << 32 | other;
                    }
                    reference = found ? found : other;
                    continue;
                }
                if (found) {
                    reference = found;
                    continue;
                }
            } else if (segment == segments) {
                uint32_t found = bare_edge(table, node, BARE_END_HASH);
                if (found) {
                    reference = found;
                    continue;
                }
            }
        } else {
            const bare_record *record =
                (const bare_record *)(table->records + (reference & ~BARE_RECORD));
            if (bare_record_fits(record, path, end, segments, offsets)) {
                *parameters = record->parameters;
                return record->route;
            }
        }
        reference = (uint32_t)pending;
        pending >>= 32;
        if (!reference) return -1;
    }
}

/// The route of a URL; -1 if there is none, and -2 if its path is too long or has an empty segment.
///
/// The offsets receive where the segments of the path begin, with their slash, and the end.
BARE_INLINE int64_t bare_find(
    const bare_table *table, const uint8_t *url, uint32_t *offsets, size_t count,
    const uint8_t **path_start, uint32_t *parameters
) {
    uint64_t slashes, stops;
    bare_scan(url, &slashes, &stops);
    slashes &= slashes - 1;
    slashes &= slashes - 1;
    if (!slashes) return -2;
    size_t start = (size_t)__builtin_ctzll(slashes);
    const uint8_t *path = url + start;
    *path_start = path;
    size_t length = count - start;
    bare_scan(path, &slashes, &stops);
    if (length < 64) stops |= 1ull << length;
    uint32_t number;
    uint32_t end;
    if (stops) {
        uint64_t stop = stops & (0 - stops);
        uint64_t bounds = (slashes & (stop - 1)) | stop;
        number = (uint32_t)__builtin_popcountll(bounds) - 1;
        if (number > 8 || bounds & (bounds >> 1)) return -2;
        end = (uint32_t)__builtin_ctzll(stop);
        for (int index = 0; index < 9; index++) {
            offsets[index] = (uint32_t)__builtin_ctzll(bounds | 1ull << 63);
            bounds &= bounds - 1;
        }
    } else {
        uint64_t later, ends;
        bare_scan(path + 64, &later, &ends);
        if (length < 128) ends |= 1ull << (length - 64);
        if (!ends) return -2;
        uint64_t stop = ends & (0 - ends);
        later = (later & (stop - 1)) | stop;
        uint32_t first = (uint32_t)__builtin_popcountll(slashes);
        number = first + (uint32_t)__builtin_popcountll(later) - 1;
        if (number > 8 || slashes & (slashes >> 1) || later & (later >> 1)
            || (slashes >> 63 & later & 1)) return -2;
        end = 64 + (uint32_t)__builtin_ctzll(stop);
        for (int index = 0; index < 9; index++) {
            offsets[index] = (uint32_t)__builtin_ctzll(slashes | 1ull << 63);
            slashes &= slashes - 1;
        }
        for (int index = 0; index < 9; index++) {
            offsets[first + index] = later ? 64 + (uint32_t)__builtin_ctzll(later) : 127;
            later &= later - 1;
        }
    }
    return bare_walk(table, path, end, number, offsets, parameters);
}

#endif
#endif
