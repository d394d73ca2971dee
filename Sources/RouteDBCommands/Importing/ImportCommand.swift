import ArgumentParser
import RouteDB
import RouteDBInsight

/// Imports routes from a file.
struct ImportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the routes in a file, all of them or none.",
        discussion: """
            EXAMPLES:
              routedb import routes.ndjson
              routedb import api.tsv --pattern-column path --target-column name
              routedb import list.csv --no-header --columns pattern,target
              routedb export --format json --db old.db | routedb import - --db new.db

            The file is NDJSON, CSV or TSV with a header, or a JSON document written by
            'export'. Fields: pattern, target, name, group, namespace, priority, enabled,
            defaults (a JSON object), syntax, kind, requires and plan (JSON objects),
            onDuplicate. If there is any error, nothing is imported.

            A route that already exists is unchanged. One that differs from a route with
            the same pattern is skipped, and the exit status is 3 unless '--on-duplicate'
            or the file says what to do with it. Routes of different kinds, such as HTTP
            methods, may have the same pattern.
            """)

    @OptionGroup var input: RouteFileOptions
    @OptionGroup var fileFormat: RouteFileFormatOption

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

    func run(in context: CommandContext) async throws {
        let options = options
        let source = try source(in: context)
        let registry = try await global.openForAdding(write, in: context)
        let file = input.file
        let name = file == "-" ? "standard input" : file
        context.interruption.watch()
        let result = try await registry.edit(write, source: "import", in: context) { editor in
            let before = try editor.snapshot()
            var importer = RouteImporter(
                name: name, options: options, editor: editor, context: context)
            try importer.run(source)
            let after = try editor.snapshot()
            let change = ReachabilityChange(from: before, to: after)
            return (
                summary: importer.summary, reachability: ReachabilityFacts(change, in: after)
            )
        }
        await registry.close()
        try report(
            result.value.summary, result.value.reachability, revision: result.revision, in: context)
    }

    private var options: ImportOptions {
        ImportOptions(
            format: fileFormat.format, columnNames: fields.columnNames,
            headerlessColumns: fields.headerlessColumns, fixed: fields.fixed,
            duplicateRule: duplicateRule, createsNamespaces: createsNamespaces)
    }

    /// Opens the input, before anything is created.
    private func source(in context: CommandContext) throws(ImportFailure) -> any ByteSource {
        do {
            return try context.source(input.file)
        } catch {
            throw ImportFailure(name: input.file, problems: [error], isCutShort: true)
        }
    }

    private func report(
        _ summary: ImportSummary, _ reachability: ReachabilityFacts, revision: Int64?,
        in context: CommandContext
    ) throws(StreamError) {
        if !summary.ignored.isEmpty {
            let names = summary.ignored.map(PlainText.shown).joined(separator: ", ")
            context.notify("note: ignored columns or keys: \(names)")
        }
        for line in summary.lines(isDryRun: write.dryRun) + summary.skipLines {
            context.notify(PlainText.shown(line))
        }
        for note in reachability.notes() { context.notify(note) }
        if summary.hasRejects(isSkipAsked: duplicateRule != nil) { context.conclude(.rejects) }
        guard global.json else { return }
        var object = summary.json(revision: revision, isDryRun: write.dryRun)
        object["reachability"] = .object(reachability.object)
        try context.output.writeLine(object.description)
    }
}
