public import ArgumentParser
public import RouteDB
import RouteDBTerminal

/// The file of routes to read.
struct RouteFileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        name: .customLong("file-format"),
        help: ArgumentHelp(
            "The file's format: ndjson, csv, tsv or json (default: by its extension or content).",
            valueName: "format"))
    var format: RegistryDocument.Format?

    /// Reads the file, and tells the user its format; a registry is read as its export.
    func document(
        _ options: DocumentOptions, _ global: GlobalOptions, in context: CommandContext
    ) async throws -> RegistryDocument {
        if file != "-", DatabaseFile.isThere(at: file) {
            return try await global.document(ofRegistry: file, in: context)
        }
        let source: any ByteSource
        do {
            source = try context.source(file)
        } catch {
            throw RegistryDocument.Failure(name: file, problems: [error], isCutShort: true)
        }
        let name = file == "-" ? "standard input" : file
        return try context.document(source, named: name, options)
    }
}

extension CommandContext {
    /// Reads a document, and tells the user its format.
    func document(
        _ source: any ByteSource, named name: String, _ options: DocumentOptions
    ) throws -> RegistryDocument {
        let document = try readDocument(source, named: name, options)
        if let format = document.format {
            printNote("format: \(format.rawValue)\(options.format == nil ? "" : ", as given")")
        }
        return document
    }

    /// Reads a document.
    func readDocument(
        _ source: any ByteSource, named name: String, _ options: DocumentOptions
    ) throws -> RegistryDocument {
        try RegistryDocument(
            reading: source, named: name, options: options,
            isStopped: { self.interruption.isInterrupted })
    }
}

extension RegistryDocument.Format: ExpressibleByArgument {}
