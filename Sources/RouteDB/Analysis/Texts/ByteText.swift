/// A text as bytes, which may be invalid UTF-8.
///
/// Texts are compared and ordered by their bytes.
struct ByteText: Hashable, Comparable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    static func < (left: ByteText, right: ByteText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Hashes all bytes in one call; an array would hash them one by one.
    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The text, with invalid UTF-8 replaced by U+FFFD.
    var string: String { String(decoding: bytes, as: UTF8.self) }
}
