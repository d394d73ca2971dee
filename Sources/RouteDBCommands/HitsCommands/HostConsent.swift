import RouteDBTraffic

/// Asks once whether to import logs without hosts as they are.
final class HostConsent {
    private let isGiven: Bool
    private let canAsk: Bool
    private let context: CommandContext
    private var isAgreed = false

    /// - Parameters:
    ///   - confirmation: Whether the user has agreed on the command line.
    ///   - readsInput: Whether standard input is a log, so that the user cannot be asked.
    ///   - context: The context of the command.
    init(_ confirmation: Confirmation, readsInput: Bool, in context: CommandContext) {
        isGiven = confirmation.yes
        canAsk = !readsInput && context.input.isTerminal && context.diagnostics.isTerminal
        self.context = context
    }

    /// Warns the user, and asks for confirmation once.
    ///
    /// - Throws: ``CommandFailure`` if the user declines or cannot be asked.
    func require(_ warning: LogHostWarning) throws {
        let text = Self.text(warning)
        if isGiven || isAgreed { return context.notify("warning: \(text)") }
        guard canAsk else {
            throw CommandFailure(
                "hostsMissing", text,
                hint:
                    "Add '\(Self.options(warning.remedy))', or '--yes' to import it without hosts.",
                status: .usage)
        }
        context.notify("warning: \(text)")
        guard try context.confirm("Import it without hosts?") else {
            throw CommandFailure(
                "cancelled", "Nothing was imported.",
                hint: "Import it with '\(Self.options(warning.remedy))'.", status: .no)
        }
        isAgreed = true
    }

    private static func text(_ warning: LogHostWarning) -> String {
        let (tried, remedy) = (warning.tried, warning.remedy)
        let first = tried == 1 ? "the first request" : "the first \(tried) requests"
        return "The requests in '\(PlainText.shown(warning.name))' have no hosts, but namespace"
            + " '\(PlainText.shown(remedy.namespace))' accepts only URLs with a host: \(warning.matched) of"
            + " \(first) match a route as they are, and \(remedy.matched) with"
            + " '\(options(remedy))'."
    }

    private static func options(_ remedy: LogHostWarning.Remedy) -> String {
        (remedy.scheme.map { "--scheme \($0) " } ?? "") + "--host \(remedy.host)"
    }
}
