import RouteDBRouting

/// A piece of a pattern that is a wildcard of routers or of regular expressions, and ordinary text
/// for the platform that reads the pattern.
package struct ForeignSyntax: Hashable, Sendable {
    /// The syntax that a pattern may have besides text.
    package enum Dialect: Sendable {
        /// `*` and `?`, as in the components of both platforms.
        case wildcards
        /// Nothing, as in the `path` of a manifest.
        case text
        /// `.`, `*` and `\`, as in `pathPattern`.
        case glob
        /// The same with `+`, sets and ranges, as in `pathAdvancedPattern`.
        case advancedGlob
    }

    /// The piece as written, such as `:id`.
    package let text: String
    /// The meaning of the piece elsewhere, such as `a parameter`.
    package let meaning: String

    /// The first such piece of a path pattern; `nil` if there is none.
    ///
    /// - Complexity: Linear in the pattern.
    package static func first(in pattern: String, as dialect: Dialect) -> ForeignSyntax? {
        let bytes = Array(pattern.utf8)
        let segments = bytes.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for segment in segments {
            if let name = parameter(in: segment, dialect) {
                return ForeignSyntax(text: name, meaning: "a parameter")
            }
        }
        return expression(in: bytes, dialect).map {
            ForeignSyntax(text: $0, meaning: "a regular expression")
        }
    }

    private init(text: [UInt8], meaning: String) {
        self.text = String(decoding: text, as: UTF8.self)
        self.meaning = meaning
    }

    // MARK: Parameters

    /// The brackets around a parameter's name.
    private static let brackets = [
        (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")),
        (UInt8(ascii: "<"), UInt8(ascii: ">")),
    ]

    /// A parameter that begins a segment, or stands in one: `:id`, `{id}`, `<id>` or `[id]`.
    private static func parameter(
        in segment: ArraySlice<UInt8>, _ dialect: Dialect
    ) -> [UInt8]? {
        if segment.first == UInt8(ascii: ":"), segment.dropFirst().first?.isASCIILetter == true {
            return [UInt8(ascii: ":")] + segment.dropFirst().prefix(while: isName)
        }
        // Ranges and sets of an advanced glob have the other brackets.
        for (open, close) in dialect == .advancedGlob ? brackets.suffix(1) : brackets {
            guard let start = segment.firstIndex(of: open),
                let end = segment[start...].firstIndex(of: close)
            else { continue }
            let name = segment[(start + 1)..<end].drop { $0 == UInt8(ascii: ".") }
            let isName = name.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } ?? false
            guard isName, !name.contains(UInt8(ascii: "-")) || open != UInt8(ascii: "[") else {
                continue
            }
            return Array(segment[start...end])
        }
        return nil
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
    }

    // MARK: Regular expressions

    /// A mark of regular expressions that the dialect does not have, and no path needs as text.
    private static func expression(in bytes: [UInt8], _ dialect: Dialect) -> [UInt8]? {
        if bytes.first == UInt8(ascii: "^") { return [bytes[0]] }
        if bytes.count > 1, bytes.last == UInt8(ascii: "$") { return [UInt8(ascii: "$")] }
        var isInSet = false
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if dialect == .advancedGlob {
                if byte == UInt8(ascii: "[") { isInSet = true }
                if byte == UInt8(ascii: "]") { isInSet = false }
                if isInSet { continue }
            }
            let isMark =
                switch byte {
                case UInt8(ascii: "|"): true
                case UInt8(ascii: "("): next == UInt8(ascii: "?")
                case UInt8(ascii: "\\"):
                    // The globs of manifests escape marks, and the others nothing.
                    dialect == .wildcards || next.isASCIILetter || next.isASCIIDigit
                case UInt8(ascii: "["): dialect != .advancedGlob && isSet(bytes[index...])
                case UInt8(ascii: "."): isRepeated(next, after: index, in: bytes, dialect)
                default: false
                }
            if isMark { return byte == UInt8(ascii: "|") ? [byte] : mark(bytes[index...]) }
        }
        return nil
    }

    /// The longest set of characters that is looked for, so that brackets without ends cost little.
    private static let setLimit = 64

    /// Returns whether a set of characters begins some bytes, with a range or repeated.
    private static func isSet(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.prefix(setLimit)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let after = end + 1 < bytes.endIndex ? bytes[end + 1] : 0
        return bytes[..<end].contains(UInt8(ascii: "-")) || bytes[bytes.startIndex + 1] == 0x5E
            || after == UInt8(ascii: "+") || after == UInt8(ascii: "*")
    }

    /// Returns whether a dot is repeated as in regular expressions, where the dialect reads it otherwise.
    ///
    /// `name.*` is any extension in a component: a dot counts there only if no name is before it.
    private static func isRepeated(
        _ mark: UInt8, after index: Int, in bytes: [UInt8], _ dialect: Dialect
    ) -> Bool {
        switch dialect {
        case .advancedGlob: false
        case .glob: mark == UInt8(ascii: "+")
        case .text: mark == UInt8(ascii: "+") || mark == UInt8(ascii: "*")
        case .wildcards:
            (mark == UInt8(ascii: "+") || mark == UInt8(ascii: "*"))
                && (index == 0 || "/(".utf8.contains(bytes[index - 1]))
        }
    }

    /// A mark with what belongs to it, for messages.
    private static func mark(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
            return Array(bytes[...end])
        }
        return Array(bytes.prefix(2))
    }
}
