/// The characters around a parameter in the dialect `aroute`, and the text before its type.
struct PatternMarks: Hashable, Sendable, CustomStringConvertible {
    let open: Character
    let close: Character
    let cast: String

    /// The usual marks, `{}` and `|`.
    init() {
        open = "{"
        close = "}"
        cast = "|"
    }

    /// Reads marks: one or two characters around a parameter, and one or more before its type.
    init?(_ marks: String, castMark: String) {
        guard Self.areMarks(marks), Self.isCastMark(castMark), let open = marks.first,
            let close = marks.last, !castMark.contains(open), !castMark.contains(close)
        else { return nil }
        self.open = open
        self.close = close
        cast = castMark
    }

    var description: String { "\(open)\(close) \(cast)" }

    static func areMarks(_ text: String) -> Bool {
        1...2 ~= text.unicodeScalars.count && text.unicodeScalars.allSatisfy(isMark)
    }

    static func isCastMark(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(isMark)
    }

    /// Slashes and spaces cannot be marks, since they separate segments and the words of a syntax.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "/" && scalar.value > 0x20 && scalar.value < 0x7F
    }
}
