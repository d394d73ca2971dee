import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Lists revisions.
struct LogCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List revisions, newest first.",
        discussion: """
            EXAMPLES:
              routedb log
              routedb log shop/cart --patch
              routedb log --limit 5 --json

            A revision without a message is listed with what it changed, such as '2 routes
            changed, 1 access rule added'; JSON has both, as 'message' and 'summary'. With
            a route, the list has the revisions that changed it or its default values; a
            route that was removed goes by its id. TSV fields: number, time (UTC), author,
            source, message, beginning of the digest, tags.
            """)

    @Argument(
        help: "Only the revisions that changed this route.", completion: NameCompletion.routes)
    var route: String?

    @Flag(
        name: [.customShort("p"), .customLong("patch")], help: "Show what each revision changed.")
    var isPatch = false

    @OptionGroup var rows: RowLimitOption
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let isText = format.isText || isPatch && !listing.isChosen(global)
        guard !isPatch || isText || format.kind == .json || format.kind == .ndjson else {
            throw CommandFailure.usage("'--patch' needs the format 'table', 'json' or 'ndjson'.")
        }
        let registry = try await global.openForReading(in: context)
        let log = try await RouteLog(reference, asOf.reference, limit: rows.limit, in: registry)
        let entries = try await log.entries(isPatch: isPatch)
        guard isPatch, isText else {
            return try LoggedRevision.listing.write(entries, as: format, to: context.output)
        }
        let style = global.style(in: context)
        for entry in entries {
            for line in entry.lines(style) { try context.output.writeLine(line) }
        }
    }

    private var reference: RouteReference? { route.map { RouteReference($0) } }
}

/// The revisions of a registry, or those that changed a route, newest first.
private struct RouteLog {
    let registry: RouteRegistry
    /// The route that the revisions changed; `nil` for any.
    private let route: RouteID?
    private let revisions: [RegistryRevision]

    /// Reads the revisions up to one, and at most so many.
    init(
        _ reference: RouteReference?, _ last: RevisionReference?, limit: Int?,
        in registry: RouteRegistry
    ) async throws {
        self.registry = registry
        var bound: Int64?
        if let last {
            let number = try await registry.revision(last).number
            bound = number < .max ? number + 1 : nil
        }
        guard let reference else {
            route = nil
            revisions = try await registry.revisions(below: bound, limit: limit ?? 0)
            return
        }
        let (route, all) = try await Self.revisions(of: reference, at: last, in: registry)
        self.route = route
        let upToLast = all.filter { $0.number < bound ?? .max }
        revisions = Array(upToLast.prefix((limit ?? 0).asLimit))
    }

    /// Returns a route with the revisions that changed it; one that was removed goes by its id.
    private static func revisions(
        of reference: RouteReference, at revision: RevisionReference?, in registry: RouteRegistry
    ) async throws -> (RouteID, [RegistryRevision]) {
        if case .id(let id) = reference.key, reference.namespace == nil {
            let revisions = try await registry.revisions(of: id)
            if !revisions.isEmpty { return (id, revisions) }
        }
        let route = try await registry.route(reference, at: revision).route.id
        return (route, try await registry.revisions(of: route))
    }

    /// Returns the revisions with what they say, and with what they changed if that is asked for.
    func entries(isPatch: Bool) async throws -> [LoggedRevision] {
        var entries: [LoggedRevision] = []
        for facts in try await registry.outputs(of: revisions) {
            var entry = LoggedRevision(facts: facts)
            if isPatch { entry.changes = try await changes(in: facts.revision.number) }
            entries.append(entry)
        }
        return entries
    }

    private func changes(in number: Int64) async throws -> DiffOutput {
        let diff = try await registry.diff(from: .number(number - 1), to: .number(number))
        guard let route else { return DiffOutput(diff: diff) }
        return DiffOutput(diff: diff.changes(where: { $0.scope == .route(route) }))
    }
}

/// A revision in the log, with what it changed if that is asked for.
private struct LoggedRevision {
    let facts: RevisionOutput
    var changes: DiffOutput?

    /// The revision and its changes as text, with an empty line at the end.
    func lines(_ style: TextStyle) -> [String] {
        let revision = facts.revision
        let time = revision.time.inSeconds
        let head = "@\(revision.number)  \(time)  \(revision.author)  \(facts.why)"
        let block = changes?.block(style).map { "  " + $0 } ?? []
        return [PlainText.shown(head)] + block + [""]
    }

    static let listing = Listing<LoggedRevision>(
        "revisions",
        columns: RevisionOutput.listing.columns(of: { $0.facts }),
        object: { entry in
            var object = entry.facts.object
            if let changes = entry.changes { object["changes"] = changes.objects }
            return object
        })
}
