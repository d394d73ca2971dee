/// Text as its bytes: what the models cut and compare.
typealias ModelBytes = [UInt8]

extension [UInt8] {
    init(of text: String) { self = Array(text.utf8) }

    var text: String { String(decoding: self, as: UTF8.self) }

    /// The pieces between the marks, empty ones too; always one more than marks.
    func cut(at mark: String) -> [ModelBytes] {
        split(separator: ModelBytes(of: mark), omittingEmptySubsequences: false).map(Array.init)
    }

    /// What stands before and behind the first mark; behind is `nil` without one.
    func parted(at mark: String) -> (before: ModelBytes, behind: ModelBytes?) {
        let mark = ModelBytes(of: mark)
        guard let range = firstRange(of: mark) else { return (self, nil) }
        return (Array(self[..<range.lowerBound]), Array(self[range.upperBound...]))
    }

    func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }

    func hasSuffix(_ text: String) -> Bool { reversed().starts(with: text.utf8.reversed()) }

    /// The text with its escapes decoded; `nil` if it then is none.
    var percentDecoded: String? { String(validating: unescaped, as: UTF8.self) }

    /// What the escapes stand for.
    var unescaped: ModelBytes {
        var bytes: ModelBytes = []
        var rest = self[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let isEscape = digits.count == 2 && digits.allSatisfy { Character($0).isHexDigit }
            if byte == UInt8(ascii: "%"), isEscape, let value = UInt8(Array(digits).text, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// The scheme that a URL begins with, and what stands behind its colon.
    var schemeParted: (scheme: String?, behind: ModelBytes) {
        let (before, behind) = parted(at: ":")
        guard let behind, let first = before.first, Character(first).isLetter,
            before.allSatisfy({ Character($0).isLetter || "0123456789+-.".utf8.contains($0) })
        else { return (nil, self) }
        return (before.text, behind)
    }
}

extension Character {
    /// The character of an ASCII byte; of any other byte, one that is no letter and no digit.
    fileprivate init(_ byte: UInt8) {
        self.init(Unicode.Scalar(byte < 0x80 ? byte : UInt8(ascii: "~")))
    }
}
