import RouteDBRouting

/// A pattern of an association file: text with `*`, `?` and `$(variables)`.
package struct ApplePattern: Hashable, Sendable {
    /// A part of a pattern.
    package enum Piece: Hashable, Sendable {
        case byte(UInt8)
        /// `?`
        case one
        /// `*`
        case many
        /// `$(name)`
        case variable(String)
    }

    /// The pattern as written.
    package let text: String
    package let pieces: [Piece]

    /// Reads a pattern; every text is one.
    package init(_ text: String) {
        self.text = text
        pieces = Self.pieces(of: Array(text.utf8))
    }

    /// Makes a pattern of its pieces.
    package init(text: String, pieces: [Piece]) {
        self.text = text
        self.pieces = pieces
    }

    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var index = 0
        // No variable ends behind the last bracket, so unclosed ones are not searched to the end.
        let last = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "*"): if pieces.last != .many { pieces.append(.many) }
            case UInt8(ascii: "?"): pieces.append(.one)
            case UInt8(ascii: "$") where index < last && bytes[index] == UInt8(ascii: "("):
                let rest = bytes[(index + 1)...]
                guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { fallthrough }
                pieces.append(.variable(String(decoding: rest[..<end], as: UTF8.self)))
                index = end + 1
            default: pieces.append(.byte(byte))
            }
        }
        return pieces
    }

    /// The names of the variables.
    package var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// True if the pattern matches every text.
    package var isAnything: Bool { pieces == [.many] }

    /// The bytes of a pattern without wildcards and variables; `nil` for others.
    package var literal: [UInt8]? {
        let head = head
        return head.count == pieces.count ? head : nil
    }

    /// The bytes before the first wildcard or variable.
    package var head: [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            guard case .byte(let byte) = piece else { break }
            bytes.append(byte)
        }
        return bytes
    }

    /// Returns whether every text that another pattern matches is one that this pattern matches.
    ///
    /// It compares the patterns piece by piece, so it may say no where the answer is yes.
    package func covers(_ other: ApplePattern, budget: inout Int) -> Bool {
        Self.matches(pieces[...], other.pieces[...], budget: &budget) { own, wanted in
            wanted != .many && Self.takes(own, wanted)
        }
    }

    private static func takes(_ piece: Piece, _ other: Piece) -> Bool {
        if piece == other { return true }
        guard piece == .one else { return false }
        // A byte that begins or continues a longer character is only a part of one.
        if case .byte(let byte) = other { return byte < 0x80 }
        return false
    }
}

/// How the characters of patterns stand in the texts that they are compared with.
package struct PatternAlphabet {
    /// The expression of the texts that `?` matches.
    let character: ByteExpression
    private let spelling: ((UInt8) -> ByteExpression)?

    /// Creates an alphabet; without a spelling, each byte stands for itself.
    package init(
        character: ByteExpression = ScalarExpression.any,
        spelling: ((UInt8) -> ByteExpression)? = nil
    ) {
        (self.character, self.spelling) = (character, spelling)
    }

    /// Returns the expression of the texts that a byte of a pattern matches.
    func expression(of byte: UInt8) -> ByteExpression {
        spelling?(byte) ?? .set(ByteSet([byte]))
    }
}

/// The variables of an association file (A14).
package struct AppleVariables: Hashable, Sendable {
    /// The values of the file's own variables.
    package var own: [String: [String]] = [:]

    package init() {}

    /// The names of the predefined variables.
    package static let predefined = [
        "alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang",
    ]

    /// Returns whether no source says exactly which texts a variable stands for.
    package static func isUncertain(_ name: String) -> Bool { name == "region" || name == "lang" }

    /// Returns whether a variable can be used.
    package func isDefined(_ name: String) -> Bool {
        own[name] != nil || Self.predefined.contains(name)
    }

    /// The texts that a variable stands for; `nil` if it is not defined.
    package func expression(_ name: String, _ alphabet: PatternAlphabet) -> ByteExpression? {
        if let values = own[name] {
            // A value may contain wildcards, but no variables.
            return .choice(
                values.map { value in
                    .sequence(
                        ApplePattern(value).pieces.map { piece in
                            switch piece {
                            case .byte(let byte): alphabet.expression(of: byte)
                            case .one: alphabet.character
                            case .many: .anything
                            case .variable: .nothing
                            }
                        })
                })
        }
        let upper = ByteSet(UInt8(ascii: "A")...UInt8(ascii: "Z"))
        let lower = ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z"))
        let digit = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))
        switch name {
        case "alpha": return .set(upper.union(lower))
        case "upper": return .set(upper)
        case "lower": return .set(lower)
        case "alnum": return .set(upper.union(lower).union(digit))
        case "digit": return .set(digit)
        case "xdigit": return .set(digit.union(ByteSet("abcdefABCDEF".utf8)))
        case "lang":
            return .sequence([.set(lower), .set(lower), .optional(.set(lower))])
        case "region":
            return .choice([
                .sequence([.set(upper), .set(upper)]),
                .sequence([.set(digit), .set(digit), .set(digit)]),
            ])
        default: return nil
        }
    }
}
