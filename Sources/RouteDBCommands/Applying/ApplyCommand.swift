import ArgumentParser
import RouteDB

/// Makes the registry match a file.
struct ApplyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Make the registry, or a part of it, match a file exactly.",
        discussion: """
            EXAMPLES:
              routedb export --format json > registry.json
              routedb apply registry.json
              routedb apply shop.ndjson --namespace shop --message 'Winter sale'
              routedb apply campaigns.csv --group campaigns --dry-run

            The change is one revision. Items that are not in the file are removed from the
            selected namespace or group, else from the namespaces that the file mentions;
            kinds of items that the file does not list are left alone. A route is
            identified by its name, else by its pattern, and keeps its id. A route that
            ever had hits is not removed or disabled without '--yes', nor is any route if
            the history has no hits at all in the last 30 days.
            """)

    /// Thrown to roll back an edit that the user has to confirm first.
    private struct ConsentNeeded: Error {
        let result: AppliedFile.Result
    }

    @OptionGroup var options: ApplyOptions
    @OptionGroup var fileFormat: RouteFileFormatOption
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let file = try options.appliedFile(fileFormat.format, in: context)
        let known = await options.traffic(global, in: context)
        let registry = try await global.openForAdding(write, in: context)
        context.interruption.watch()
        let isAgreed = confirmation.yes || write.dryRun
        let result: RouteRegistry.EditResult<AppliedFile.Result>
        do {
            result = try await apply(
                file, to: registry, expecting: write.expectedRevision,
                consent: isAgreed ? nil : known, in: context)
        } catch let needed as ConsentNeeded {
            try ask(needed.result, known, in: context)
            // Do exactly what was shown to the user.
            result = try await apply(
                file, to: registry,
                expecting: write.expectedRevision ?? needed.result.before.revision,
                consent: nil, in: context)
        }
        await registry.close()
        try report(result.value, known, revision: result.revision, in: context)
    }

    private func apply(
        _ file: AppliedFile, to registry: RouteRegistry, expecting expected: Int64?,
        consent: KnownTraffic?, in context: CommandContext
    ) async throws -> RouteRegistry.EditResult<AppliedFile.Result> {
        try await registry.edit(
            write.message, author: write.author(in: context), source: "apply",
            expecting: expected, dryRun: write.dryRun
        ) { editor in
            let result = try file.apply(with: editor, in: context)
            if let consent, !consent.needingConsent(result.unreachable).isEmpty {
                throw ConsentNeeded(result: result)
            }
            return result
        }
    }

    /// Asks for confirmation before routes that may have traffic are removed or disabled.
    private func ask(
        _ result: AppliedFile.Result, _ known: KnownTraffic, in context: CommandContext
    ) throws {
        let routes = known.needingConsent(result.unreachable)
        let names = result.before.namespaceNames
        let lines = routes.map { route in
            let facts = RouteFacts(route, namespace: names[route.namespace] ?? "", defaults: [:])
            let verb = result.removed.contains { $0.id == route.id } ? "remove" : "disable"
            return "\(verb) \(facts.text)  (\(known.text(for: route.id)))"
        }
        let count = "\(routes.count) \(routes.count == 1 ? "route" : "routes")"
        let verbs =
            result.disabled.isEmpty ? "remove" : result.removed.isEmpty ? "disable" : "end"
        let reason =
            known.reason.map { "This would \(verbs) \(count) whose traffic is not known. \($0)" }
            ?? "This would \(verbs) \(count) with traffic."
        try confirmation.require(lines, because: reason, in: context)
    }

    private func report(
        _ result: AppliedFile.Result, _ known: KnownTraffic, revision: Int64?,
        in context: CommandContext
    ) throws(StreamError) {
        for note in result.notes { context.notify("note: \(note)") }
        for note in result.reachability.notes() { context.notify(note) }
        let facts = DiffFacts(
            diff: result.diff, hits: known.hits(of: result.diff, in: result.before))
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["outcome"] = result.diff.isEmpty ? "unchanged" : "applied"
            object["changes"] = facts.objects
            object["reachability"] = .object(result.reachability.object)
            return try context.output.writeLine(object.description)
        }
        for line in facts.titles(limit: .max) { try context.output.writeLine(line) }
        try WriteReport.writeLine(
            result.diff.isEmpty
                ? "unchanged: the registry matches the file" : "applied: \(facts.counts)",
            revision: revision, write, in: context)
    }
}
