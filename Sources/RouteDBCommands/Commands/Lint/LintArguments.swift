import ArgumentParser
import RouteDB

extension LintCode {
    static let completion = CompletionKind.list(allCases.map(\.rawValue))

    /// Reads the code of an option.
    static func read(_ text: String) throws -> LintCode {
        if let code = LintCode(rawValue: text) { return code }
        let hint = WordArgument.hint(for: text, among: allCases.map(\.rawValue))
        throw ValidationError("Unknown code '\(text)'. \(hint)")
    }
}

/// Which findings make the answer a no.
enum LintThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    /// The least severity that does; `nil`: none.
    var severity: LintSeverity? { LintSeverity(rawValue: rawValue) }
}
