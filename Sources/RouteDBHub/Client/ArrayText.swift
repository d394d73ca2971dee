#if Hub
import RouteDB

/// Arrays as PostgreSQL reads them from text.
enum ArrayText {
    /// An array of numbers.
    static func of(_ numbers: some Sequence<Int64>) -> String {
        "{" + numbers.map { "\($0)" }.joined(separator: ",") + "}"
    }

    /// An array of texts; `nil` is NULL.
    static func of(_ texts: some Sequence<String?>) -> String {
        var bytes = [UInt8(ascii: "{")]
        for text in texts {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            guard let text else {
                bytes += Array("NULL".utf8)
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    bytes.append(UInt8(ascii: "\\"))
                }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Bytes as PostgreSQL can store them: texts are UTF-8 without NUL there.
enum StoredText {
    /// The text; if PostgreSQL cannot store it, with percent-encoding for all that is not ASCII.
    static func of(_ bytes: [UInt8]) -> String {
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { return text }
        return encoded(bytes)
    }

    /// A text that a database of any encoding can store.
    static func ascii(_ text: String) -> String { encoded(Array(text.utf8)) }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var left: [UInt8] = []
        for byte in bytes {
            guard byte == 0 || byte > 0x7F else {
                left.append(byte)
                continue
            }
            left.append(UInt8(ascii: "%"))
            left += Array([byte].hexadecimal.uppercased().utf8)
        }
        return String(decoding: left, as: UTF8.self)
    }

    /// A text of our own, without NUL.
    static func of(_ text: String) -> String { text.replacing("\u{0}", with: "\u{FFFD}") }
}
#endif
