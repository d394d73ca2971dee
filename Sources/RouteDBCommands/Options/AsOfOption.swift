import ArgumentParser
import RouteDB

/// The revision that a reading command uses.
struct AsOfOption: ParsableArguments {
    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "Use a past revision: its number, a tag, or a time, such as '2026-01-31T09:30:00Z'.",
            valueName: "revision"), completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var reference: RevisionReference?

    /// Returns the contents of the registry at the revision.
    func snapshot(of registry: RouteRegistry) async throws(RouteDBError) -> RegistrySnapshot {
        try await Self.snapshot(of: registry, at: reference)
    }

    /// Returns the contents of the registry at a revision, or at the newest.
    static func snapshot(
        of registry: RouteRegistry, at revision: RevisionReference?
    ) async throws(RouteDBError) -> RegistrySnapshot {
        guard let revision else { return try await registry.snapshot() }
        return try await registry.snapshot(at: revision)
    }

    /// Returns the routing table of the revision, or the registry's own; a past one may lack the routes that a
    /// sieve drops.
    func table(
        of registry: RouteRegistry, keptBy sieve: RouteSieve?
    ) async throws(RouteDBError) -> RoutingTable {
        guard let reference else { return registry.table }
        return RoutingTable(try await registry.snapshot(keptBy: sieve, at: reference))
    }
}

/// The revision by which hits are regrouped.
enum RegroupingArgument: Sendable {
    case newest
    case revision(RevisionReference)

    /// Parses a reference to a revision, or `now`.
    static func read(_ text: String) throws -> RegroupingArgument {
        text == "now" || text == "@live"
            ? .newest : .revision(try RevisionReference.read(text))
    }
}

/// The revision by which reports resolve recorded URLs again.
struct RegroupingOption: ParsableArguments {
    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            """
            Resolve every URL again at this revision: its number, a tag, a time, or 'now'. \
            Otherwise the recorded result counts.
            """, valueName: "revision"), completion: NameCompletion.tags,
        transform: RegroupingArgument.read)
    var asOf: RegroupingArgument?

    /// Returns the contents of the registry at the revision.
    func snapshot(of registry: RouteRegistry) async throws(RouteDBError) -> RegistrySnapshot {
        guard case .revision(let reference) = asOf else { return try await registry.snapshot() }
        return try await registry.snapshot(at: reference)
    }
}

extension RevisionReference {
    /// Parses an argument that refers to a revision.
    static func read(_ text: String) throws -> RevisionReference {
        // A tag with such a name can be referred to with a leading '@'.
        if let time = TimeExpression.relative(text) {
            // A day counts up to its end, like a date.
            let end: Duration =
                if case .day = time { .seconds(86_400) - .microseconds(1) } else { .zero }
            return .time(time.time(now: TimeArgument.now, zone: .utc) + end)
        }
        do {
            return try RevisionReference(text)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
