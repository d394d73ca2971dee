import RouteDB

/// What an edit did to one default value.
struct DefaultChange: Sendable {
    let outcome: String
    let key: String
    /// The new value; `nil` if it was taken away.
    let value: JSONValue?

    /// Tells the user what was done to default values.
    static func write(
        _ result: RouteRegistry.EditResult<[DefaultChange]>, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        guard !global.json else {
            var object = WriteReport.head(revision: result.revision, write)
            object["defaults"] = .array(
                result.value.map { change in
                    [
                        "outcome": .string(change.outcome), "key": .string(change.key),
                        "value": change.value ?? .null,
                    ]
                })
            try context.output.writeLine(object.description)
            return
        }
        for change in result.value {
            let value = change.value.map { " = \($0)" } ?? ""
            try WriteReport.writeLine(
                "\(change.outcome) \(PlainText.shown(change.key))\(value)",
                isChanged: change.outcome != "unchanged", revision: result.revision, write,
                in: context)
        }
    }
}
