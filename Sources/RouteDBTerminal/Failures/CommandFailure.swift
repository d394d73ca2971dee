package import RouteDB

/// The exit status of the tool.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number returned to the system.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Success: yes, or nothing found.
    package static let success = ExitStatus(rawValue: 0)
    /// A negative answer: unmatched, denied, invalid, findings, conflicting revision.
    package static let no = ExitStatus(rawValue: 1)
    /// The command failed: because of the file, the system or its input.
    package static let undecided = ExitStatus(rawValue: 2)
    /// Finished, but some of the input was rejected.
    package static let rejects = ExitStatus(rawValue: 3)
    /// The command line is invalid.
    package static let usage = ExitStatus(rawValue: 64)
    /// The user interrupted the command.
    package static let interrupted = ExitStatus(rawValue: 130)
}

/// The failure of a command, as reported to the user.
package struct CommandFailure: Error, Sendable {
    /// The stable code of the failure.
    package var code: String
    /// A description of the failure, as a sentence.
    package var message: String
    /// How to fix it, as a sentence.
    package var hint: String?
    /// The exit status of the tool.
    package var status: ExitStatus
    /// Lines that show the place of the mistake, printed between the message and the hint.
    package var illustration: [String] = []
    /// Members of the JSON error beyond code, message and hint.
    package var details: JSONObject = [:]

    /// Creates a failure.
    package init(
        _ code: String, _ message: String, hint: String? = nil,
        status: ExitStatus = .undecided, illustration: [String] = []
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.status = status
        self.illustration = illustration
    }

    /// A failure for an invalid command line.
    package static func usage(_ message: String, hint: String? = nil) -> CommandFailure {
        CommandFailure("usage", message, hint: hint, status: .usage)
    }

    /// The failure of a command that the user stopped.
    package static let interrupted = CommandFailure(
        "interrupted", "Interrupted.", status: .interrupted)
}

extension CommandFailure {
    /// The failure as JSON.
    package var object: JSONObject {
        var error: JSONObject = [
            "code": .string(code), "message": .string(message),
            "hint": hint.map(JSONValue.string) ?? .null,
        ]
        for member in details.members { error[member.key] = member.value }
        return ["error": .object(error)]
    }

    /// The failure as lines for a person.
    package var lines: [String] {
        ["error: " + PlainText.shown(message)] + illustration
            + (hint.map { ["hint: " + PlainText.shown($0)] } ?? [])
    }
}

extension CommandFailure {
    /// Returns a line of text, with a part of it marked below it.
    package static func illustration(of bytes: [UInt8], marking range: Range<Int>) -> [String] {
        let lower = min(range.lowerBound, bytes.count)
        let upper = min(max(lower, range.upperBound), bytes.count)
        let before = columns(bytes[..<lower])
        let marked = max(1, columns(bytes[lower..<upper]))
        let marks = "^" + String(repeating: "~", count: marked - 1)
        // Control characters would misalign the marks.
        let shown = bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
        return [
            "  " + String(decoding: shown, as: UTF8.self),
            "  " + String(repeating: " ", count: before) + marks,
        ]
    }

    /// Returns the width of some bytes in characters, approximately.
    private static func columns(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count { $0 & 0xC0 != 0x80 }
    }
}
