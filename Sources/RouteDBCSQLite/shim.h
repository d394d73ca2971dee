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

/// A virtual table of ours: SQLite's part first, as it wants, then the object behind it.
typedef struct routedb_table {
    sqlite3_vtab base;
    void *object;
} routedb_table;

/// A cursor of a virtual table of ours.
typedef struct routedb_cursor {
    sqlite3_vtab_cursor base;
    void *object;
} routedb_cursor;

/// Gives UTF-8 text by length as a column's value; SQLite copies it.
static inline void routedb_result_text(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
    sqlite3_result_text64(context, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Gives a BLOB by length as a column's value; SQLite copies it.
static inline void routedb_result_blob(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
    sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

// What libsqlite3 can do since 3.38: with an older one nothing is a list, and errors have no place.

/// Says whether a constraint is an IN whose values can be had at once; with take 1, they will be.
static inline int routedb_is_list(sqlite3_index_info *info, int constraint, int take) {
#if SQLITE_VERSION_NUMBER >= 3038000
    return sqlite3_vtab_in(info, constraint, take);
#else
    return 0;
#endif
}

/// Goes to the first value of a list, or to the next one.
static inline int routedb_list_step(sqlite3_value *list, int is_first, sqlite3_value **value) {
#if SQLITE_VERSION_NUMBER >= 3038000
    return is_first ? sqlite3_vtab_in_first(list, value) : sqlite3_vtab_in_next(list, value);
#else
    return SQLITE_DONE;
#endif
}

/// The byte of the SQL that the last error is about, or -1.
static inline int routedb_error_offset(sqlite3 *database) {
#if SQLITE_VERSION_NUMBER >= 3038000
    return sqlite3_error_offset(database);
#else
    return -1;
#endif
}

#endif
