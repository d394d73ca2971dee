// The C library of Linux tells how much is allocated; Swift's import of it leaves malloc.h out.
#pragma once

#include <stddef.h>

// The bytes that are allocated and not freed; 0 where the system does not tell.
size_t routedb_benchmark_heap_size(void);
