/// A hash that is the same in every process and never changes, so that samples stay the same:
/// 64-bit FNV-1a, mixed by the finalizer of SplitMix64.
package enum StableHash {
    package static func hash(_ text: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// The bucket of a text, one of ten thousand; it depends on the salt.
    static func bucket(of text: String, salt: String) -> Int {
        Int(hash(Array(salt.utf8) + [0] + Array(text.utf8)) % 10_000)
    }
}

/// A text as a key, compared byte by byte, since `String` considers some different names equal.
package struct TextKey: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        // Not the hash of `String`, which is the same for all texts that it considers equal: somebody could
        // make any number of keys with one hash.
        var text = text
        // The bytes are hashed inside the closure.
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8.max)
    }
}
