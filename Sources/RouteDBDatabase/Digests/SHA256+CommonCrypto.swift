#if canImport(CommonCrypto)
    import CommonCrypto
    import Darwin

    /// A SHA-256 hash (FIPS 180-4) of bytes that come piece by piece, by CommonCrypto.
    ///
    /// Its functions always succeed. Each reads and writes only what it is given, and keeps none of
    /// it: that makes the calls safe.
    package struct SHA256: ~Copyable {
        private var context = CC_SHA256_CTX()

        package init() { unsafe CC_SHA256_Init(&context) }

        /// Adds bytes to those that are hashed.
        package mutating func update(_ bytes: [UInt8]) {
            unsafe bytes.withUnsafeBytes { bytes in
                // A call takes at most 4 GiB.
                for start in stride(from: 0, to: bytes.count, by: 1 << 30) {
                    let part = unsafe UnsafeRawBufferPointer(
                        rebasing: bytes[start..<min(start + (1 << 30), bytes.count)])
                    unsafe CC_SHA256_Update(&context, part.baseAddress, CC_LONG(part.count))
                }
            }
        }

        /// Returns the digest of all bytes that were added.
        package consuming func finish() -> [UInt8] {
            var digest = [UInt8](repeating: 0, count: Self.digestBytes)
            // It writes as many bytes as the digest has.
            unsafe CC_SHA256_Final(&digest, &context)
            return digest
        }

        /// Returns the authentication code of bytes: HMAC-SHA-256 (RFC 2104).
        package static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
            var code = [UInt8](repeating: 0, count: digestBytes)
            // It writes as many bytes as the digest has.
            unsafe CCHmac(
                CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, bytes, bytes.count, &code)
            return code
        }
    }

    extension [UInt8] {
        /// Compares the bytes with others, in a time that depends only on how many they are.
        package func isEqual(inConstantTime other: [UInt8]) -> Bool {
            // Both arrays have the bytes that are compared.
            count == other.count && (unsafe timingsafe_bcmp(self, other, count) == 0)
        }
    }
#endif
