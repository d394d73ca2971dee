#ifndef ROUTEDB_READ_AVX512_H
#define ROUTEDB_READ_AVX512_H

// Reads a URL of up to 128 bytes, as most are, in two vectors and without a loop.

#include "reading.h"

#if defined(__SSE2__) && defined(__x86_64__)
    #include <immintrin.h>

/// For functions that are called only where the processor has these instructions.
#define ROUTEDB_AVX512                                                                             \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,bmi,bmi2,popcnt")))

/// The longest URL that `routedb_read_twice` reads.
#define ROUTEDB_AVX512_BYTES 128
/// The most slashes that it finds.
#define ROUTEDB_AVX512_SLASHES 16

/// The marks of 64 bytes. What a mask leaves out is not read, and counts as the end of a path.
ROUTEDB_AVX512 static inline routedb_marks
routedb_marks_avx512(const uint8_t *bytes, __mmask64 valid) {
    __m512i vector = _mm512_mask_loadu_epi8(_mm512_set1_epi8('?'), valid, bytes);
    routedb_marks marks;
    marks.slashes = _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8('/'));
    marks.dots = _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8('.'));
    marks.stops = _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8('?'))
        | _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8('#'));
    // 0x20 to 0x7E are 0 to 0x5E after the subtraction, and everything else is above.
    __m512i moved = _mm512_sub_epi8(vector, _mm512_set1_epi8(0x20));
    marks.has_special = (_mm512_cmpgt_epu8_mask(moved, _mm512_set1_epi8(0x5E))
        | _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8('%'))) != 0;
    return marks;
}

/// Writes the places of the first sixteen bits, each plus `base`, and what is left of sixteen words.
ROUTEDB_AVX512 static inline void
routedb_write_places_avx512(uint64_t bits, uint32_t base, uint32_t *places) {
    static const uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    __m512i all = _mm512_loadu_si512(numbers);
    __m128i chosen = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(bits, all));
    __m512i words = _mm512_add_epi32(_mm512_cvtepu8_epi32(chosen), _mm512_set1_epi32((int)base));
    _mm512_storeu_si512(places, words);
}

/// As `routedb_read`, of a URL of 1 to 128 bytes that has at most sixteen slashes before its end.
///
/// Returns whether it has; if not, `reading` is not written. Bytes that a mask leaves out are not
/// read. There is no branch on where the path ends: it is about as often in one vector as in the other.
ROUTEDB_AVX512 static inline int routedb_read_twice(
    const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room, routedb_reading *reading
) {
    size_t head = count < 64 ? count : 64;
    routedb_marks marks = routedb_marks_avx512(bytes, _bzhi_u64(~(uint64_t)0, (uint32_t)head));
    routedb_marks behind =
        routedb_marks_avx512(bytes + head, _bzhi_u64(~(uint64_t)0, (uint32_t)(count - head)));
    uint64_t doubled;
    if (!routedb_begins_plainly(bytes, marks.slashes, &doubled)) {
        *reading = routedb_no_reading;
        return 1;
    }
    uint64_t slashes = marks.slashes & _blsmsk_u64(marks.stops);
    uint64_t slashes_behind = marks.stops ? 0 : behind.slashes & _blsmsk_u64(behind.stops);
    uint64_t following = slashes << 1;
    uint64_t following_behind = slashes_behind << 1 | slashes >> 63;
    uint32_t number = (uint32_t)_mm_popcnt_u64(slashes);
    uint32_t number_behind = (uint32_t)_mm_popcnt_u64(slashes_behind);
    uint32_t all = number + number_behind;
    if (__builtin_expect(all > ROUTEDB_AVX512_SLASHES, 0)) return 0;
    uint64_t wrong = ((slashes & following) ^ doubled) | (slashes_behind & following_behind);
    if (__builtin_expect(wrong != 0 || all > room, 0)) {
        *reading = routedb_no_reading;
        return 1;
    }
    routedb_write_places_avx512(slashes, 0, places);
    routedb_write_places_avx512(slashes_behind, 64, places + number);
    reading->slash_count = all;
    reading->path_end =
        (uint32_t)(marks.stops ? _tzcnt_u64(marks.stops) : 64 + _tzcnt_u64(behind.stops));
    reading->has_special = marks.has_special | behind.has_special;
    reading->has_dots = ((marks.dots & following) | (behind.dots & following_behind)) != 0;
    return 1;
}

#endif
#endif
