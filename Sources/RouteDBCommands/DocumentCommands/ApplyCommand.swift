import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

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
              routedb apply routes.json --base main.json

            The change is one revision. Items that are not in the file are removed from the
            selected namespace or group, else from the namespaces that the file mentions;
            kinds of items that the file does not list are left alone. A route is
            identified by its name, else by its pattern, and keeps its id.

            With '--base', what the file changed since the base is merged into the
            registry, which keeps all else that was changed meanwhile, as 'merge' does. The
            base is the document that the file was made from, or the revision that was
            exported.

            On a terminal, asks before it removes or disables a route that ever had hits
            (or any route, if the last 30 days have no hits at all), and before it lets
            requests pass that access rules refuse now: because a rule is removed or covers
            less, or a namespace is opened. Elsewhere, '--allow-removals' consents to the
            one and '--allow-access-changes' to the other; without, it exits with 64.
            """)

    @OptionGroup var options: ApplyOptions
    @OptionGroup var base: MergeBase
    @OptionGroup var sides: MergeSides
    @OptionGroup var consent: ApplyConsent
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard base.argument == nil, sides.areChosen else { return }
        throw ValidationError("'--ours', '--theirs', '--keep' and '--take' need '--base'.")
    }

    func run(in context: CommandContext) async throws {
        let document = try await options.document(global, in: context)
        let known = await options.traffic(global, in: context)
        let registry = try await global.openForAdding(write, in: context)
        context.interruption.watch()
        guard base.argument == nil else {
            return try await merge(document, into: registry, known, in: context)
        }
        let interruption = context.interruption
        let result = try await consent.asking(about: known, write, in: context) {
            (expected, check) in
            try await registry.apply(
                document, to: options.part, message: write.message,
                author: write.author(in: context), source: "apply", expecting: expected,
                dryRun: write.dryRun, createsNamespaces: options.createsNamespaces,
                isStopped: { interruption.isInterrupted }, approving: check)
        }
        await registry.close()
        try report(result.value, known, revision: result.revision, in: context)
    }

    private func merge(
        _ document: RegistryDocument, into registry: RouteRegistry, _ known: KnownTraffic,
        in context: CommandContext
    ) async throws {
        let side = try await base.side(
            of: .document(document), against: registry, global, in: context)
        let result = try await consent.asking(about: known, write, in: context) {
            (expected, check) in
            var edit = MergeEdit(
                choices: sides.choices, message: write.message,
                author: write.author(in: context), source: "apply", expected: expected,
                dryRun: write.dryRun, interruption: context.interruption)
            edit.part = options.part
            edit.createsNamespaces = options.createsNamespaces
            return try await side.merge(into: registry, edit, check)
        }
        await registry.close()
        try MergeReport(merge: result.value, known: known, revision: result.revision).write(
            .init(
                done: "applied", unchanged: "the registry has all that the file changed",
                outcome: "applied"), write, global, in: context)
    }

    private func report(
        _ plan: RegistryPlan, _ known: KnownTraffic, revision: Int64?,
        in context: CommandContext
    ) throws(StreamError) {
        let reachability = plan.reachability
        for note in plan.notes { context.printNote("note: \(note)") }
        for note in reachability.notes() { context.printNote(note) }
        let facts = DiffOutput(
            diff: plan.diff, hits: known.hits(of: plan.diff, in: plan.before))
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["outcome"] = plan.diff.isEmpty ? "unchanged" : "applied"
            object["changes"] = facts.objects
            object["reachability"] = .object(reachability.object)
            object["widenings"] = .array(plan.wideningObjects)
            return try context.output.writeLine(object.description)
        }
        for line in facts.titles(limit: .max) { try context.output.writeLine(line) }
        try WriteReport.writeLine(
            plan.diff.isEmpty
                ? "unchanged: the registry matches the file" : "applied: \(facts.counts)",
            revision: revision, write, in: context)
    }
}

extension RegistryPlan {
    /// The routes that can no longer be reached.
    var unreachable: [Route] { removed + disabled }

    /// The routes that lose the URLs that reached them.
    var reachability: ReachabilityOutput {
        ReachabilityOutput(ReachabilityChange(from: before, to: after), in: after)
    }

    /// Notes for the user about the document.
    var notes: [String] {
        var notes: [String] = []
        if !ignored.isEmpty {
            let names = ignored.map(PlainText.shown).joined(separator: ", ")
            notes.append("ignored columns or keys: \(names)")
        }
        if otherRoutes > 0 {
            notes.append(
                "skipped \(NumberText.counted(otherRoutes, "route")) outside the"
                    + " selection")
        }
        if isReordered {
            notes.append(
                "the file lists the routes in a different order than the registry, which keeps"
                    + " its own")
        }
        return notes
    }
}

/// The options of `apply`: which file to apply, and to which part of the registry.
struct ApplyOptions: ParsableArguments {
    @OptionGroup var input: RouteFileOptions

    @Option(
        help: ArgumentHelp("Limit the change to this namespace.", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp("Limit to the routes in this group.", valueName: "name"),
        completion: NameCompletion.groups)
    var group: String?

    @Flag(
        name: .customLong("create-namespaces"),
        help: "Create missing namespaces, without bindings.")
    var createsNamespaces = false

    @Option(
        name: .customLong("traffic-window"),
        help: ArgumentHelp(
            "How far back to count hits: an age such as '30d' or '12h', or a date.",
            valueName: "age"),
        transform: TimeExpression.init)
    var trafficWindow = TimeExpression.age(30 * 86_400_000_000)

    @OptionGroup var history: HistoryOptions

    /// The part to apply the file to.
    var part: RegistryDocument.Part { RegistryDocument.Part(namespace: namespace, group: group) }

    /// Reads the file, a document or a registry.
    func document(
        _ global: GlobalOptions, in context: CommandContext
    ) async throws -> RegistryDocument {
        try await input.document(DocumentOptions(format: input.format), global, in: context)
    }

    /// Returns the recorded hits of routes, with notes for the user about them.
    func traffic(_ global: GlobalOptions, in context: CommandContext) async -> KnownTraffic {
        await KnownTraffic(of: trafficWindow, in: history, global, context)
    }
}
