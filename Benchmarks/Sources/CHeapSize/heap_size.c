#include "heap_size.h"

#include <stdlib.h>  // Defines __GLIBC__ where it applies.

#ifdef __GLIBC__
#include <malloc.h>

size_t routedb_benchmark_heap_size(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#else
size_t routedb_benchmark_heap_size(void) { return 0; }
#endif
