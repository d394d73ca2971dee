#ifndef ROUTEDB_SCAN_H
#define ROUTEDB_SCAN_H

// What the matcher needs of the processor and Swift cannot say: bitmaps of bytes (a move-mask
// instruction), and choices without a branch.
//
// Each function that uses instructions of one processor has a portable twin, which other processors
// use, and the tests compare the two. Every function reads only what its comment says.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
    #include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && defined(__LITTLE_ENDIAN__)
    #include <arm_neon.h>
#endif

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #error "Words of a URL are read with the first byte in the lowest bits."
#endif

#define ROUTEDB_INLINE static inline __attribute__((always_inline))

// MARK: Bitmaps

/// Up to 64 bytes of a URL, one bit for each byte; bits after the end are zero.
typedef struct {
    /// The `/`.
    uint64_t slashes;
    /// The `?` and `#`, one of which ends a path.
    uint64_t stops;
    /// The `.`.
    uint64_t dots;
    /// Whether a byte is `%`, a control character or not ASCII.
    uint32_t has_special;
} routedb_marks;

ROUTEDB_INLINE int routedb_is_special(uint8_t byte) {
    return byte < 0x20 || byte >= 0x7F || byte == '%';
}

/// The marks of the bytes from `base`, which is less than `count`.
ROUTEDB_INLINE routedb_marks
routedb_scan_portable(const uint8_t *bytes, size_t count, size_t base) {
    routedb_marks marks = {0, 0, 0, 0};
    size_t length = count - base < 64 ? count - base : 64;
    for (size_t index = 0; index < length; index++) {
        uint8_t byte = bytes[base + index];
        marks.slashes |= (uint64_t)(byte == '/') << index;
        marks.stops |= (uint64_t)(byte == '?' || byte == '#') << index;
        marks.dots |= (uint64_t)(byte == '.') << index;
        marks.has_special |= (uint32_t)routedb_is_special(byte);
    }
    return marks;
}

/// Whether a byte from `start` is special; if `count` is at least 16, bytes up to 15 before the last
/// vector may be counted again.
ROUTEDB_INLINE uint32_t
routedb_has_special_portable(const uint8_t *bytes, size_t count, size_t start) {
    uint32_t found = 0;
    for (size_t index = start; index < count; index++) {
        found |= (uint32_t)routedb_is_special(bytes[index]);
    }
    return found;
}

#if defined(__SSE2__)

/// As the portable twin. `count` is at least 16.
///
/// The last vectors begin earlier than their place, so that nothing after the end is read; their
/// bits are shifted into place. The number of vectors does not depend on the length: a loop whose
/// end the processor cannot predict costs more than a vector that adds nothing.
ROUTEDB_INLINE routedb_marks
routedb_scan_vectors(const uint8_t *bytes, size_t count, size_t base) {
    const __m128i slash = _mm_set1_epi8('/');
    const __m128i dot = _mm_set1_epi8('.');
    const __m128i question = _mm_set1_epi8('?');
    const __m128i hash = _mm_set1_epi8('#');
    const __m128i percent = _mm_set1_epi8('%');
    const __m128i space = _mm_set1_epi8(0x20);
    __m128i highest = _mm_setzero_si128();
    __m128i percents = _mm_setzero_si128();
    routedb_marks marks = {0, 0, 0, 0};
    size_t last = count - 16;
#define ROUTEDB_VECTOR(place)                                                                      \
    do {                                                                                           \
        size_t wanted = base + (place);                                                            \
        size_t offset = wanted < last ? wanted : last;                                             \
        size_t excess = wanted - offset;                                                           \
        __m128i vector = _mm_loadu_si128((const __m128i *)(bytes + offset));                       \
        uint64_t slashes = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, slash));             \
        uint64_t dots = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(vector, dot));                  \
        uint64_t stops = (uint32_t)_mm_movemask_epi8(                                              \
            _mm_or_si128(_mm_cmpeq_epi8(vector, question), _mm_cmpeq_epi8(vector, hash)));         \
        marks.slashes |= (slashes >> excess) << (place);                                           \
        marks.dots |= (dots >> excess) << (place);                                                 \
        marks.stops |= (stops >> excess) << (place);                                               \
        highest = _mm_max_epu8(highest, _mm_sub_epi8(vector, space));                              \
        percents = _mm_or_si128(percents, _mm_cmpeq_epi8(vector, percent));                        \
    } while (0)
    ROUTEDB_VECTOR(0);
    ROUTEDB_VECTOR(16);
    ROUTEDB_VECTOR(32);
    ROUTEDB_VECTOR(48);
#undef ROUTEDB_VECTOR
    // 0x20 to 0x7E are 0 to 0x5E after the subtraction, and everything else is above.
    const __m128i limit = _mm_set1_epi8(0x5F);
    __m128i beyond = _mm_cmpeq_epi8(_mm_max_epu8(highest, limit), highest);
    marks.has_special = _mm_movemask_epi8(_mm_or_si128(beyond, percents)) != 0;
    return marks;
}

/// As the portable twin. `count` is at least 16.
ROUTEDB_INLINE uint32_t
routedb_has_special_vectors(const uint8_t *bytes, size_t count, size_t start) {
    const __m128i percent = _mm_set1_epi8('%');
    const __m128i space = _mm_set1_epi8(0x20);
    __m128i highest = _mm_setzero_si128();
    __m128i percents = _mm_setzero_si128();
    size_t last = count - 16;
    for (size_t wanted = start; wanted < count; wanted += 16) {
        size_t offset = wanted < last ? wanted : last;
        __m128i vector = _mm_loadu_si128((const __m128i *)(bytes + offset));
        highest = _mm_max_epu8(highest, _mm_sub_epi8(vector, space));
        percents = _mm_or_si128(percents, _mm_cmpeq_epi8(vector, percent));
    }
    const __m128i limit = _mm_set1_epi8(0x5F);
    __m128i beyond = _mm_cmpeq_epi8(_mm_max_epu8(highest, limit), highest);
    return _mm_movemask_epi8(_mm_or_si128(beyond, percents)) != 0;
}

#elif defined(__aarch64__) && defined(__ARM_NEON) && defined(__LITTLE_ENDIAN__)

/// One bit for each of 64 bytes that are all ones or all zeros.
ROUTEDB_INLINE uint64_t routedb_gathered(
    uint8x16_t first, uint8x16_t second, uint8x16_t third, uint8x16_t fourth
) {
    const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(first, weights), vandq_u8(second, weights));
    uint8x16_t high = vpaddq_u8(vandq_u8(third, weights), vandq_u8(fourth, weights));
    uint8x16_t sums = vpaddq_u8(low, high);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sums), 0);
}

ROUTEDB_INLINE uint8x16_t routedb_specials(uint8x16_t vector) {
    uint8x16_t beyond = vcgeq_u8(vsubq_u8(vector, vdupq_n_u8(0x20)), vdupq_n_u8(0x5F));
    return vorrq_u8(beyond, vceqq_u8(vector, vdupq_n_u8('%')));
}

/// As the portable twin. `count` is at least 16. What is left of fewer than 64 bytes is copied.
ROUTEDB_INLINE routedb_marks
routedb_scan_vectors(const uint8_t *bytes, size_t count, size_t base) {
    uint8_t copy[64];
    const uint8_t *block = bytes + base;
    if (count - base < 64) {
        memset(copy, 'a', sizeof copy);
        memcpy(copy, block, count - base);
        block = copy;
    }
    uint8x16_t v0 = vld1q_u8(block), v1 = vld1q_u8(block + 16);
    uint8x16_t v2 = vld1q_u8(block + 32), v3 = vld1q_u8(block + 48);
    const uint8x16_t slash = vdupq_n_u8('/'), dot = vdupq_n_u8('.');
    const uint8x16_t question = vdupq_n_u8('?'), hash = vdupq_n_u8('#');
#define ROUTEDB_STOPS(vector) vorrq_u8(vceqq_u8(vector, question), vceqq_u8(vector, hash))
    routedb_marks marks;
    marks.slashes = routedb_gathered(
        vceqq_u8(v0, slash), vceqq_u8(v1, slash), vceqq_u8(v2, slash), vceqq_u8(v3, slash));
    marks.dots = routedb_gathered(
        vceqq_u8(v0, dot), vceqq_u8(v1, dot), vceqq_u8(v2, dot), vceqq_u8(v3, dot));
    marks.stops = routedb_gathered(
        ROUTEDB_STOPS(v0), ROUTEDB_STOPS(v1), ROUTEDB_STOPS(v2), ROUTEDB_STOPS(v3));
#undef ROUTEDB_STOPS
    uint8x16_t specials = vorrq_u8(
        vorrq_u8(routedb_specials(v0), routedb_specials(v1)),
        vorrq_u8(routedb_specials(v2), routedb_specials(v3)));
    marks.has_special = vmaxvq_u8(specials) != 0;
    return marks;
}

/// As the portable twin. `count` is at least 16.
ROUTEDB_INLINE uint32_t
routedb_has_special_vectors(const uint8_t *bytes, size_t count, size_t start) {
    uint8x16_t specials = vdupq_n_u8(0);
    size_t last = count - 16;
    for (size_t wanted = start; wanted < count; wanted += 16) {
        size_t offset = wanted < last ? wanted : last;
        specials = vorrq_u8(specials, routedb_specials(vld1q_u8(bytes + offset)));
    }
    return vmaxvq_u8(specials) != 0;
}

#else
    #define ROUTEDB_PORTABLE 1
#endif

/// The marks of the bytes from `base`, which is less than `count`.
ROUTEDB_INLINE routedb_marks routedb_scan(const uint8_t *bytes, size_t count, size_t base) {
#if !defined(ROUTEDB_PORTABLE)
    if (__builtin_expect(count >= 16, 1)) return routedb_scan_vectors(bytes, count, base);
#endif
    return routedb_scan_portable(bytes, count, base);
}

/// Whether a byte from `start` is `%`, a control character or not ASCII; bytes before `start` may
/// count too.
ROUTEDB_INLINE uint32_t
routedb_has_special(const uint8_t *bytes, size_t count, size_t start) {
#if !defined(ROUTEDB_PORTABLE)
    if (__builtin_expect(count >= 16, 1)) return routedb_has_special_vectors(bytes, count, start);
#endif
    return routedb_has_special_portable(bytes, count, start);
}

/// Writes the places of the bits, each plus `base`, eight at a time: up to seven words after the last
/// place are overwritten.
///
/// Unrolled, since the number of slashes of a URL cannot be predicted.
ROUTEDB_INLINE void routedb_write_places(uint64_t bits, uint32_t base, uint32_t *places) {
    do {
        for (int index = 0; index < 8; index++) {
            places[index] = base + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
            bits &= bits - 1;
        }
        places += 8;
    } while (__builtin_expect(bits != 0, 0));
}

// MARK: A URL

/// What is known of a URL after its bytes have been read once.
typedef struct {
    /// The number of `/` before the end of the path; zero if the URL is not in plain form.
    uint32_t slash_count;
    /// Where the path ends: at the first `?` or `#`, or with the URL.
    uint32_t path_end;
    /// Whether a byte is `%`, a control character or not ASCII.
    uint32_t has_special;
    /// Whether a segment begins with a dot.
    uint32_t has_dots;
} routedb_reading;

/// Reads a URL in blocks of 64 bytes, as bitmaps, and writes the places of the slashes of its path.
///
/// A URL is in plain form if it begins with a slash, or with a scheme and two slashes within the first
/// block, and no other slash follows a slash; whoever calls looks at the special bytes and at the dots.
/// Only the `count` bytes of the URL are read. At most `room` places are written, and up to sixteen
/// words after the last one.
routedb_reading
routedb_read(const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room);

/// As above, by vectors of at most `width` bytes: 16, 32 or 64.
routedb_reading routedb_read_narrower(
    const uint8_t *bytes, size_t count, uint32_t *places, uint32_t room, int width);

// MARK: Texts

/// Bytes of a string in JSON that stand for themselves.
typedef struct {
    /// Where they end: at a `"`, a `\\` or a control character, or with the text.
    size_t end;
    /// Whether one of them is not ASCII.
    uint32_t has_high;
} routedb_run;

ROUTEDB_INLINE int routedb_ends_run(uint8_t byte) {
    return byte < 0x20 || byte == '"' || byte == '\\';
}

/// The run from `start`, which is at most `count`.
ROUTEDB_INLINE routedb_run
routedb_plain_run_portable(const uint8_t *bytes, size_t count, size_t start) {
    routedb_run run = {start, 0};
    while (run.end < count && !routedb_ends_run(bytes[run.end])) {
        run.has_high |= bytes[run.end] >= 0x80;
        run.end++;
    }
    return run;
}

#if defined(__SSE2__)

/// As the portable twin. `count` is at least 16.
///
/// The last vector begins earlier than its place, so that nothing after the end is read; its bits are
/// shifted into place.
ROUTEDB_INLINE routedb_run
routedb_plain_run_vectors(const uint8_t *bytes, size_t count, size_t start) {
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    routedb_run run = {start, 0};
    size_t last = count - 16;
    while (run.end < count) {
        size_t offset = run.end < last ? run.end : last;
        size_t excess = run.end - offset;
        __m128i vector = _mm_loadu_si128((const __m128i *)(bytes + offset));
        __m128i marks = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(vector, quote), _mm_cmpeq_epi8(vector, backslash)),
            _mm_cmpeq_epi8(_mm_min_epu8(vector, control), vector));
        uint32_t stops = (uint32_t)_mm_movemask_epi8(marks) >> excess;
        uint32_t highs = (uint32_t)_mm_movemask_epi8(vector) >> excess;
        if (stops != 0) {
            uint32_t length = (uint32_t)__builtin_ctz(stops);
            run.has_high |= highs & (((uint32_t)1 << length) - 1);
            run.end += length;
            return run;
        }
        run.has_high |= highs;
        run.end += 16 - excess;
    }
    return run;
}

#endif

/// The run from `start`, which is at most `count`.
ROUTEDB_INLINE routedb_run
routedb_plain_run(const uint8_t *bytes, size_t count, size_t start) {
#if defined(__SSE2__)
    if (__builtin_expect(count >= 16, 1)) return routedb_plain_run_vectors(bytes, count, start);
#endif
    return routedb_plain_run_portable(bytes, count, start);
}

/// Whether as many bytes of two texts, from where they are given, are the same.
ROUTEDB_INLINE int routedb_is_same(const uint8_t *one, const uint8_t *other, size_t count) {
    return memcmp(one, other, count) == 0;
}

// MARK: Words

/// The first and the last eight bytes of a text, the first byte in the lowest bits.
///
/// If the text has at most eight bytes, both are all of it, padded with zeros.
typedef struct {
    uint64_t first;
    uint64_t last;
} routedb_words;

/// The words of the text from `start`, which ends inside `count` bytes.
ROUTEDB_INLINE routedb_words
routedb_words_portable(const uint8_t *bytes, size_t count, size_t start, size_t length) {
    routedb_words words = {0, 0};
    (void)count;
    size_t size = length < 8 ? length : 8;
    for (size_t index = 0; index < size; index++) {
        words.first |= (uint64_t)bytes[start + index] << (8 * index);
        words.last |= (uint64_t)bytes[start + length - size + index] << (8 * index);
    }
    return words;
}

ROUTEDB_INLINE uint64_t routedb_load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

/// The word of a text of at most seven bytes, read in two halves or three bytes that may overlap.
ROUTEDB_INLINE uint64_t routedb_short_word(const uint8_t *text, size_t length) {
    if (length >= 4) {
        uint32_t low, high;
        memcpy(&low, text, 4);
        memcpy(&high, text + length - 4, 4);
        return low | (uint64_t)high << (length * 8 - 32);
    }
    if (length == 0) return 0;
    size_t middle = length / 2, last = length - 1;
    return text[0] | (uint64_t)text[middle] << middle * 8 | (uint64_t)text[last] << last * 8;
}

/// The words of a text that ends before the eighth byte, or that is empty.
static inline __attribute__((noinline)) routedb_words
routedb_early_words(const uint8_t *bytes, size_t count, size_t start, size_t length) {
    uint64_t word;
    if (count < 8 || length == 0) {
        word = routedb_short_word(bytes + start, length);
    } else {
        word = (routedb_load(bytes) >> start * 8) & (((uint64_t)1 << length * 8) - 1);
    }
    return (routedb_words){word, word};
}

/// The words of the text from `start`, with at least eight bytes before its end; of an empty text, any
/// words.
///
/// Without a branch on the length, which cannot be predicted. What is before a short text is shifted out.
ROUTEDB_INLINE routedb_words
routedb_late_words(const uint8_t *bytes, size_t start, size_t length) {
    const uint8_t *tail = bytes + start + length - 8;
    int is_short = __builtin_unpredictable(length < 8);
    // Chosen before the arithmetic: the processor shifts modulo 64 anyway, so that nothing is masked.
    uint64_t kept = is_short ? length : 8;
    uint64_t drop = (0 - kept * 8) & 63;
    routedb_words words;
    words.first = routedb_load(is_short ? tail : bytes + start) >> drop;
    words.last = routedb_load(tail) >> drop;
    return words;
}

/// The words of the text from `start`, which ends inside `count` bytes.
ROUTEDB_INLINE routedb_words
routedb_text_words(const uint8_t *bytes, size_t count, size_t start, size_t length) {
    if (__builtin_expect(start + length < 8 || length == 0, 0)) {
        return routedb_early_words(bytes, count, start, length);
    }
    return routedb_late_words(bytes, start, length);
}

/// Whether the text from `start`, which ends inside `count` bytes, has these words: those at 0, 8, …
/// that end before its last byte, and then its last eight bytes; one word, padded with zeros, if it has
/// at most eight bytes.
ROUTEDB_INLINE int routedb_has_words(
    const uint8_t *bytes, size_t count, size_t start, size_t length, const uint64_t *words
) {
    for (size_t offset = 0; offset + 8 < length; offset += 8) {
        if (routedb_load(bytes + start + offset) != *words++) return 0;
    }
    return routedb_text_words(bytes, count, start, length).last == *words;
}

// MARK: Edges

/// The reference beside a hash in a bucket of four hashes and four references, or zero.
///
/// No hash is twice in a bucket, but zero beside zero. All are read and compared, without a branch, since
/// none could be predicted. Vectors would take no fewer instructions, and the search would
/// wait for the hash to go to a vector, and for the reference to come back.
ROUTEDB_INLINE uint32_t routedb_find(const uint32_t *bucket, uint32_t hash) {
    // Read before they are compared: else the compiler makes branches.
    uint32_t references[4] = {bucket[4], bucket[5], bucket[6], bucket[7]};
    uint32_t first = __builtin_unpredictable(bucket[0] == hash) ? references[0] : 0;
    uint32_t second = __builtin_unpredictable(bucket[2] == hash) ? references[2] : 0;
    first = __builtin_unpredictable(bucket[1] == hash) ? references[1] : first;
    second = __builtin_unpredictable(bucket[3] == hash) ? references[3] : second;
    return first | second;
}

#endif
