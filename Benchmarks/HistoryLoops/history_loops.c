#include "history_loops.h"
#include "rollups.h"
#include "segments.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct history_file {
    sqlite3 *database;
    sqlite3_stmt *row, *segment, *rollup, *stream;
    rollups sums;
    segment_maker maker;
    size_t since_checkpoint;
};

int history_open(const char *path, history_file **file) {
    history_file *made = calloc(1, sizeof *made);
    if (!made) return SQLITE_NOMEM;
    *file = made;
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
        " texts BLOB NOT NULL, urls BLOB, parameters BLOB) STRICT;"
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
        "INSERT INTO segment (hits, first_time, last_time, columns, texts, urls, parameters)"
        " VALUES (?,?,?,?,?,?,?)",
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
    segment_free(&file->maker);
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

static int write_segment(history_file *file, size_t *size) {
    segment_maker *maker = &file->maker;
    sqlite3_bind_int64(file->segment, 1, (int64_t)maker->count);
    segment_finish(maker);
    sqlite3_bind_int64(file->segment, 2, maker->first);
    sqlite3_bind_int64(file->segment, 3, maker->last);
    const byte_list *blobs[] = {
        &maker->columns, &maker->texts, &maker->urls, &maker->parameters};
    for (int blob = 0; blob < 4; blob++) {
        sqlite3_bind_blob64(
            file->segment, 4 + blob, blobs[blob]->bytes, blobs[blob]->count, SQLITE_STATIC);
        *size += blobs[blob]->count;
    }
    return run(file->segment);
}

static int insert_segments(
    history_file *file, const history_hit *hits, size_t count, size_t *size) {
    int code = SQLITE_OK;
    for (size_t index = 0; !code && index < count; index++) {
        segment_append(&file->maker, &hits[index]);
        if (file->maker.count == SEGMENT || index + 1 == count) code = write_segment(file, size);
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
