import RouteDB

/// The output for a revision.
struct RevisionFacts: Sendable {
    let revision: RegistryRevision
    /// The names of its tags.
    let tags: [String]

    /// Creates the output for revisions.
    static func all(_ revisions: [RegistryRevision], tags: [RevisionTag]) -> [RevisionFacts] {
        let names = Dictionary(grouping: tags, by: \.revision)
        return revisions.map { revision in
            RevisionFacts(
                revision: revision, tags: (names[revision.number] ?? []).map(\.name))
        }
    }

    /// The revision as JSON.
    var object: JSONObject {
        [
            "revision": .int(revision.number),
            "time": .string(Timestamp(microseconds: revision.timeMicroseconds).description),
            "author": .string(revision.author), "source": .string(revision.source),
            "message": .string(revision.message), "digest": .string(revision.digest),
            "tags": .array(tags.map(JSONValue.string)),
        ]
    }

    /// The revision as lines of text with titles.
    var lines: [(String, String)] {
        [
            ("revision", "\(revision.number)"),
            ("time", Timestamp(microseconds: revision.timeMicroseconds).inSeconds),
            ("author", revision.author),
            ("source", revision.source), ("message", revision.message),
            ("digest", revision.digest),
            ("tags", tags.isEmpty ? "(none)" : tags.joined(separator: ", ")),
        ]
    }

    static let listing = Listing<RevisionFacts>(
        "revisions",
        columns: [
            .init("revision") { "\($0.revision.number)" },
            .init("time") { Timestamp(microseconds: $0.revision.timeMicroseconds).inSeconds },
            .init("author") { $0.revision.author }, .init("source") { $0.revision.source },
            .init("message") { $0.revision.message },
            .init("digest") { String(decoding: $0.revision.digest.utf8.prefix(12), as: UTF8.self) },
            .init("tags") { $0.tags.joined(separator: " ") },
        ], object: { $0.object })
}
