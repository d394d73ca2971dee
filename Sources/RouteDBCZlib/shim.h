#pragma once
// zlib's input is then `const`.
#define ZLIB_CONST
#include <zlib.h>
