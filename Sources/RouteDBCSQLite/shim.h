#ifndef ROUTEDB_CSQLITE_SHIM_H
#define ROUTEDB_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
