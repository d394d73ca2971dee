#ifndef ROUTEDB_CSQLITE_SHIM_H
#define ROUTEDB_CSQLITE_SHIM_H

#include <sqlite3.h>

// Only what Swift cannot call: variadic functions, and macros that cast.

/// Turns one of the SQLITE_DBCONFIG flags on or off.
static inline int routedb_config_flag(sqlite3 *database, int flag, int on) {
    return sqlite3_db_config(database, flag, on, (int *)0);
}

/// Binds UTF-8 text by length; SQLite copies it.
static inline int routedb_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(
        statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a BLOB by length; SQLite copies it.
static inline int routedb_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
