import RouteDB
package import RouteDBTraffic

/// The command lines of a report: each gives the figures of a part of it.
package struct ReportCommandLine: Hashable, Sendable {
    /// The path of the registry, as the user gave it; `nil` for the usual one.
    package var registry: String?
    /// The address of the hub that has the registry and the hits, if it is one.
    package var hub: String?
    /// The path of the history, as the user gave it; `nil` for the one beside the registry.
    package var history: String?
    /// The name of the namespace, if the report is on one.
    package var namespace: String?
    /// The time zone, as the user gave it; `nil` for UTC.
    package var zone: String?

    /// Creates command lines.
    package init(
        registry: String? = nil, hub: String? = nil, history: String? = nil,
        namespace: String? = nil, zone: String? = nil
    ) {
        (self.registry, self.hub, self.history) = (registry, hub, history)
        (self.namespace, self.zone) = (namespace, zone)
    }

    /// Returns the command line of a report on the same hits.
    package func line(
        _ words: [String], of query: AnalysisQuery, comparing: Bool = true, zoned: Bool = true
    ) -> String {
        var words = ["routedb"] + words
        if let since = query.selection.since { words += ["--since", "\(since)"] }
        if let until = query.selection.until { words += ["--until", "\(until)"] }
        if comparing, query.comparesPrevious { words += ["--compare", "previous"] }
        if query.regroups { words += ["--as-of", "\(query.snapshot.revision)"] }
        if let namespace { words += ["--namespace", namespace] }
        if let areBots = query.selection.areBots {
            words += ["--bots", areBots ? "only" : "exclude"]
        }
        if zoned, let zone { words += ["--tz", zone] }
        if let history { words += ["--history", history] }
        return plain(words)
    }

    /// Returns a command line without a choice of hits.
    package func line(_ words: [String]) -> String { plain(["routedb"] + words) }

    /// Returns a command line that a library suggests, with the registry that it is for.
    package func completed(_ command: String) -> String {
        if let hub { return "\(command) --hub \(ShellQuoting.quoted(hub))" }
        return registry.map { "\(command) --db \(ShellQuoting.quoted($0))" } ?? command
    }

    private func plain(_ words: [String]) -> String {
        completed(words.map { ShellQuoting.quoted($0) }.joined(separator: " "))
    }
}
