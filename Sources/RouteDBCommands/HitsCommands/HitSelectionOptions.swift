import ArgumentParser
import RouteDB
import RouteDBTraffic

/// The hits that a command applies to.
struct HitSelectionOptions: ParsableArguments {
    @OptionGroup var window: WindowOptions

    @Option(
        help: ArgumentHelp("Only hits of this namespace.", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "Only hits of this route: its name, its pattern, or its id, '12' or '#12'.",
            valueName: "route"))
    var route: String?

    @Option(
        help: ArgumentHelp(
            "Only hits with this outcome: matched, unmatched, denied, challenged or invalid.",
            valueName: "outcome"),
        transform: WordArgument.read)
    var outcome: [Resolution.Outcome] = []

    /// Returns the condition on `hits` of a session.
    ///
    /// - Throws: If a name does not exist in the registry.
    func selection(
        of session: SQLSession, in context: CommandContext
    ) throws -> HitSQLSelection {
        var selection = HitSQLSelection()
        let (since, until) = try window.window(in: context)
        if let since { selection.require("time >= ?", [.integer(since.microseconds)]) }
        if let until { selection.require("time < ?", [.integer(until.microseconds)]) }
        if let namespace {
            let name = SQLCell.text(Array(namespace.utf8))
            guard try session.has("namespace WHERE name = ?", name) else {
                throw CommandFailure(
                    "namespaceNotFound", "No namespace is called '\(namespace)'.",
                    hint: "See them with 'routedb namespace list'.")
            }
            selection.require("namespace = ?", [name])
        }
        if let route { try require(route, &selection, session) }
        if !outcome.isEmpty {
            let marks = outcome.map { _ in "?" }.joined(separator: ", ")
            selection.require(
                "outcome IN (\(marks))", outcome.map { .text(Array($0.rawValue.utf8)) })
        }
        return selection
    }

    private func require(
        _ route: String, _ selection: inout HitSQLSelection, _ session: SQLSession
    ) throws {
        if route.hasPrefix("#"), let id = Int64(route.dropFirst()) {
            // The history may contain hits of routes that the registry does not know.
            return selection.require("route_id = ?", [.integer(id)])
        }
        let text = SQLCell.text(Array(route.utf8))
        if try session.has("route WHERE ifnull(name, pattern) = ?", text) {
            selection.require("route = ?", [text])
        } else if try session.has("route WHERE pattern = ?", text) {
            selection.require("pattern = ?", [text])
        } else if let id = RouteReference(route).idInPlaceOfName {
            selection.require("route_id = ?", [.integer(id.rawValue)])
        } else {
            throw CommandFailure(
                "routeNotFound", "No route is, or was, called '\(route)'.",
                hint: "Give a name, a pattern, or an id, such as '12' or '#12'; see 'routedb list'."
            )
        }
    }
}

extension SQLSession {
    /// Returns whether a table of the registry has a row, including past versions.
    fileprivate func has(_ rows: String, _ parameter: SQLCell) throws -> Bool {
        guard hasRegistry else { return false }
        var isThere = false
        try run("SELECT 1 FROM main.\(rows) LIMIT 1", [parameter]) { _ in isThere = true }
        return isThere
    }
}
