// All functions are inline; a target needs a source file.
#include "routedb_files.h"
