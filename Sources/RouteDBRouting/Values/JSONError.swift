/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// Where the mistake is, in bytes from the start of the text.
    public let offset: Int

    /// The line of the mistake, counted from 1; lines end at a line feed.
    public let line: Int

    /// The place of the mistake in its line, counted from 1, in bytes.
    public let column: Int

    /// What is wrong, in a sentence that quotes nothing of the text.
    public let message: String

    /// Makes an error; line and column are counted here, once parsing has failed.
    init(at offset: Int, of bytes: UnsafeRawBufferPointer, _ message: String) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = offset
        self.line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        self.column = offset - lineStart + 1
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// Place and message, such as `line 2, column 7: a number has no leading zeros`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
