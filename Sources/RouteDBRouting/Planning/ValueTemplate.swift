/// A text with placeholders for values in braces, such as `user/{id}`.
struct ValueTemplate {
    /// A part of the text.
    private enum Piece {
        case text(Substring)
        case name(Substring)
    }

    private var pieces: [Piece] = []

    /// Reads a template; a brace without its partner is text.
    init(_ text: String) {
        var rest = text[...]
        // By bytes, since a combining mark after a brace would join it.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let name = rest[rest.utf8.index(after: open)..<close]
            if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
            pieces.append(.name(name))
            rest = rest[rest.utf8.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
    }

    /// The text with its placeholders filled.
    ///
    /// - Parameter value: Returns the text for a name, given the text before it.
    /// - Returns: The text.
    /// - Throws: What the closure throws.
    func filled<Failure: Error>(
        _ value: (_ name: String, _ before: String) throws(Failure) -> String
    ) throws(Failure) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .name(let name): text += try value(String(name), text)
            }
        }
        return text
    }

    /// The name, if the whole text is one placeholder.
    var wholeName: String? {
        guard pieces.count == 1, case .name(let name) = pieces[0] else { return nil }
        return String(name)
    }
}
