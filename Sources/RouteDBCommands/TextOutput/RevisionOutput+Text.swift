import RouteDB
import RouteDBTerminal

// How the tool shows a revision.
extension RevisionOutput {
    /// The revision as lines of text with titles.
    var lines: [(String, String)] {
        [
            ("revision", "\(revision.number)"),
            ("time", revision.time.inSeconds),
            ("author", revision.author),
            ("source", revision.source), ("message", revision.message),
            ("summary", summary),
            ("digest", revision.digest),
            ("tags", tags.isEmpty ? "(none)" : tags.joined(separator: ", ")),
        ]
    }

    static let listing = Listing<RevisionOutput>(
        "revisions",
        columns: [
            .init("revision") { "\($0.revision.number)" },
            .init("time") { $0.revision.time.inSeconds },
            .init("author") { $0.revision.author }, .init("source") { $0.revision.source },
            .init("message") { $0.why },
            .init("digest") { String(decoding: $0.revision.digest.utf8.prefix(12), as: UTF8.self) },
            .init("tags") { $0.tags.joined(separator: " ") },
        ], object: { $0.object })
}
