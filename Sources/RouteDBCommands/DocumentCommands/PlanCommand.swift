import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Shows what applying a file would change.
struct PlanCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what 'apply' would change, with the hits affected.",
        discussion: """
            EXAMPLES:
              routedb plan registry.json
              routedb plan shop.ndjson --namespace shop
              routedb plan - --group campaigns --json < campaigns.csv

            '+' is added, '~' changed, '-' removed. Each line ends with the number of hits
            in the last 30 days and of all hits ever, from the history beside the registry:
            for a route the hits that matched it, for a namespace all of its hits. If the
            history has no hits at all in these 30 days, their number is unknown. Nothing
            is written. Exits with status 1 if there are changes.

            TSV fields: added, removed or changed, kind, item, field, old value, new
            value, hits, hits ever ('-': unknown).
            """)

    @OptionGroup var options: ApplyOptions

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let document = try await options.document(global, in: context)
        let registry = try await global.openCopy(in: context)
        context.interruption.watch()
        let interruption = context.interruption
        let plan = try await registry.apply(
            document, to: options.part, message: "", author: nil, source: "plan", expecting: nil,
            dryRun: true, createsNamespaces: options.createsNamespaces,
            isStopped: { interruption.isInterrupted }, approving: { _ in }
        ).value
        await registry.close()
        let known = await options.traffic(global, in: context)
        for note in plan.notes + known.notes { context.printNote("note: \(note)") }
        let reachability = plan.reachability
        for note in reachability.notes() { context.printNote(note) }
        if !plan.widenings.isEmpty {
            context.printNote("note: requests would pass that access rules refuse now")
            for line in plan.wideningLines { context.printNote("  " + line) }
        }
        if !plan.diff.isEmpty { context.setExitStatus(.no) }
        let facts = DiffOutput(
            diff: plan.diff, hits: known.hits(of: plan.diff, in: plan.before))
        let style = global.style(in: context)
        let since = known.traffic.map { JSONValue.string($0.since.description) } ?? .null
        let head: JSONObject = [
            "hitsSince": since, "reachability": .object(reachability.object),
            "widenings": .array(plan.wideningObjects),
        ]
        try facts.write(
            as: format, style, head: head, markdown: .init(after: plan.markdownNotes),
            to: context.output)
        context.printNote(
            plan.diff.isEmpty
                ? "no changes: the registry matches the file" : "plan: \(facts.counts)")
    }
}
