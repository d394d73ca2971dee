#include "history_loops.h"
#include "rollups.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENT = 4096, ENTRY = 16, HEADER = 40, COLUMNS = HISTORY_NUMBERS + HISTORY_TEXTS };

struct history_file {
    sqlite3 *database;
    sqlite3_stmt *row, *segment, *rollup, *stream;
    rollups sums;
    size_t since_checkpoint;
    int64_t numbers[COLUMNS][SEGMENT];
    uint8_t *bytes[HISTORY_TEXTS];
    size_t lengths[HISTORY_TEXTS], capacities[HISTORY_TEXTS];
    uint8_t *columns, *texts;
    size_t texts_capacity;
};

int history_open(const char *path, history_file **file) {
    history_file *made = calloc(1, sizeof *made);
    if (!made) return SQLITE_NOMEM;
    *file = made;
    made->columns = malloc(HEADER + COLUMNS * ENTRY + COLUMNS * SEGMENT * 8);
    int code = sqlite3_open_v2(path, &made->database,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0);
    if (!code) code = sqlite3_exec(made->database,
        "PRAGMA page_size=16384; PRAGMA auto_vacuum=2; PRAGMA journal_mode=WAL;"
        "PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0;"
        "CREATE TABLE IF NOT EXISTS tail (id INTEGER PRIMARY KEY, time INTEGER NOT NULL,"
        " namespace INTEGER NOT NULL, route INTEGER NOT NULL, revision INTEGER NOT NULL,"
        " outcome INTEGER NOT NULL, duration INTEGER NOT NULL, status INTEGER NOT NULL,"
        " weight INTEGER NOT NULL, source INTEGER NOT NULL, stream INTEGER NOT NULL,"
        " sequence INTEGER NOT NULL, url BLOB NOT NULL, principal BLOB, parameters BLOB,"
        " referrer BLOB) STRICT;"
        "CREATE TABLE IF NOT EXISTS segment (id INTEGER PRIMARY KEY, hits INTEGER NOT NULL,"
        " first_time INTEGER NOT NULL, last_time INTEGER NOT NULL, columns BLOB NOT NULL,"
        " texts BLOB NOT NULL) STRICT;"
        "CREATE INDEX IF NOT EXISTS segment_time ON segment (last_time, first_time, hits);"
        "CREATE TABLE IF NOT EXISTS rollup (bucket INTEGER NOT NULL CHECK (bucket % 900 = 0),"
        " namespace INTEGER NOT NULL, route INTEGER NOT NULL, outcome INTEGER NOT NULL,"
        " hits INTEGER NOT NULL, weight INTEGER NOT NULL, duration INTEGER NOT NULL,"
        " timed INTEGER NOT NULL, pruned_hits INTEGER NOT NULL DEFAULT 0,"
        " pruned_weight INTEGER NOT NULL DEFAULT 0, pruned_duration INTEGER NOT NULL DEFAULT 0,"
        " pruned_timed INTEGER NOT NULL DEFAULT 0,"
        " PRIMARY KEY (bucket, namespace, route, outcome)) STRICT, WITHOUT ROWID;"
        "CREATE TABLE IF NOT EXISTS stream (id INTEGER PRIMARY KEY, hits INTEGER NOT NULL) STRICT;"
        "INSERT INTO stream VALUES (1, 0) ON CONFLICT DO NOTHING;",
        0, 0, 0);
    if (!code) code = sqlite3_prepare_v3(made->database,
        "INSERT INTO tail (time, namespace, route, revision, outcome, duration, status, weight,"
        " source, stream, sequence, url, principal, parameters, referrer)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, SQLITE_PREPARE_PERSISTENT, &made->row, 0);
    if (!code) code = sqlite3_prepare_v3(made->database,
        "INSERT INTO segment (hits, first_time, last_time, columns, texts) VALUES (?,?,?,?,?)",
        -1, SQLITE_PREPARE_PERSISTENT, &made->segment, 0);
    if (!code) code = sqlite3_prepare_v3(made->database,
        "INSERT INTO rollup (bucket, namespace, route, outcome, hits, weight, duration, timed)"
        " VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET hits = hits + excluded.hits,"
        " weight = weight + excluded.weight, duration = duration + excluded.duration,"
        " timed = timed + excluded.timed",
        -1, SQLITE_PREPARE_PERSISTENT, &made->rollup, 0);
    if (!code) code = sqlite3_prepare_v3(made->database,
        "UPDATE stream SET hits = hits + ? WHERE id = 1",
        -1, SQLITE_PREPARE_PERSISTENT, &made->stream, 0);
    return code;
}

void history_close(history_file *file) {
    sqlite3_finalize(file->row);
    sqlite3_finalize(file->segment);
    sqlite3_finalize(file->rollup);
    sqlite3_finalize(file->stream);
    sqlite3_close_v2(file->database);
    for (int text = 0; text < HISTORY_TEXTS; text++) free(file->bytes[text]);
    free(file->columns);
    free(file->texts);
    rollups_free(&file->sums);
    free(file);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
    sqlite3_reset(statement);
    return code;
}

static int commit(history_file *file, size_t size) {
    int code = sqlite3_exec(file->database, "COMMIT", 0, 0, 0);
    file->since_checkpoint += size;
    if (code || file->since_checkpoint < (16u << 20)) return code;
    file->since_checkpoint = 0;
    return sqlite3_wal_checkpoint_v2(
        file->database, "main", SQLITE_CHECKPOINT_PASSIVE, 0, 0);
}

int history_write_rows(history_file *file, const history_hit *hits, size_t count) {
    int code = sqlite3_exec(file->database, "BEGIN IMMEDIATE", 0, 0, 0);
    size_t size = 0;
    for (size_t index = 0; !code && index < count; index++) {
        const history_hit *hit = &hits[index];
        for (int number = 0; number < HISTORY_NUMBERS; number++)
            sqlite3_bind_int64(file->row, number + 1, hit->numbers[number]);
        for (int text = 0; text < HISTORY_TEXTS; text++) {
            sqlite3_bind_blob64(file->row, HISTORY_NUMBERS + text + 1, hit->texts[text],
                hit->lengths[text], SQLITE_STATIC);
            size += hit->lengths[text];
        }
        code = run(file->row);
    }
    return code ? code : commit(file, size + count * HISTORY_NUMBERS * 8);
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

/// Writes a column in the narrowest width that holds it, and its entry of the directory.
static size_t encode(uint8_t *columns, int column, const int64_t *values, size_t count,
    size_t start, int64_t *least_value, int64_t *greatest_value) {
    int64_t least = INT64_MAX, greatest = INT64_MIN;
    for (size_t index = 0; index < count; index++) {
        if (values[index] < least) least = values[index];
        if (values[index] > greatest) greatest = values[index];
    }
    uint64_t range = (uint64_t)greatest - (uint64_t)least;
    int width = !range ? 0 : range <= 0xFF ? 1 : range <= 0xFFFF ? 2 : range <= 0xFFFFFFFF ? 4 : 8;
    uint8_t *entry = columns + HEADER + column * ENTRY;
    put(entry, (uint64_t)least, 8);
    put(entry + 8, start, 4);
    put(entry + 12, width, 4);
    uint8_t *place = columns + start;
    uint64_t base = (uint64_t)least;
    switch (width) {
    case 1: for (size_t i = 0; i < count; i++) place[i] = (uint8_t)(values[i] - base); break;
    case 2: for (size_t i = 0; i < count; i++) put(place + i * 2, values[i] - base, 2); break;
    case 4: for (size_t i = 0; i < count; i++) put(place + i * 4, values[i] - base, 4); break;
    case 8: for (size_t i = 0; i < count; i++) put(place + i * 8, values[i] - base, 8); break;
    }
    *least_value = least;
    *greatest_value = greatest;
    return start + width * count;
}

/// Appends the bytes of a hit to the columns, as a batch has them.
static void append(history_file *file, const history_hit *hit, size_t index) {
    for (int number = 0; number < HISTORY_NUMBERS; number++)
        file->numbers[number][index] = hit->numbers[number];
    for (int text = 0; text < HISTORY_TEXTS; text++) {
        size_t end = file->lengths[text] + hit->lengths[text];
        if (end > file->capacities[text]) {
            file->capacities[text] = end * 2;
            file->bytes[text] = realloc(file->bytes[text], end * 2);
        }
        if (hit->lengths[text])
            memcpy(file->bytes[text] + file->lengths[text], hit->texts[text], hit->lengths[text]);
        file->lengths[text] = end;
        file->numbers[HISTORY_NUMBERS + text][index] = (int64_t)end << 1 | (hit->texts[text] != 0);
    }
}

static int write_segment(history_file *file, size_t count, size_t *size) {
    size_t start = HEADER + COLUMNS * ENTRY, total = 0;
    int64_t least, greatest, first = 0, last = 0;
    memset(file->columns, 0, start);
    for (int column = 0; column < COLUMNS; column++) {
        start = encode(
            file->columns, column, file->numbers[column], count, start, &least, &greatest);
        if (column == 0) first = least, last = greatest;
    }
    for (int text = 0; text < HISTORY_TEXTS; text++) total += file->lengths[text];
    if (total > file->texts_capacity) {
        file->texts_capacity = total * 2;
        file->texts = realloc(file->texts, total * 2);
    }
    total = 0;
    for (int text = 0; text < HISTORY_TEXTS; text++) {
        if (file->lengths[text])
            memcpy(file->texts + total, file->bytes[text], file->lengths[text]);
        total += file->lengths[text];
        file->lengths[text] = 0;
    }
    memcpy(file->columns, "RHS1", 4);
    put(file->columns + 4, count, 4);
    put(file->columns + 16, checksum(file->texts, total), 8);
    put(file->columns + 24, (uint64_t)first, 8);
    put(file->columns + 32, (uint64_t)last, 8);
    put(file->columns + 8, checksum(file->columns + 16, start - 16), 8);
    sqlite3_bind_int64(file->segment, 1, (int64_t)count);
    sqlite3_bind_int64(file->segment, 2, first);
    sqlite3_bind_int64(file->segment, 3, last);
    sqlite3_bind_blob64(file->segment, 4, file->columns, start, SQLITE_STATIC);
    sqlite3_bind_blob64(file->segment, 5, file->texts, total, SQLITE_STATIC);
    *size += start + total;
    return run(file->segment);
}

static int insert_segments(
    history_file *file, const history_hit *hits, size_t count, size_t *size) {
    int code = SQLITE_OK;
    size_t filled = 0;
    for (size_t index = 0; !code && index < count; index++) {
        append(file, &hits[index], filled++);
        if (filled < SEGMENT && index + 1 < count) continue;
        code = write_segment(file, filled, size);
        filled = 0;
    }
    return code;
}

static int add_rollups(history_file *file, const history_hit *hits, size_t count) {
    rollups_clear(&file->sums);
    for (size_t index = 0; index < count; index++) rollups_add(&file->sums, hits[index].numbers);
    rollups_sort(&file->sums);
    int code = SQLITE_OK;
    for (size_t index = 0; !code && index < file->sums.count; index++) {
        for (int place = 0; place < ROLLUP_VALUES; place++)
            sqlite3_bind_int64(file->rollup, place + 1, file->sums.rows[index].values[place]);
        code = run(file->rollup);
    }
    sqlite3_bind_int64(file->stream, 1, (int64_t)count);
    return code ? code : run(file->stream);
}

int history_write_segments(history_file *file, const history_hit *hits, size_t count) {
    size_t size = 0;
    int code = sqlite3_exec(file->database, "BEGIN IMMEDIATE", 0, 0, 0);
    if (!code) code = insert_segments(file, hits, count, &size);
    return code ? code : commit(file, size);
}

int history_write_all(history_file *file, const history_hit *hits, size_t count) {
    size_t size = 0;
    int code = sqlite3_exec(file->database, "BEGIN IMMEDIATE", 0, 0, 0);
    if (!code) code = insert_segments(file, hits, count, &size);
    if (!code) code = add_rollups(file, hits, count);
    return code ? code : commit(file, size);
}

int history_scan_rows(history_file *file, int64_t sums[3]) {
    sqlite3_stmt *statement = 0;
    int code = sqlite3_prepare_v2(
        file->database, "SELECT time, route, duration FROM tail", -1, &statement, 0);
    while (!code && sqlite3_step(statement) == SQLITE_ROW)
        for (int column = 0; column < 3; column++)
            sums[column] = (int64_t)((uint64_t)sums[column]
                + (uint64_t)sqlite3_column_int64(statement, column));
    sqlite3_finalize(statement);
    return code;
}
