import ArgumentParser

/// A file of routes that is read.
struct RouteFileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "ndjson, csv, tsv or json; else as the file's name or its first bytes tell.",
            valueName: "format"))
    var format: RouteFileFormat?
}
