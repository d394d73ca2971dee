import RouteDBRouting
import RouteDBStorage

/// Short texts that stand for values: HMAC-SHA-256 (RFC 2104), cut to its first 64 bits.
///
/// Without the key nobody can tell which value a text stands for, also not by trying all values.
/// The texts are `~` and 16 hexadecimal digits, which stand for themselves everywhere in a URL.
struct KeyedHash: Sendable {
    /// The fewest bytes of a key: the security level of 128 bits.
    static let leastKeyBytes = 16

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

    /// All 32 bytes of the code of a text.
    func code(of text: some Sequence<UInt8>) -> [UInt8] {
        var (inner, outer) = (inner, outer)
        inner.update(Array(text))
        outer.update(inner.finish())
        return outer.finish()
    }

    /// The text that stands for another.
    func text(for text: some Sequence<UInt8>) -> String {
        "~" + code(of: text).prefix(8).hexadecimal
    }
}
