#include "segments.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRY = 16, HEADER = 56, HEAD = 255 };
enum { URL, PRINCIPAL, PARAMETERS, REFERRER };

static void reserve(byte_list *list, size_t capacity) {
    if (capacity <= list->capacity) return;
    list->capacity = capacity * 2;
    list->bytes = realloc(list->bytes, list->capacity);
}

static void add(byte_list *list, const uint8_t *bytes, size_t count) {
    reserve(list, list->count + count);
    if (count) memcpy(list->bytes + list->count, bytes, count);
    list->count += count;
}

static uint64_t mix(uint64_t lane, uint64_t word) {
    uint64_t product = (lane ^ word) * 0x9E3779B185EBCA87u;
    return product << 31 | product >> 33;
}

static uint64_t checksum(const uint8_t *bytes, size_t count) {
    uint64_t lanes[4] = {0, 1, 2, 3}, word;
    size_t offset = 0;
    for (; offset + 32 <= count; offset += 32)
        for (int lane = 0; lane < 4; lane++) {
            memcpy(&word, bytes + offset + lane * 8, 8);
            lanes[lane] = mix(lanes[lane], word);
        }
    for (int lane = 0; offset < count; offset += 8, lane++) {
        word = 0;
        memcpy(&word, bytes + offset, count - offset < 8 ? count - offset : 8);
        lanes[lane] = mix(lanes[lane], word);
    }
    uint64_t sum = count;
    for (int lane = 0; lane < 4; lane++) sum = mix(sum, lanes[lane]);
    return sum;
}

static void put(uint8_t *place, uint64_t value, int width) { memcpy(place, &value, width); }

/// Adds a column in the narrowest width that holds it, and writes its entry of the directory.
static void column(byte_list *blob, size_t entry, const int64_t *values, size_t count,
    int64_t *least_value, int64_t *greatest_value) {
    int64_t least = INT64_MAX, greatest = INT64_MIN;
    for (size_t index = 0; index < count; index++) {
        if (values[index] < least) least = values[index];
        if (values[index] > greatest) greatest = values[index];
    }
    if (!count) least = greatest = 0;
    uint64_t range = (uint64_t)greatest - (uint64_t)least, base = (uint64_t)least;
    int ascends = count > 1 && range == count - 1;
    for (size_t index = 0; ascends && index < count; index++)
        ascends = (uint64_t)values[index] - base == index;
    int width = ascends || !range ? 0
        : range <= 0xFF ? 1 : range <= 0xFFFF ? 2 : range <= 0xFFFFFFFF ? 4 : 8;
    reserve(blob, blob->count + width * count);
    put(blob->bytes + entry, base, 8);
    put(blob->bytes + entry + 8, count, 4);
    put(blob->bytes + entry + 12, (uint64_t)(width | ascends << 8), 4);
    uint8_t *place = blob->bytes + blob->count;
    switch (width) {
    case 1: for (size_t i = 0; i < count; i++) place[i] = (uint8_t)(values[i] - base); break;
    case 2: for (size_t i = 0; i < count; i++) put(place + i * 2, values[i] - base, 2); break;
    case 4: for (size_t i = 0; i < count; i++) put(place + i * 4, values[i] - base, 4); break;
    case 8: for (size_t i = 0; i < count; i++) put(place + i * 8, values[i] - base, 8); break;
    }
    blob->count += width * count;
    if (least_value) *least_value = least, *greatest_value = greatest;
}

void segment_append(segment_maker *maker, const history_hit *hit) {
    size_t index = maker->count++;
    for (int number = 0; number < HISTORY_NUMBERS; number++)
        maker->numbers[number][index] = hit->numbers[number];
    for (int text = 0; text < HISTORY_TEXTS; text++) {
        add(&maker->bytes[text], hit->texts[text], hit->lengths[text]);
        maker->ends[text][index] =
            (int64_t)maker->bytes[text].count << 1 | (hit->texts[text] != 0);
    }
}

/// A hit's text, or none.
static const uint8_t *text_of(const segment_maker *maker, int text, size_t index, size_t *length) {
    const int64_t *ends = maker->ends[text];
    size_t start = index ? (size_t)(ends[index - 1] >> 1) : 0;
    *length = (size_t)(ends[index] >> 1) - start;
    return ends[index] & 1 ? maker->bytes[text].bytes + start : 0;
}

static uint64_t hash(const uint8_t *bytes, size_t count) {
    uint64_t sum = count, word;
    for (; count >= 8; bytes += 8, count -= 8) {
        memcpy(&word, bytes, 8);
        sum = mix(sum, word);
    }
    word = 0;
    if (count) memcpy(&word, bytes, count);
    return mix(mix(sum, word), 0);
}

static int64_t number_of(text_dictionary *names, const uint8_t *bytes, size_t count) {
    size_t slot = hash(bytes, count) & (SEGMENT * 2 - 1);
    for (; names->slots[slot]; slot = (slot + 1) & (SEGMENT * 2 - 1)) {
        int32_t number = names->slots[slot];
        size_t start = number > 1 ? (size_t)names->ends[number - 2] : 0;
        if ((size_t)names->ends[number - 1] - start == count
            && !memcmp(names->bytes.bytes + start, bytes, count))
            return number;
    }
    add(&names->bytes, bytes, count);
    names->ends[names->count] = (int64_t)names->bytes.count;
    return names->slots[slot] = (int32_t)++names->count;
}

/// Begins a BLOB of texts with room for the sizes of its sections and its directory.
static void begin(byte_list *blob, int sections, int columns) {
    blob->count = 0;
    reserve(blob, sections * 4 + columns * ENTRY);
    blob->count = sections * 4 + columns * ENTRY;
}

static void make_names(segment_maker *maker) {
    static const int texts[] = {PRINCIPAL, REFERRER};
    byte_list sections[2] = {{0}, {0}};
    byte_list *blob = &maker->texts;
    text_dictionary *names = &maker->names;
    begin(blob, 2, 4);
    for (int kind = 0; kind < 2; kind++) {
        names->count = names->bytes.count = 0;
        memset(names->slots, 0, sizeof names->slots);
        for (size_t index = 0; index < maker->count; index++) {
            size_t length;
            const uint8_t *text = text_of(maker, texts[kind], index, &length);
            maker->lengths[index] = text ? number_of(names, text, length) : 0;
        }
        size_t entry = 8 + kind * 2 * ENTRY;
        column(blob, entry, maker->lengths, maker->count, 0, 0);
        for (size_t name = names->count; name-- > 1;) names->ends[name] -= names->ends[name - 1];
        column(blob, entry + ENTRY, names->ends, names->count, 0, 0);
        add(&sections[kind], names->bytes.bytes, names->bytes.count);
        put(blob->bytes + kind * 4, sections[kind].count, 4);
    }
    for (int kind = 0; kind < 2; kind++) {
        add(blob, sections[kind].bytes, sections[kind].count);
        free(sections[kind].bytes);
    }
}

static size_t make_groups(segment_maker *maker) {
    const int64_t *namespaces = maker->numbers[1], *routes = maker->numbers[2];
    size_t count = 0;
    memset(maker->slots, 0, sizeof maker->slots);
    for (size_t index = 0; index < maker->count; index++) {
        size_t slot = mix(mix(0, (uint64_t)routes[index]), (uint64_t)namespaces[index])
            & (SEGMENT * 2 - 1);
        for (; maker->slots[slot]; slot = (slot + 1) & (SEGMENT * 2 - 1)) {
            size_t other = (size_t)maker->slots[slot] - 1;
            if (routes[other] == routes[index] && namespaces[other] == namespaces[index]) break;
        }
        if (!maker->slots[slot]) {
            maker->slots[slot] = (int32_t)index + 1;
            maker->groups[index] = (int64_t)count++;
        } else {
            maker->groups[index] = maker->groups[maker->slots[slot] - 1];
        }
    }
    return count;
}

static size_t shared(const uint8_t *one, const uint8_t *other, size_t length) {
    size_t offset = 0;
    uint64_t left, right;
    for (; offset + 8 <= length; offset += 8) {
        memcpy(&left, one + offset, 8);
        memcpy(&right, other + offset, 8);
        if (left != right) return offset + (size_t)__builtin_ctzll(left ^ right) / 8;
    }
    while (offset < length && one[offset] == other[offset]) offset++;
    return offset;
}

/// Divides the texts of a kind, and adds their columns and their bytes to a BLOB.
static void split(segment_maker *maker, int text, size_t groups, byte_list *blob, size_t entry) {
    byte_list *rests = &maker->rests, *heads = &maker->names.bytes;
    rests->count = heads->count = 0;
    for (size_t group = 0; group < groups; group++) maker->heads[group] = -1;
    for (size_t index = 0; index < maker->count; index++) {
        size_t length, head_length;
        const uint8_t *bytes = text_of(maker, text, index, &length);
        maker->kept[index] = maker->lengths[index] = 0;
        if (!bytes) continue;
        int64_t *first = &maker->heads[maker->groups[index]];
        if (*first < 0) *first = (int64_t)index;
        const uint8_t *head = text_of(maker, text, (size_t)*first, &head_length);
        if (head_length > HEAD) head_length = HEAD;
        size_t kept = shared(bytes, head, length < head_length ? length : head_length);
        maker->kept[index] = (int64_t)kept;
        maker->lengths[index] = (int64_t)(length - kept + 1);
        add(rests, bytes + kept, length - kept);
    }
    for (size_t group = 0; group < groups; group++) {
        size_t length = 0;
        if (maker->heads[group] >= 0) {
            const uint8_t *head = text_of(maker, text, (size_t)maker->heads[group], &length);
            if (length > HEAD) length = HEAD;
            add(heads, head, length);
        }
        maker->heads[group] = (int64_t)length;
    }
    column(blob, entry, maker->heads, groups, 0, 0);
    column(blob, entry + ENTRY, maker->kept, maker->count, 0, 0);
    column(blob, entry + 2 * ENTRY, maker->lengths, maker->count, 0, 0);
    put(blob->bytes, heads->count, 4);
    put(blob->bytes + 4, rests->count, 4);
    add(blob, heads->bytes, heads->count);
    add(blob, rests->bytes, rests->count);
}

static void make_urls(segment_maker *maker) {
    size_t groups = make_groups(maker);
    begin(&maker->urls, 2, 4);
    column(&maker->urls, 8, maker->groups, maker->count, 0, 0);
    split(maker, URL, groups, &maker->urls, 8 + ENTRY);
    begin(&maker->parameters, 2, 3);
    split(maker, PARAMETERS, groups, &maker->parameters, 8);
}

void segment_finish(segment_maker *maker) {
    byte_list *columns = &maker->columns;
    int64_t least, greatest;
    make_names(maker);
    make_urls(maker);
    columns->count = 0;
    reserve(columns, HEADER + HISTORY_NUMBERS * ENTRY);
    columns->count = HEADER + HISTORY_NUMBERS * ENTRY;
    for (int number = 0; number < HISTORY_NUMBERS; number++) {
        column(columns, HEADER + number * ENTRY, maker->numbers[number], maker->count,
            &least, &greatest);
        if (number == 0) maker->first = least, maker->last = greatest;
    }
    memcpy(columns->bytes, "RHS2", 4);
    put(columns->bytes + 4, maker->count, 4);
    put(columns->bytes + 16, checksum(maker->texts.bytes, maker->texts.count), 8);
    put(columns->bytes + 24, checksum(maker->urls.bytes, maker->urls.count), 8);
    put(columns->bytes + 32, checksum(maker->parameters.bytes, maker->parameters.count), 8);
    put(columns->bytes + 40, (uint64_t)maker->first, 8);
    put(columns->bytes + 48, (uint64_t)maker->last, 8);
    put(columns->bytes + 8, checksum(columns->bytes + 16, columns->count - 16), 8);
    maker->count = 0;
    for (int text = 0; text < HISTORY_TEXTS; text++) maker->bytes[text].count = 0;
}

void segment_free(segment_maker *maker) {
    for (int text = 0; text < HISTORY_TEXTS; text++) free(maker->bytes[text].bytes);
    free(maker->columns.bytes);
    free(maker->texts.bytes);
    free(maker->urls.bytes);
    free(maker->parameters.bytes);
    free(maker->rests.bytes);
    free(maker->names.bytes.bytes);
}
