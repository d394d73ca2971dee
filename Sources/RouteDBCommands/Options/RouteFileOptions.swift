import ArgumentParser

/// A file of routes that is read.
struct RouteFileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "ndjson, csv, tsv or json (default: by the file's extension or content).",
            valueName: "format"))
    var format: RouteFileFormat?
}
