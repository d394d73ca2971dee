import RouteDBRouting
import RouteDBStorage

/// Replaces values by short hashes: HMAC-SHA-256 (RFC 2104), truncated to the first 64 bits.
///
/// Without the key, nobody can tell which value a hash stands for, not even by trying all values. A
/// hash is written as `~` and 16 hexadecimal digits, which need no escaping anywhere in a URL.
struct KeyedHash: Sendable {
    /// The minimum length of a key in bytes, for a security level of 128 bits.
    static let minimumKeyBytes = 16

    private static let blockBytes = 64
    private let inner: SHA256
    private let outer: SHA256

    init(_ key: [UInt8]) {
        var block = key
        if key.count > Self.blockBytes {
            var hash = SHA256()
            hash.update(key)
            block = hash.finish()
        }
        block += [UInt8](repeating: 0, count: Self.blockBytes - block.count)
        var (inner, outer) = (SHA256(), SHA256())
        inner.update(block.map { $0 ^ 0x36 })
        outer.update(block.map { $0 ^ 0x5C })
        (self.inner, self.outer) = (inner, outer)
    }

    /// Returns the full authentication code of a text, which has 32 bytes.
    func code(of text: some Sequence<UInt8>) -> [UInt8] {
        var (inner, outer) = (inner, outer)
        inner.update(Array(text))
        outer.update(inner.finish())
        return outer.finish()
    }

    /// Returns the text to write instead of another.
    func text(for text: some Sequence<UInt8>) -> String {
        "~" + code(of: text).prefix(8).hexadecimal
    }
}
