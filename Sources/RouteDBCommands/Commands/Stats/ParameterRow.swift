import RouteDB

/// One line about a parameter.
struct ParameterRow: Sendable {
    let parameter: String
    let type: String
    /// What the line is about.
    let what: String
    let value: String
    let weight: Int64
    let share: Double?

    /// The lines about a parameter.
    static func all(_ parameter: ParameterReport.Parameter) -> [ParameterRow] {
        func row(
            _ what: String, _ weight: Int64, _ share: Double? = nil, value: String = ""
        ) -> ParameterRow {
            ParameterRow(
                parameter: parameter.name, type: parameter.type ?? "", what: what, value: value,
                weight: weight, share: share)
        }
        var whole = parameter.present
        whole += parameter.missing
        let bound = parameter.isDistinctBounded ? "or more" : ""
        return [
            row("hits", parameter.present.weight, parameter.present.share(of: whole)),
            row("missing", parameter.missing.weight, parameter.missing.share(of: whole)),
            row("invalid", parameter.invalid.weight),
            row("distinct", Int64(parameter.distinct), value: bound),
        ] + parameter.types.map { row("type", $0.count.weight, $0.share, value: $0.text) }
            + parameter.values.map { row("value", $0.count.weight, $0.share, value: $0.text) }
            + parameter.invalidValues.map {
                row("invalid value", $0.count.weight, $0.share, value: $0.text)
            }
    }

    /// A parameter in JSON.
    static func object(_ parameter: ParameterReport.Parameter) -> JSONValue {
        func list(_ values: [ParameterReport.Value]) -> JSONValue {
            .array(
                values.map {
                    [
                        "text": .string($0.text), "count": StatsText.object($0.count),
                        "share": .double($0.share),
                    ]
                })
        }
        return [
            "name": .string(parameter.name),
            "type": parameter.type.map { .string($0) } ?? .null,
            "present": StatsText.object(parameter.present),
            "missing": StatsText.object(parameter.missing),
            "invalid": StatsText.object(parameter.invalid),
            "distinct": .int(Int64(parameter.distinct)),
            "distinctBounded": .bool(parameter.isDistinctBounded),
            "types": list(parameter.types), "values": list(parameter.values),
            "invalidValues": list(parameter.invalidValues),
        ]
    }
}
