import ArgumentParser
import RouteDB

/// Writes routes in a form that an import reads back.
struct ExportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the routes in a form that 'import' reads back.",
        discussion: """
            EXAMPLES:
              routedb export > routes.ndjson
              routedb export -o registry.json
              routedb export --format csv --namespace shop
              routedb export --as-of 7 --format json | routedb import - --db old.db

            The format 'json' carries namespaces, their converters, the default values of
            namespaces and groups, access rules and suppressions as well; the others carry
            routes alone.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "ndjson, csv, tsv or json; else as the output file's name tells, else ndjson.",
            valueName: "format"))
    var format: RouteFileFormat?

    @Option(help: ArgumentHelp("Only the routes of this namespace.", valueName: "name"))
    var namespace: String?

    @Option(help: ArgumentHelp("Only the routes of this group.", valueName: "name"))
    var group: String?

    @OptionGroup var asOf: AsOfOption

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file, '-' being standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let syntaxes = try await registry.syntaxes(at: snapshot.revision)
        await registry.close()
        let exporter = try RouteExporter(
            snapshot, syntaxes: syntaxes, RouteSelection(namespace: namespace, group: group))
        let format = format ?? output.flatMap(RouteFileFormat.init(path:)) ?? .ndjson
        if exporter.omitsRules(in: format) {
            context.notify("note: access rules are written by '--format json' alone")
        }
        if exporter.omitsSuppressions(in: format) {
            context.notify("note: suppressions are written by '--format json' alone")
        }
        if exporter.omitsCases(in: format) {
            context.notify("note: route tests are written by '--format json' alone")
        }
        guard let output, output != "-" else {
            try exporter.write(format, to: context.output)
            return
        }
        let file = try OutputFile(path: output)
        let writer = OutputWriter(file.sink)
        try exporter.write(format, to: writer)
        try writer.flush()
        try file.finish()
    }
}

extension RouteFileFormat: ExpressibleByArgument {}
