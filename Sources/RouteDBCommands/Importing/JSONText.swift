import RouteDB

/// A parsed JSON text that can tell the places of its parts.
struct JSONText {
    /// The bytes of the text.
    let bytes: [UInt8]
    /// The line of the input on which the text begins.
    let firstLine: Int
    /// The parsed value.
    let value: JSONValue

    init(_ bytes: [UInt8], firstLine: Int) throws(InputProblem) {
        self.bytes = bytes
        self.firstLine = firstLine
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            let place = InputPlace(line: firstLine + error.line - 1, column: error.column)
            throw InputProblem(at: place, "This is not JSON: \(error.message).")
        }
    }

    /// Returns the place of the value at a path.
    func place(of path: [JSONLocator.Step]) -> InputPlace {
        let before = bytes[..<JSONLocator.offset(of: path, in: bytes)]
        let lineFeed = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        return InputPlace(
            line: firstLine + before.count { $0 == lineFeed },
            column: before.endIndex - lineStart + 1)
    }
}
