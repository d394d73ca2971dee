// All functions are inline; a target needs a source file.
#include "bare_matcher.h"
