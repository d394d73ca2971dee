import RouteDB

/// The file that rejected lines are added to: as TSV if its name says so, else as NDJSON.
struct RejectsFile: Sendable {
    private let file: AddedFile
    private let isTSV: Bool

    init(path: String) throws(CommandFailure) {
        isTSV = path.hasSuffix(".tsv")
        file = try AddedFile(path: path)
    }

    /// Adds lines.
    func add(_ rejections: [LogRejection]) throws {
        let output = OutputWriter(file.sink)
        try RejectionFacts.listing.write(
            rejections, as: isTSV ? .plain : .ndjson, to: output)
        try output.flush()
    }
}
