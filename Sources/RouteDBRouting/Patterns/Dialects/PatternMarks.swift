/// The characters around a parameter in the dialect `aroute`, and the one before its type.
struct PatternMarks: Hashable, Sendable, CustomStringConvertible {
    let open: Character
    let close: Character
    let cast: Character

    /// The usual marks, `{}` and `|`.
    init() {
        open = "{"
        close = "}"
        cast = "|"
    }

    /// Marks as written: one character or two, and one.
    init?(_ marks: String, castMark: String) {
        guard Self.areMarks(marks), Self.isCastMark(castMark), let open = marks.first,
            let close = marks.last, let cast = castMark.first, cast != open, cast != close
        else { return nil }
        self.open = open
        self.close = close
        self.cast = cast
    }

    var description: String { "\(open)\(close) \(cast)" }

    static func areMarks(_ text: String) -> Bool {
        1...2 ~= text.unicodeScalars.count && text.unicodeScalars.allSatisfy(isMark)
    }

    static func isCastMark(_ text: String) -> Bool {
        text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy(isMark)
    }

    /// What cannot be a mark is what tells segments, or the words of a syntax, apart.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "/" && scalar.value > 0x20 && scalar.value < 0x7F
    }
}
