package import RouteDB

/// What commands that make a revision say of it.
package enum WriteReport {
    /// The beginning of the JSON object.
    package static func head(revision: Int64?, _ write: WriteOptions) -> JSONObject {
        [
            "schema": 1, "revision": revision.map(JSONValue.int) ?? .null,
            "dryRun": .bool(write.dryRun),
        ]
    }

    /// Writes a line for people.
    package static func writeLine(
        _ text: String, isChanged: Bool = true, revision: Int64?, _ write: WriteOptions,
        in context: CommandContext
    ) throws(StreamError) {
        let prefix = write.dryRun ? "dry run: " : ""
        let suffix = isChanged ? revision.map { "  (revision \($0))" } ?? "" : ""
        try context.output.writeLine(prefix + text + suffix)
    }

    /// Writes what became of a thing with a name: `added`, of the kind `namespace`.
    static func write(
        _ word: String, _ kind: String, _ name: String, _ revision: Int64?,
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        guard global.json else {
            try writeLine(
                "\(word) \(kind) '\(PlainText.shown(name))'", revision: revision, write,
                in: context)
            return
        }
        var object = head(revision: revision, write)
        object[kind] = ["outcome": .string(word), "name": .string(name)]
        try context.output.writeLine(object.description)
    }
}
