import RouteDB
import RouteDBTerminal
import RouteDBTraffic

extension CommandFailure {
    /// Creates the failure to report for an error.
    init(_ error: any Error) {
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
        illustration(of: Array(error.pattern.utf8), marking: error.range)
    }

    /// Returns the line of the SQL statement, with the mistake marked below it.
    private static func illustration(_ problem: SQLProblem) -> [String] {
        let bytes = Array(problem.sql.utf8)
        guard let offset = problem.offset, offset <= bytes.count else { return [] }
        let lineFeed = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: lineFeed) ?? bytes.count
        return illustration(
            of: Array(bytes[start..<end]), marking: offset - start..<offset - start + 1)
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
