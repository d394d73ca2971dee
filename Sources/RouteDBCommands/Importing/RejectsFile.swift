import RouteDB

/// The file that rejected lines are appended to, as TSV if its name ends with `.tsv`, else as
/// NDJSON.
struct RejectsFile: Sendable {
    private let file: AddedFile
    private let isTSV: Bool

    /// Opens the file, creating it if needed, with permissions no wider than those of the registry;
    /// a new file is removed if the command fails before writing to it.
    init(path: String, registry: String, in context: CommandContext) throws(CommandFailure) {
        isTSV = path.hasSuffix(".tsv")
        let file = try AddedFile(path: path, within: FileLimit(of: registry))
        self.file = file
        context.atEnd { [unowned context] in
            if context.status != .success { file.removeIfUnused() }
        }
    }

    /// Appends lines.
    func add(_ rejections: [LogRejection]) throws {
        let output = OutputWriter(file.sink)
        try RejectionFacts.listing.write(
            rejections, as: isTSV ? .plain : .ndjson, to: output)
        try output.flush()
    }
}
