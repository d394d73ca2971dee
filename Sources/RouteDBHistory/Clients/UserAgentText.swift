import RouteDBRouting

/// A user agent in which words are looked for, regardless of case.
package struct UserAgentText {
    /// The longest beginning of a user agent that is looked at.
    private static let limit = 512

    /// The beginning, in lower case.
    private let bytes: [UInt8]

    /// Reads the beginning of a user agent.
    package init(_ text: RawSpan) {
        // The span lends its bytes for the closure.
        bytes = unsafe text.withUnsafeBytes { text in
            unsafe text.prefix(Self.limit).map(\.asciiLowercased)
        }
    }

    /// Reads the beginning of a user agent.
    package init(_ text: String) { bytes = text.utf8.prefix(Self.limit).map(\.asciiLowercased) }

    /// True if there is no user agent.
    var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") } }

    func hasPrefix(_ word: String) -> Bool { bytes.starts(with: word.utf8) }

    /// Returns whether a word occurs.
    package func contains(_ word: String) -> Bool { place(of: Array(word.utf8), from: 0) != nil }

    /// True if a word ends or begins with `bot`, such as `Googlebot/2.1`, other than that of phones
    /// by Cubot.
    var hasWordOfBot: Bool {
        let bot = Array("bot".utf8)
        var start = 0
        while let place = place(of: bot, from: start) {
            start = place + bot.count
            let ends = start == bytes.count || !bytes[start].isASCIILetter
            let begins = place == 0 || !bytes[place - 1].isASCIILetter
            let isPhone = bytes[..<place].suffix(2).elementsEqual("cu".utf8)
            if begins || (ends || bytes[start] == UInt8(ascii: "s")) && !isPhone { return true }
        }
        return false
    }

    private func place(of word: [UInt8], from start: Int) -> Int? {
        guard let first = word.first, bytes.count - start >= word.count else { return nil }
        var index = start
        while index <= bytes.count - word.count {
            if bytes[index] == first, bytes[index...].starts(with: word) { return index }
            index += 1
        }
        return nil
    }

    /// The names of the products and systems, without their versions and without what is part of an address.
    package var names: [String] {
        bytes.split { !Self.isOfName($0) }.compactMap { word in
            let name = word.prefix { $0 != UInt8(ascii: "/") }
            guard let first = name.first, first.isASCIILetter, !name.contains(UInt8(ascii: ".")),
                word.count == name.count || !word.dropFirst(name.count + 1).starts(with: "/".utf8)
            else { return nil }
            return String(decoding: name, as: UTF8.self)
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-_./".utf8.contains(byte)
    }
}
