/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// The offset of the mistake, in bytes from the start of the text.
    public let offset: Int

    /// The line of the mistake, counted from 1; lines end at a line feed.
    public let line: Int

    /// The column of the mistake, in bytes, counted from 1.
    public let column: Int

    /// What is wrong.
    ///
    /// It quotes nothing from the text.
    public let message: String

    /// Creates an error; line and column are counted only here, after parsing has failed.
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
    /// The place and the message, such as `line 2, column 7: a number must not have leading zeros`.
    public var description: String { "line \(line), column \(column): \(message)" }
}
