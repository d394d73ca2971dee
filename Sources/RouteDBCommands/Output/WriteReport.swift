package import RouteDB
package import RouteDBTerminal

/// The output of commands that create a revision.
package enum WriteReport {
    /// Returns the first members of the JSON object.
    package static func head(revision: Int64?, _ write: WriteOptions) -> JSONObject {
        [
            "schema": 1, "revision": revision.map(JSONValue.int) ?? .null,
            "dryRun": .bool(write.dryRun),
        ]
    }

    /// Writes a line of text.
    package static func writeLine(
        _ text: String, isChanged: Bool = true, revision: Int64?, _ write: WriteOptions,
        in context: CommandContext
    ) throws(StreamError) {
        let prefix = write.dryRun ? "dry run: " : ""
        let suffix = isChanged ? revision.map { "  (revision \($0))" } ?? "" : ""
        try context.output.writeLine(prefix + text + suffix)
    }
}
