/// The text of a value of several segments, such as that of `{rest:path}`.
///
/// 1. A slash between segments is `/`, and one within a segment is `%2F`.
/// 2. A `%` within a segment is `%25` if `2F` follows it, or would after some `25`. Everything else
///    stands for itself.
///
/// So different segments have different texts.
package enum RestText {
    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    /// Appends the text of a decoded segment.
    static func append(_ segment: [UInt8], to text: inout [UInt8]) {
        for (index, byte) in segment.enumerated() {
            if byte == slash {
                PercentCoding.append(byte, to: &text)
            } else {
                text.append(byte)
                let isMark = byte == percent && beginsSlash(segment[(index + 1)...])
                if isMark { text.append(contentsOf: "25".utf8) }
            }
        }
    }

    /// The text of a decoded segment.
    package static func text(of segment: String) -> String {
        var text: [UInt8] = []
        append(Array(segment.utf8), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The decoded segment with a text; a slash in the text is one within the segment.
    package static func segment(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(percent) else { return text }
        var segment: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == percent, beginsSlash(bytes[index...]) else {
                segment.append(byte)
                continue
            }
            let isSlash = bytes[index + 1] != UInt8(ascii: "5")
            segment.append(isSlash ? slash : percent)
            index += 2
        }
        return String(decoding: segment, as: UTF8.self)
    }

    /// The text of a value, with each slash within a segment written in the one way.
    package static func normalized(_ text: String) -> String {
        guard text.utf8.contains(percent) else { return text }
        return text.utf8.split(separator: slash, omittingEmptySubsequences: false)
            .map { self.text(of: segment(String(Substring($0)))) }.joined(separator: "/")
    }

    /// Returns whether a text is `2F`, after any number of `25`, and perhaps more.
    private static func beginsSlash(_ text: ArraySlice<UInt8>) -> Bool {
        var text = text
        while text.starts(with: "25".utf8) { text = text.dropFirst(2) }
        return text.starts(with: "2F".utf8) || text.starts(with: "2f".utf8)
    }
}
