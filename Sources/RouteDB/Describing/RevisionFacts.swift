package import RouteDBRouting
package import RouteDBStorage

/// The output for a revision.
package struct RevisionFacts: Sendable {
    package let revision: RegistryRevision
    /// The names of its tags.
    package let tags: [String]

    /// Creates the output for revisions.
    package static func all(_ revisions: [RegistryRevision], tags: [RevisionTag]) -> [RevisionFacts]
    {
        let names = Dictionary(grouping: tags, by: \.revision)
        return revisions.map { revision in
            RevisionFacts(
                revision: revision, tags: (names[revision.number] ?? []).map(\.name))
        }
    }

    /// The revision as JSON.
    package var object: JSONObject {
        [
            "revision": .int(revision.number),
            "time": .string(Timestamp(microseconds: revision.timeMicroseconds).description),
            "author": .string(revision.author), "source": .string(revision.source),
            "message": .string(revision.message), "digest": .string(revision.digest),
            "tags": .array(tags.map(JSONValue.string)),
        ]
    }
}
