package import RouteDBRouting

extension RegistryChange {
    /// Returns the change as JSON.
    ///
    /// - Parameter hits: The hits of the routes that it affects, `nil` inside if they are unknown;
    ///   `nil` to leave hits out.
    /// - Returns: An object.
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
