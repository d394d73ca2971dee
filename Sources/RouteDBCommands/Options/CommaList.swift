/// Several texts in one argument.
enum CommaList {
    /// Returns the texts of a comma-separated list; a backslash escapes the next character.
    static func texts(_ list: String) -> [String] {
        var texts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in list.utf8 {
            if !isEscaped && byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if !isEscaped && byte == UInt8(ascii: ",") {
                texts.append([])
            } else {
                texts[texts.count - 1].append(byte)
            }
            isEscaped = false
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }
}
