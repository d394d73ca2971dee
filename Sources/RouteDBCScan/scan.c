#include "read_avx512.h"
#include "reading.h"

// One call for a whole URL: the best instructions for it are not known before the program runs.

#if defined(__SSE2__) && defined(__x86_64__)
    #include <immintrin.h>
    #include <stdatomic.h>
    /// For functions that are called only where the processor has these instructions.
    #define ROUTEDB_WIDE __attribute__((target("avx2,bmi,bmi2,popcnt")))
#endif

#if defined(ROUTEDB_WIDE)

/// One bit for each of 32 bytes that equals another one.
ROUTEDB_WIDE static inline uint64_t routedb_equal_bits(__m256i vector, char byte) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte)));
}

/// All ones for each byte that is special.
ROUTEDB_WIDE static inline __m256i routedb_wide_specials(__m256i vector) {
    // 0x20 to 0x7E are 0 to 0x5E after the subtraction, and everything else is above.
    __m256i moved = _mm256_sub_epi8(vector, _mm256_set1_epi8(0x20));
    __m256i beyond = _mm256_cmpeq_epi8(_mm256_max_epu8(moved, _mm256_set1_epi8(0x5F)), moved);
    return _mm256_or_si256(beyond, _mm256_cmpeq_epi8(vector, _mm256_set1_epi8('%')));
}

/// As `routedb_scan_vectors`, with vectors of 32 bytes. `count` is at least 32.
ROUTEDB_WIDE static inline routedb_marks
routedb_scan_wide(const uint8_t *bytes, size_t count, size_t base) {
    routedb_marks marks = {0, 0, 0, 0};
    __m256i specials = _mm256_setzero_si256();
    size_t last = count - 32;
    for (size_t place = 0; place < 64; place += 32) {
        // `base` is less than `count`, so that at most 63 bits are shifted out.
        size_t wanted = base + place;
        size_t offset = wanted < last ? wanted : last;
        size_t excess = wanted - offset;
        __m256i vector = _mm256_loadu_si256((const __m256i *)(bytes + offset));
        uint64_t stops = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(
            _mm256_cmpeq_epi8(vector, _mm256_set1_epi8('?')),
            _mm256_cmpeq_epi8(vector, _mm256_set1_epi8('#'))));
        marks.slashes |= (routedb_equal_bits(vector, '/') >> excess) << place;
        marks.dots |= (routedb_equal_bits(vector, '.') >> excess) << place;
        marks.stops |= (stops >> excess) << place;
        specials = _mm256_or_si256(specials, routedb_wide_specials(vector));
    }
    marks.has_special = !_mm256_testz_si256(specials, specials);
    return marks;
}

/// As `routedb_has_special_vectors`, with vectors of 32 bytes. `count` is at least 32.
ROUTEDB_WIDE static inline uint32_t
routedb_has_special_wide(const uint8_t *bytes, size_t count, size_t start) {
    __m256i specials = _mm256_setzero_si256();
    size_t last = count - 32;
    for (size_t wanted = start; wanted < count; wanted += 32) {
        size_t offset = wanted < last ? wanted : last;
        __m256i vector = _mm256_loadu_si256((const __m256i *)(bytes + offset));
        specials = _mm256_or_si256(specials, routedb_wide_specials(vector));
    }
    return !_mm256_testz_si256(specials, specials);
}

#endif

/// The marks of a block, by wide vectors where `is_wide`.
ROUTEDB_INLINE routedb_marks
routedb_block(const uint8_t *bytes, size_t count, size_t base, int is_wide) {
#if defined(ROUTEDB_WIDE)
    if (is_wide) return routedb_scan_wide(bytes, count, base);
#endif
    (void)is_wide;
    return routedb_scan(bytes, count, base);
}

ROUTEDB_INLINE uint32_t
routedb_rest_is_special(const uint8_t *bytes, size_t count, size_t start, int is_wide) {
#if defined(ROUTEDB_WIDE)
    if (is_wide) return routedb_has_special_wide(bytes, count, start);
#endif
    (void)is_wide;
    return routedb_has_special(bytes, count, start);
}

/// Inlined where it is called, each time with one value of `is_wide`.
ROUTEDB_INLINE routedb_reading routedb_read_by(
    const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room, int is_wide
) {
    if (count == 0) return routedb_no_reading;
    routedb_marks marks = routedb_block(bytes, count, 0, is_wide);
    uint32_t has_special = marks.has_special;
    uint64_t doubled;
    if (!routedb_begins_plainly(bytes, marks.slashes, &doubled)) return routedb_no_reading;
    uint64_t before = 0, dots = 0;
    uint32_t slash_count = 0;
    size_t base = 0, path_end = count;
    for (;;) {
        uint64_t stop = marks.stops & (0 - marks.stops);
        // Without a stop, `stop - 1` has all bits.
        uint64_t slashes = marks.slashes & (stop - 1);
        uint64_t following = slashes << 1 | before;
        if ((slashes & following) != doubled) return routedb_no_reading;
        doubled = 0;
        dots |= marks.dots & following;
        uint32_t number = (uint32_t)__builtin_popcountll(slashes);
        if (slash_count + number > room) return routedb_no_reading;
        routedb_write_places(slashes, (uint32_t)base, places + slash_count);
        slash_count += number;
        base += 64;
        if (stop != 0) {
            path_end = base - 64 + (size_t)__builtin_ctzll(stop);
            break;
        }
        if (__builtin_expect(base >= count, 1)) break;
        before = slashes >> 63;
        marks = routedb_block(bytes, count, base, is_wide);
        has_special |= marks.has_special;
    }
    if (base < count) has_special |= routedb_rest_is_special(bytes, count, base, is_wide);
    routedb_reading reading = {slash_count, (uint32_t)path_end, has_special, dots != 0};
    return reading;
}

/// By the instructions that every processor of the kind has.
static __attribute__((noinline)) routedb_reading
routedb_read_narrow(const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room) {
    return routedb_read_by(bytes, count, places, room, 0);
}

#if defined(ROUTEDB_WIDE)
ROUTEDB_WIDE __attribute__((flatten, noinline)) static routedb_reading
routedb_read_wide(const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room) {
    return routedb_read_by(bytes, count, places, room, 1);
}

/// The width in bytes of the widest vectors that the processor has, with the instructions that go with them.
static int routedb_find_width(void) {
    int has_bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt");
    if (!has_bits || !__builtin_cpu_supports("avx2")) return 16;
    int has_widest = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2");
    return has_widest ? 64 : 32;
}

/// The same, found once. Threads that find it at the same time find the same.
static inline int routedb_width(void) {
    static _Atomic int found;
    int width = atomic_load_explicit(&found, memory_order_relaxed);
    if (__builtin_expect(width == 0, 0)) {
        width = routedb_find_width();
        atomic_store_explicit(&found, width, memory_order_relaxed);
    }
    return width;
}

/// A URL with more slashes than the widest vectors find at once is read by others.
ROUTEDB_AVX512 __attribute__((noinline)) static routedb_reading
routedb_read_avx512(const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room) {
    routedb_reading reading;
    if (routedb_read_twice(bytes, count, places, room, &reading)) return reading;
    return routedb_read_narrow(bytes, count, places, room);
}
#endif

/// Reads by the widest vectors that the processor has and that `width` allows.
ROUTEDB_INLINE routedb_reading routedb_read_within(
    const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room, int width
) {
#if defined(ROUTEDB_WIDE)
    int widest = routedb_width();
    if (widest > width) widest = width;
    if (widest >= 64 && count - 1 < ROUTEDB_AVX512_BYTES) {
        return routedb_read_avx512(bytes, count, places, room);
    }
    if (widest >= 32 && count >= 32) {
        return routedb_read_wide(bytes, count, places, room);
    }
#endif
    (void)width;
    return routedb_read_narrow(bytes, count, places, room);
}

routedb_reading
routedb_read(const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room) {
    return routedb_read_within(bytes, count, places, room, 64);
}

routedb_reading routedb_read_narrower(
    const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room, int width
) {
    return routedb_read_within(bytes, count, places, room, width);
}
