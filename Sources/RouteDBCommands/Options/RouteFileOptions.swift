import ArgumentParser
import RouteDB

/// The file of routes to read.
struct RouteFileOptions: ParsableArguments {
    static let formatHelp = ArgumentHelp(
        "The file's format: ndjson, csv, tsv or json (default: by its extension or content).",
        valueName: "format")

    @Argument(
        help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String
}

/// The format of a route file, for commands that print no list themselves.
struct RouteFileFormatOption: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("format"), .customLong("file-format")],
        help: RouteFileOptions.formatHelp)
    var format: RouteFileFormat?
}
