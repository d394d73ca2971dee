package import RouteDB

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

    /// Writes the outcome for a named item, such as `added` for a `namespace`.
    static func write(
        _ word: String, _ kind: String, _ name: String, _ revision: Int64?,
        _ write: WriteOptions, _ global: GlobalOptions, extras: JSONObject = [:],
        in context: CommandContext
    ) throws {
        guard global.json else {
            try writeLine(
                "\(word) \(kind) '\(PlainText.shown(name))'", revision: revision, write,
                in: context)
            return
        }
        var object = head(revision: revision, write)
        object[kind] = ["outcome": .string(word), "name": .string(name)]
        try context.output.writeLine(object.merging(extras).description)
    }

    /// Writes the outcomes for several items: a list in JSON, else a line for each.
    ///
    /// - Parameters:
    ///   - changes: What was done, as a past participle, with each item as JSON and as text.
    ///   - kind: The key of the list in JSON.
    ///   - revision: The revision that was created, if any.
    ///   - write: The options of the edit.
    ///   - global: The options of every command.
    ///   - context: The context of the command.
    /// - Throws: `StreamError`.
    static func write(
        _ changes: [(outcome: String, object: JSONObject, text: String)], as kind: String,
        _ revision: Int64?, _ write: WriteOptions, _ global: GlobalOptions,
        in context: CommandContext
    ) throws(StreamError) {
        guard global.json else {
            for change in changes {
                try writeLine(
                    "\(change.outcome) \(change.text)", isChanged: change.outcome != "unchanged",
                    revision: revision, write, in: context)
            }
            return
        }
        var object = head(revision: revision, write)
        object[kind] = .array(
            changes.map { change in
                let outcome: JSONObject = ["outcome": .string(change.outcome)]
                return .object(outcome.merging(change.object))
            })
        try context.output.writeLine(object.description)
    }
}
