#ifndef ROUTEDB_HISTORY_LOOPS_H
#define ROUTEDB_HISTORY_LOOPS_H

#include <stddef.h>
#include <stdint.h>

// What the history is compared with: loops in C over libsqlite3, as plain as they can be. Each
// returns 0, or SQLite's code.

enum { HISTORY_NUMBERS = 11, HISTORY_TEXTS = 4 };

/// A hit as bytes that lie somewhere; a text without an address is none.
typedef struct {
    int64_t numbers[HISTORY_NUMBERS];
    const uint8_t *texts[HISTORY_TEXTS];
    size_t lengths[HISTORY_TEXTS];
} history_hit;

typedef struct history_file history_file;

/// Makes a file with the history's settings and an empty table of rows and one of segments.
int history_open(const char *path, history_file **file);
void history_close(history_file *file);

/// Writes hits as rows, in one transaction.
int history_write_rows(history_file *file, const history_hit *hits, size_t count);
/// Writes hits as segments of 4,096, in one transaction: the same bytes as RouteDB's.
int history_write_segments(history_file *file, const history_hit *hits, size_t count);
/// Does the same, and in the same transaction adds to the roll-ups and the stream's number of hits:
/// all that RouteDB does but for its lock.
int history_write_all(history_file *file, const history_hit *hits, size_t count);
/// Sums the times, routes and durations of all rows.
int history_scan_rows(history_file *file, int64_t sums[3]);

#endif
