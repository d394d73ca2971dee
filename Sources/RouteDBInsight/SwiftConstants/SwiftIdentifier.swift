import RouteDB

/// Names of routes and parameters as identifiers of Swift.
enum SwiftIdentifier {
    /// Returns a name in lower camel case: `user.profile` becomes `userProfile`.
    static func make(_ name: String, fallback: String) -> String {
        let identifier = joined(words(name), fallback: fallback)
        return keywords.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Returns a name as the label of a value, where nearly every keyword may stand.
    static func label(_ name: String) -> String {
        let label = joined(words(name), fallback: "value")
        return ["inout", "let", "var"].contains(label) ? "\(label)Value" : label
    }

    /// Returns whether a text can be the name of a type: letters and digits of ASCII, a capital first.
    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
            return false
        }
        return text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } && text != "Type"
            && text != "Self" && text != "Any" && text != "Protocol"
    }

    private static func joined(_ words: [String], fallback: String) -> String {
        guard let first = words.first else { return fallback }
        var identifier = loweringFirst(first)
        for word in words.dropFirst() { identifier += raisingFirst(word) }
        guard let start = identifier.unicodeScalars.first, start.properties.isXIDStart else {
            return fallback + raisingFirst(identifier)
        }
        return identifier
    }

    /// The runs of characters that identifiers may have.
    private static func words(_ name: String) -> [String] {
        name.unicodeScalars.split { !mayStand($0) }.map { String(String.UnicodeScalarView($0)) }
    }

    /// Beyond ASCII, letters and digits are in the identifiers of Unicode and of Swift alike; other
    /// characters of such identifiers are not taken, since the two differ about them.
    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isXIDContinue
            && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
    }

    /// Lowers the capitals that a word begins with, but not the one that begins its second part:
    /// `URLPage` becomes `urlPage`.
    private static func loweringFirst(_ word: String) -> String {
        let scalars = Array(word.unicodeScalars)
        var count = scalars.prefix { $0.properties.isUppercase }.count
        if count > 1, count < scalars.count, scalars[count].properties.isLowercase { count -= 1 }
        let head = String(String.UnicodeScalarView(scalars[..<count])).lowercased()
        return head + String(String.UnicodeScalarView(scalars[count...]))
    }

    private static func raisingFirst(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// The reserved words of The Swift Programming Language, "Lexical Structure", and the names that
    /// a case of an enumeration cannot have.
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
        "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
        "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough",
        "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "any", "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try",
    ]

    /// Returns a text as a string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                literal += "\\"
                literal.unicodeScalars.append(scalar)
            case _ where PlainText.isUnsafe(scalar):
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
