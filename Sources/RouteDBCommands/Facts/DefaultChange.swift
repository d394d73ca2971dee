import RouteDB

/// The result of an edit for one default value.
struct DefaultChange: Sendable {
    let outcome: String
    let key: String
    /// The new value; `nil` if it was removed.
    let value: JSONValue?

    /// Reports the changes of default values to the user.
    static func write(
        _ result: RouteRegistry.EditResult<[DefaultChange]>, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        let changes = result.value.map { change in
            let object: JSONObject = [
                "key": .string(change.key), "value": change.value ?? .null,
            ]
            let value = change.value.map { " = \($0)" } ?? ""
            return (change.outcome, object, PlainText.shown(change.key) + value)
        }
        try WriteReport.write(changes, as: "defaults", result.revision, write, global, in: context)
    }
}
