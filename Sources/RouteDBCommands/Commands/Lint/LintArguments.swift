import ArgumentParser
import RouteDB

extension LintCode {
    static let completion = CompletionKind.list(allCases.map(\.rawValue))

    /// Parses the value of the option.
    static func read(_ text: String) throws -> LintCode {
        if let code = LintCode(rawValue: text) { return code }
        let hint = WordArgument.hint(for: text, among: allCases.map(\.rawValue))
        throw ValidationError("Unknown code '\(text)'. \(hint)")
    }
}

/// The severity of findings from which the exit status is 1.
enum LintThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    /// The lowest such severity; `nil` for none.
    var severity: LintSeverity? { LintSeverity(rawValue: rawValue) }
}
