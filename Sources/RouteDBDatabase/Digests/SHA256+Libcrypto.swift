#if !canImport(CommonCrypto)
    import RouteDBCCrypto

    /// A SHA-256 hash (FIPS 180-4) of bytes that come piece by piece, by the system's libcrypto.
    ///
    /// OpenSSL has these functions since 1.1.0 and deprecates none of them in 3; LibreSSL has them
    /// too. They fail only without memory, or if the system's configuration of OpenSSL leaves out
    /// SHA-256: then nothing could be stored or compared, and the process ends.
    ///
    /// The context is valid until `deinit`, because nothing else frees it, and no call keeps the
    /// bytes that it is given: that makes the calls safe.
    @safe
    package struct SHA256: ~Copyable {
        private static let blockBytes = 64

        private let context: OpaquePointer

        package init() {
            routedb_start_crypto()
            guard let context = unsafe EVP_MD_CTX_new(),
                unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
            else { Self.fail() }
            unsafe self.context = unsafe context
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        /// Adds bytes to those that are hashed.
        package mutating func update(_ bytes: [UInt8]) {
            guard unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1 else { Self.fail() }
        }

        /// Returns the digest of all bytes that were added.
        package consuming func finish() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Self.digestBytes)
            // It writes as many bytes as the digest has.
            guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else { Self.fail() }
            return digest
        }

        /// Returns the authentication code of bytes: HMAC-SHA-256 (RFC 2104).
        package static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
            routedb_start_crypto()
            // By RFC 2104, the digest stands for a key that is longer than a block of the hash. So
            // the length fits an Int32.
            let key = key.count > blockBytes ? digest(of: key) : key
            var code = [UInt8](repeating: 0, count: digestBytes)
            // It writes as many bytes as the digest has, and returns where.
            let end = unsafe HMAC(
                EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
            guard unsafe end != nil else { fail() }
            return code
        }

        private static func fail() -> Never { fatalError("libcrypto cannot compute SHA-256") }
    }

    extension [UInt8] {
        /// Compares the bytes with others, in a time that depends only on how many they are.
        package func isEqual(inConstantTime other: [UInt8]) -> Bool {
            // Both arrays have the bytes that are compared.
            count == other.count && (unsafe CRYPTO_memcmp(self, other, count) == 0)
        }
    }
#endif
