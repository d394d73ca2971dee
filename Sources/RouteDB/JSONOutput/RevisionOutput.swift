package import RouteDBRouting
package import RouteDBStorage

/// The output for a revision.
package struct RevisionOutput: Sendable {
    package let revision: RegistryRevision
    /// The names of its tags.
    package let tags: [String]
    /// The change in words, such as `2 routes changed`.
    package let summary: String

    /// The message, or in its place the change in words.
    package var why: String { revision.message.isEmpty ? summary : revision.message }

    /// The revision as JSON.
    package var object: JSONObject {
        [
            "revision": .int(revision.number),
            "time": .string(revision.time.description),
            "author": .string(revision.author), "source": .string(revision.source),
            "message": .string(revision.message), "summary": .string(summary),
            "digest": .string(revision.digest), "tags": .array(tags.map(JSONValue.string)),
        ]
    }
}

extension RegistryChange {
    /// Returns the change as JSON.
    package func object(hits: RouteTraffic.Count?? = nil) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(kind.rawValue), "outcome": .string(outcome.rawValue),
            "id": id.map(JSONValue.int) ?? .null, "label": .string(label),
        ]
        object["hits"] = hits.map { $0?.recent.map(JSONValue.int) ?? .null }
        object["hitsEver"] = hits.map { $0?.ever.map(JSONValue.int) ?? .null }
        object["fields"] = .array(
            fields.map { field in
                [
                    "name": .string(field.name), "old": field.old ?? .null,
                    "new": field.new ?? .null,
                ]
            })
        return object
    }
}

extension FieldOrigin {
    /// The origin as JSON.
    package var object: JSONObject {
        [
            "field": .string(field), "value": value.map(JSONValue.string) ?? .null,
            "revision": .int(revision.number),
            "time": .string(revision.time.description),
            "author": .string(revision.author), "message": .string(revision.message),
        ]
    }
}

extension RevisionTag {
    /// The tag as JSON.
    package var object: JSONObject {
        [
            "name": .string(name), "revision": .int(revision),
            "time": .string(time.description),
            "author": .string(author), "message": .string(message),
        ]
    }
}
