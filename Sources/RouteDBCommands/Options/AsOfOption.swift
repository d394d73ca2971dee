import ArgumentParser
import RouteDB

/// The revision that a reading command is about.
struct AsOfOption: ParsableArguments {
    @Option(
        name: .customLong("as-of"),
        help: ArgumentHelp(
            "Use a past revision: its number, a tag, or a time, such as '2026-01-31T09:30:00Z'.",
            valueName: "revision"), completion: NameCompletion.tags,
        transform: RevisionReference.read)
    var reference: RevisionReference?

    /// What the registry holds, or held.
    func snapshot(of registry: RouteRegistry) async throws(RouteDBError) -> RegistrySnapshot {
        guard let reference else { return try await registry.snapshot() }
        return try await registry.snapshot(at: reference)
    }

    /// The table that answers as the registry does, or did.
    func table(of registry: RouteRegistry) async throws(RouteDBError) -> RoutingTable {
        guard let reference else { return registry.table }
        return RoutingTable(try await registry.snapshot(at: reference))
    }
}

extension RevisionReference {
    /// Reads the revision of an argument.
    static func read(_ text: String) throws -> RevisionReference {
        // With an '@', such a word is the name of a tag.
        if let time = TimeExpression.relative(text) {
            // All of a day, as a date means all of it.
            let end: Int64 = if case .day = time { 86_400_000_000 - 1 } else { 0 }
            return .time(time.microseconds(now: TimeArgument.now, zone: .utc) + end)
        }
        do {
            return try RevisionReference(text)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
