import ArgumentParser
import RouteDB

/// Writes routes in a format that `import` reads back.
struct ExportCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the routes in a format that 'import' can read.",
        discussion: """
            EXAMPLES:
              routedb export > routes.ndjson
              routedb export -o registry.json
              routedb export --format csv --namespace shop
              routedb export --as-of 7 --format json | routedb import - --db old.db

            Only the format 'json' includes namespaces with their converters, the default
            values of namespaces and groups, access rules, suppressions, route tests and
            apps. The other formats contain routes only.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "ndjson, csv, tsv or json (default: by the output file's extension, else ndjson).",
            valueName: "format"))
    var format: RegistryDocument.Format?

    @Option(help: ArgumentHelp("Only routes in this namespace.", valueName: "name"))
    var namespace: String?

    @Option(help: ArgumentHelp("Limit to the routes in this group.", valueName: "name"))
    var group: String?

    @OptionGroup var asOf: AsOfOption

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; '-' is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let syntaxes = try await registry.syntaxes(at: snapshot.revision)
        await registry.close()
        let exporter = try RouteExporter(
            snapshot, syntaxes: syntaxes, RegistryDocument.Part(namespace: namespace, group: group))
        let format = format ?? output.flatMap(RegistryDocument.Format.init(path:)) ?? .ndjson
        if exporter.omitsRules(in: format) {
            context.notify("note: access rules are only written with '--format json'")
        }
        if exporter.omitsSuppressions(in: format) {
            context.notify("note: suppressions are only written with '--format json'")
        }
        if exporter.omitsCases(in: format) {
            context.notify("note: route tests are only written with '--format json'")
        }
        if exporter.omitsApps(in: format) {
            context.notify("note: apps are only written with '--format json'")
        }
        guard let output, output != "-" else {
            try exporter.write(format, to: context.output.write(utf8:))
            return
        }
        let file = try OutputFile(
            path: output, within: FileLimit(of: global.path(in: context)))
        let writer = OutputWriter(file.sink)
        try exporter.write(format, to: writer.write(utf8:))
        try writer.flush()
        try file.finish()
    }
}
