import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

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
              routedb export --to nginx --namespace web -o redirects.conf
              routedb export --to openapi > openapi.json
              routedb export --as-of 7 --format json | routedb import - --db old.db

            Only the format 'json' includes namespaces with their converters, the default
            values of namespaces and groups, access rules, suppressions, route tests and
            apps. The other formats contain routes only.

            With '--to', one namespace ('default', or that of '--namespace') is written for
            another program: its routes as an API (openapi: OpenAPI 3.1 in JSON), or its
            redirects for a server (netlify and cloudflare: _redirects; vercel:
            vercel.json; nginx: a map). Notes say what the format cannot say; the exit
            status is 3 if a route is left out.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "ndjson, csv, tsv or json (default: by the output file's extension, else ndjson).",
            valueName: "format"))
    var format: RegistryDocument.Format?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Write for another program: \(ForeignFormat.list).", valueName: "program"),
        completion: .list(ForeignFormat.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var foreign: ForeignFormat?

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

    @OptionGroup var overwriting: OverwriteOptions

    func validate() throws {
        if foreign != nil, format != nil || group != nil {
            throw ValidationError("With '--to', neither '--format' nor '--group' can be given.")
        }
    }

    func run(in context: CommandContext) async throws {
        if let output, output != "-" { try overwriting.require(for: output, in: context) }
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let syntaxes = try await registry.syntaxes(at: snapshot.revision)
        await registry.close()
        if let foreign { return try write(snapshot, for: foreign, in: context) }
        let exporter = try RouteExporter(
            snapshot, syntaxes: syntaxes, RegistryDocument.Part(namespace: namespace, group: group))
        let format = format ?? output.flatMap(RegistryDocument.Format.init(path:)) ?? .ndjson
        if exporter.omitsRules(in: format) {
            context.printNote("note: access rules are only written with '--format json'")
        }
        if exporter.omitsSuppressions(in: format) {
            context.printNote("note: suppressions are only written with '--format json'")
        }
        if exporter.omitsCases(in: format) {
            context.printNote("note: route tests are only written with '--format json'")
        }
        if exporter.omitsApps(in: format) {
            context.printNote("note: apps are only written with '--format json'")
        }
        var byteCount = 0
        try write(in: context) { output in
            try exporter.write(format) { bytes in
                byteCount += bytes.count
                try output.write(utf8: bytes)
            }
        }
        if let note = Self.note(onDocumentOf: byteCount) { context.printNote(note) }
    }

    /// A note that a document is too large to be read again; `nil` if it is not.
    static func note(onDocumentOf byteCount: Int) -> String? {
        let limit = DocumentOptions.sizeLimit
        guard byteCount > limit else { return nil }
        return
            "note: this document has \(NumberText.grouped(Int64(byteCount))) bytes, and 'import', 'plan' and"
            + " 'apply' read at most \(NumberText.grouped(Int64(limit))); export one namespace or group at a"
            + " time, or copy the registry with 'routedb backup'"
    }

    /// Writes a namespace for another program.
    private func write(
        _ snapshot: RegistrySnapshot, for program: ForeignFormat, in context: CommandContext
    ) throws {
        let (text, count, losses) = try program.written(
            snapshot, namespace: namespace ?? RouteNamespace.defaultName)
        try write(in: context) { try $0.write(text) }
        context.printNote(
            "wrote \(NumberText.counted(count, program == .openapi ? "operation" : "redirect"))")
        for line in losses.lines { context.printNote(PlainText.shown(line)) }
        if losses.leavesOut { context.setExitStatus(.rejects) }
    }

    /// Writes to the output file, or to standard output.
    private func write(
        in context: CommandContext, _ body: (OutputWriter) throws -> Void
    ) throws {
        guard let output, output != "-" else { return try body(context.output) }
        try OutputFile.write(
            to: output, within: FileLimit(of: global.path(in: context)), body)
    }
}
