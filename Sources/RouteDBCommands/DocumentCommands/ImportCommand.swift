import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Imports routes from a file.
struct ImportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the routes in a file, all of them or none.",
        discussion: """
            EXAMPLES:
              routedb import routes.ndjson
              routedb import api.tsv --pattern-column path --target-column name
              routedb import list.csv --header pattern,target
              routedb export --format json --db old.db | routedb import - --db new.db
              routedb import --from aasa apple-app-site-association --namespace web
              routedb import --from manifest AndroidManifest.xml --namespace web
              routedb import --from openapi openapi.yaml
              routedb import --from shlink short-urls.csv --namespace go
              routedb import --from nginx redirects.conf --dry-run

            The file is NDJSON, CSV or TSV with a header, or a JSON document written by
            'export'. Fields: pattern, target, name, group, namespace, priority, enabled,
            defaults (a JSON object), syntax, kind, requires and plan (JSON objects),
            onDuplicate. If there is any error, nothing is imported.

            A route that already exists is unchanged. One that differs from a route with
            the same pattern is skipped, and the exit status is 3 unless '--on-duplicate'
            or the file says what to do with it. Routes of different kinds, such as HTTP
            methods, may have the same pattern.

            With '--from', the file is that of another program. Components of a file that
            opens apps for links (aasa, assetlinks, manifest) become routes, with the
            target of '--target', and its apps are added to the namespace. Operations of an
            API (openapi: OpenAPI 3 or Swagger 2.0, in JSON or YAML) become routes, and its
            servers namespaces. Short links (firebase, shlink, yourls, bitly, dub) and the
            redirects of a server (netlify: _redirects; vercel: vercel.json; nginx, apache:
            its configuration) become redirects. Notes say what routes cannot say; the exit
            status is 3 if something is left out.
            """)

    @OptionGroup var input: RouteFileOptions

    @Option(
        help: ArgumentHelp(
            "Read the file of another program: \(ForeignFileKind.list).", valueName: "kind"),
        completion: .list(ForeignFileKind.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var from: ForeignFileKind?

    @OptionGroup(title: "Fields") var fields: ImportFieldOptions

    @Option(
        name: .customLong("on-duplicate"),
        help: ArgumentHelp(
            """
            What to do if the pattern already exists: skip (the default), error, replace or \
            keep-both.
            """, valueName: "rule"))
    var duplicateRule: DuplicateRule?

    @Flag(
        name: .customLong("create-namespaces"),
        help: "Create missing namespaces, without bindings.")
    var createsNamespaces = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        let isTable =
            input.format != nil || !fields.columnNames.isEmpty || !fields.header.isEmpty
            || fields.syntax != nil || fields.kind != nil
        if from != nil, isTable {
            throw ValidationError(
                "With '--from', of the fields only '--target', '--group' and '--namespace' can be "
                    + "given.")
        }
    }

    func run(in context: CommandContext) async throws {
        let links = try from.map { try ForeignFile($0, input.file, fields, in: context) }
        let options = DocumentOptions(
            format: input.format, columnNames: fields.columnNames,
            headerlessColumns: fields.headerlessColumns, fixed: fields.fixed)
        let document =
            if let links { links.document } else {
                try await input.document(options, global, in: context)
            }
        let registry = try await global.openForAdding(write, in: context)
        context.interruption.watch()
        let interruption = context.interruption
        let result = try await registry.add(
            document,
            DocumentEdit.Options(
                duplicateRule: duplicateRule, createsNamespaces: createsNamespaces),
            message: write.message, author: write.author(in: context),
            expecting: write.expectedRevision, dryRun: write.dryRun,
            isStopped: { interruption.isInterrupted })
        await registry.close()
        let change = ReachabilityChange(from: result.value.before, to: result.value.after)
        try report(
            result.value.summary, document, ReachabilityOutput(change, in: result.value.after),
            losses: links, revision: result.revision, in: context)
    }

    private func report(
        _ summary: ImportSummary, _ document: RegistryDocument, _ reachability: ReachabilityOutput,
        losses: ForeignFile?, revision: Int64?, in context: CommandContext
    ) throws(StreamError) {
        if !document.ignored.names.isEmpty {
            let names = document.ignored.names.map(PlainText.shown).joined(separator: ", ")
            context.printNote("note: ignored columns or keys: \(names)")
        }
        let targets = ImportSummary.targetLines(of: document, targetColumn: fields.targetColumn)
        for line in summary.lines(isDryRun: write.dryRun) + summary.skipLines(of: document)
            + targets
        {
            context.printNote(PlainText.shown(line))
        }
        for note in reachability.notes() { context.printNote(note) }
        for note in losses?.notes ?? [] { context.printNote(PlainText.shown(note)) }
        if summary.hasRejects(isSkipAsked: duplicateRule != nil) || losses?.leavesOut == true {
            context.setExitStatus(.rejects)
        }
        guard global.json else { return }
        var object = summary.json(of: document, revision: revision, isDryRun: write.dryRun)
        object["reachability"] = .object(reachability.object)
        object["losses"] = losses?.losses
        try context.output.writeLine(object.description)
    }
}
