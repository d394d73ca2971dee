package import RouteDBRouting

/// A text that tells the places of its parts.
package protocol PlacedSource: Sendable {
    /// Returns the place of the value at a path.
    func place(of path: [JSONStep]) -> InputPlace
}

/// The bytes of a JSON text, which tell the places of its parts.
private struct JSONSource: PlacedSource {
    /// The bytes of the text.
    let bytes: [UInt8]
    /// The line of the input on which the text begins.
    let firstLine: Int

    func place(of path: [JSONStep]) -> InputPlace {
        InputPlace(
            ofByte: JSONLocator.offset(of: path, in: bytes), in: bytes, firstLine: firstLine)
    }
}

extension InputPlace {
    /// The place of a byte of a text.
    package init(ofByte offset: Int, in bytes: [UInt8], firstLine: Int = 1) {
        let before = bytes[..<offset]
        let lineFeed = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        self.init(
            line: firstLine + before.count { $0 == lineFeed },
            column: before.endIndex - lineStart + 1)
    }
}

/// A parsed JSON text that can tell the places of its parts.
package struct JSONText: Sendable {
    let source: (any PlacedSource)?
    /// The parsed value.
    package let value: JSONValue

    package init(_ bytes: [UInt8], firstLine: Int) throws(InputProblem) {
        do {
            self.init(try JSONValue(parsing: bytes), of: bytes, firstLine: firstLine)
        } catch {
            throw InputProblem(error, firstLine: firstLine)
        }
    }

    /// Creates the text of a value that was read from its bytes.
    init(_ value: JSONValue, of bytes: [UInt8], firstLine: Int) {
        self.value = value
        source = JSONSource(bytes: bytes, firstLine: firstLine)
    }

    /// Creates the text of a value that was read elsewhere; without a source, it has no places.
    package init(_ value: JSONValue, placedBy source: (any PlacedSource)? = nil) {
        self.value = value
        self.source = source
    }

    /// The text for its places alone: its parsed value takes much more memory.
    package var withoutValue: JSONText { JSONText(.null, placedBy: source) }

    /// Returns the place of the value at a path.
    package func place(of path: [JSONStep]) -> InputPlace? { source?.place(of: path) }
}

extension InputProblem {
    /// The problem of a text that is not JSON.
    init(_ error: JSONError, firstLine: Int) {
        let place = InputPlace(line: firstLine + error.line - 1, column: error.column)
        self.init(at: place, "This is not JSON: \(error.message).")
    }
}

/// Finds the place of a part of a JSON text, for errors: parsed values do not record their places.
///
/// The text must be valid JSON. If a path leads nowhere, the place is where it ends.
private struct JSONLocator {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the offset of the value at a path.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes before the value.
    static func offset(of path: [JSONStep], in bytes: [UInt8]) -> Int {
        var locator = JSONLocator(bytes)
        locator.skipSpace()
        for step in path {
            let start = locator.position
            let isFound =
                switch step {
                case .key(let key): locator.enterMember(key)
                case .index(let index): locator.enterElement(index)
                }
            guard isFound else { return start }
        }
        return locator.position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func enterMember(_ key: String) -> Bool {
        guard current == UInt8(ascii: "{") else { return false }
        position += 1
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { return false }
            let start = position
            skipString()
            let isWanted =
                (try? JSONValue(parsing: Array(bytes[start..<position]))) == .string(key)
            skipSpace()
            position += 1
            skipSpace()
            if isWanted { return true }
            guard skipValueAndComma() else { return false }
        }
    }

    private mutating func enterElement(_ index: Int) -> Bool {
        guard current == UInt8(ascii: "[") else { return false }
        position += 1
        skipSpace()
        for _ in 0..<max(0, index) {
            guard skipValueAndComma() else { return false }
        }
        return current != UInt8(ascii: "]")
    }

    /// Skips a value and the comma after it, and returns whether there was one.
    private mutating func skipValueAndComma() -> Bool {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return false }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                position += 1
                skipSpace()
                return true
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func skipString() {
        position += 1
        while let byte = current, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }
}
