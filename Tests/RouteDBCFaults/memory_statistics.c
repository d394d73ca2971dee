#include <sqlite3.h>

// SQLite counts the memory in use under one lock for the whole process. Tests run on many threads, and
// would spend a tenth of their time on that lock. It must be said before SQLite is first used.
__attribute__((constructor)) static void leave_memory_uncounted(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
