#pragma once

// Apple's systems have CommonCrypto instead, and their compiler reads this file too.
#ifndef __APPLE__

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

/// Starts libcrypto without its cleanup at exit, which frees what other threads may still compute with.
///
/// Has no effect if the program has started libcrypto itself; a macro, so Swift cannot ask for it.
static inline void routedb_start_crypto(void) {
#ifdef OPENSSL_INIT_NO_ATEXIT
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
#endif
}

#endif
