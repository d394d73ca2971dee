/// Lower-case words of ASCII letters and digits, joined by single hyphens.
enum SlugGrammar {
    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte.isASCIIDigit
    }

    /// The end of the longest slug at the start, or 0.
    @inline(__always)
    static func prefix(_ bytes: RawSpan) -> Int {
        let count = bytes.byteCount
        var index = 0
        var end = 0
        while index < count {
            while index < count, isWord(bytes.byte(at: index)) { index += 1 }
            // The last hyphen must be followed by a word.
            guard index > end || end == 0 else { break }
            let isAfterHyphen = end > 0
            if isAfterHyphen, index == end + 1 { break }
            end = index
            guard end > 0, index < count, bytes.byte(at: index) == UInt8(ascii: "-") else { break }
            index += 1
        }
        return end
    }
}
