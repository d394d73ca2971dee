#ifndef ROUTEDB_CPOSTGRES_SHIM_H
#define ROUTEDB_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

#endif
