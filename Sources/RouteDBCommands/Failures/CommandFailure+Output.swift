import RouteDB

extension CommandFailure {
    /// The failure for programs.
    var object: JSONObject {
        [
            "error": [
                "code": .string(code), "message": .string(message),
                "hint": hint.map(JSONValue.string) ?? .null,
            ]
        ]
    }

    /// The failure for people.
    func lines(in context: CommandContext) -> [String] {
        ["error: " + PlainText.shown(message)] + illustration
            + (hint.map { ["hint: " + PlainText.shown($0)] } ?? [])
    }
}
