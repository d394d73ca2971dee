/// A text by its bytes, which need not be UTF-8.
///
/// Equal means the same bytes; texts are ordered by their bytes.
struct ByteText: Hashable, Comparable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    static func < (left: ByteText, right: ByteText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Feeds the bytes at once: an array feeds them one by one.
    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The text, with U+FFFD for what is not UTF-8.
    var string: String { String(decoding: bytes, as: UTF8.self) }
}
