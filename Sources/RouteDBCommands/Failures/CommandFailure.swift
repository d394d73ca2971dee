package import RouteDB
import RouteDBTraffic

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

    /// A failure for an argument that is not UTF-8; `number` is its position.
    package static func notUTF8(_ number: Int) -> CommandFailure {
        usage(
            "Argument \(number) is not UTF-8.",
            hint: "Percent-encode such bytes; 'resolve -' takes any URLs from standard input.")
    }

    /// The failure of a command that the user stopped.
    package static let interrupted = CommandFailure(
        "interrupted", "Interrupted.", status: .interrupted)
}

extension CommandFailure {
    /// Creates the failure to report for an error.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as RouteDBError: self.init(error)
        case let failure as RegistryDocument.Failure: self.init(failure)
        case let error as PatternError: self.init(error)
        case let error as URLBuildError: self.init(error)
        case StreamError.interrupted: self = .interrupted
        case StreamError.notUTF8(let encoding):
            self.init(
                "invalidInput", "The input is \(encoding), not UTF-8.",
                hint: "Save it as UTF-8, or convert it: iconv -f \(encoding) -t UTF-8.")
        case StreamError.failed(let reason):
            self.init("storageFailure", "The input or output failed: \(reason).")
        default: self.init("storageFailure", "\(error)")
        }
    }

    private init(_ error: RouteDBError) {
        if let failure = error.underlying as? RegistryDocument.Failure {
            self.init(failure)
            return
        }
        let status: ExitStatus =
            switch error.code {
            case .revisionConflict, .mergeConflict: .no
            case .interrupted: .interrupted
            default: .undecided
            }
        let pattern = (error.underlying as? PatternError).map(Self.illustration)
        let problem = error.underlying as? SQLProblem
        self.init(
            error.code.description, error.message, hint: error.hint, status: status,
            illustration: pattern ?? problem.map(Self.illustration) ?? [])
        if let offset = problem?.offset { details = ["offset": .int(Int64(offset))] }
    }

    private init(_ error: URLBuildError) {
        let isRefused: Bool =
            switch error.code {
            case .takenByOther, .valueDiffers, .unmatched, .invalidURL: true
            default: false
            }
        self.init(
            error.code.rawValue, error.message, hint: error.hint,
            status: isRefused ? .no : .undecided)
        if let name = error.name { details["name"] = .string(name) }
        if let url = error.url { details["url"] = .string(url) }
        if let taker = error.taker { details["route"] = .int(taker.rawValue) }
    }

    private init(_ error: PatternError) {
        self.init(
            "invalidPattern", "'\(error.pattern)' is not a valid pattern: \(error.message)",
            hint: error.hint, illustration: Self.illustration(error))
    }

    /// Returns the pattern, with the mistake marked below it.
    private static func illustration(_ error: PatternError) -> [String] {
        illustration(Array(error.pattern.utf8), error.range)
    }

    /// Returns the line of the SQL statement, with the mistake marked below it.
    private static func illustration(_ problem: SQLProblem) -> [String] {
        let bytes = Array(problem.sql.utf8)
        guard let offset = problem.offset, offset <= bytes.count else { return [] }
        let lineFeed = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: lineFeed) ?? bytes.count
        return illustration(Array(bytes[start..<end]), offset - start..<offset - start + 1)
    }

    /// Returns a line of text, with a part of it marked below it.
    private static func illustration(_ bytes: [UInt8], _ range: Range<Int>) -> [String] {
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

extension CommandFailure {
    /// The failure of commands that need the trait `Hub` in a tool that was built without it.
    static let withoutHub = CommandFailure(
        "hubMissing", "This tool was built without the hub.",
        hint: "Build it with 'make build TRAITS=Server,Hub', or 'swift build --traits Hub'.")

    /// The failure of commands that need the trait `Server` in a tool that was built without it.
    static let withoutServer = CommandFailure(
        "serverMissing", "This tool was built without the service.",
        hint: "Build it with 'make build', or 'swift build --traits Server'.")
}
