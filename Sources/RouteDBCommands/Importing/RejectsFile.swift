import RouteDB

/// The file that rejected lines are added to: as TSV if its name says so, else as NDJSON.
struct RejectsFile: Sendable {
    private let file: AddedFile
    private let isTSV: Bool

    /// Opens the file, and makes it if there is none; it is no more open than the registry, and goes
    /// again if the command fails before there is a line for it.
    init(path: String, registry: String, in context: CommandContext) throws(CommandFailure) {
        isTSV = path.hasSuffix(".tsv")
        let file = try AddedFile(path: path, within: FileLimit(of: registry))
        self.file = file
        context.atEnd { [unowned context] in
            if context.status != .success { file.removeIfUnused() }
        }
    }

    /// Adds lines.
    func add(_ rejections: [LogRejection]) throws {
        let output = OutputWriter(file.sink)
        try RejectionFacts.listing.write(
            rejections, as: isTSV ? .plain : .ndjson, to: output)
        try output.flush()
    }
}
