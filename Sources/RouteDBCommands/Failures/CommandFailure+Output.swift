import RouteDB

extension CommandFailure {
    /// The failure as JSON.
    var object: JSONObject {
        var error: JSONObject = [
            "code": .string(code), "message": .string(message),
            "hint": hint.map(JSONValue.string) ?? .null,
        ]
        for member in details.members { error[member.key] = member.value }
        return ["error": .object(error)]
    }

    /// Returns the failure as lines for a person.
    func lines(in context: CommandContext) -> [String] {
        ["error: " + PlainText.shown(message)] + illustration
            + (hint.map { ["hint: " + PlainText.shown($0)] } ?? [])
    }
}
