import RouteDB

/// A row about a parameter.
struct ParameterRow: Sendable {
    let parameter: String
    let type: String
    /// The kind of row.
    let what: String
    let value: String
    let weight: Int64
    let share: Double?
    /// The hits in the previous period; `nil` unless compared.
    let previous: HitCount?

    /// Returns the rows about a parameter.
    static func all(_ parameter: ParameterReport.Parameter) -> [ParameterRow] {
        func row(
            _ what: String, _ weight: Int64, _ share: Double? = nil, value: String = "",
            before: HitCount? = nil
        ) -> ParameterRow {
            ParameterRow(
                parameter: parameter.name, type: parameter.type ?? "", what: what, value: value,
                weight: weight, share: share, previous: before)
        }
        func rows(_ what: String, _ values: [ParameterReport.Value]) -> [ParameterRow] {
            values.map {
                row(what, $0.count.weight, $0.share, value: $0.text, before: $0.previous)
            }
        }
        var whole = parameter.present
        whole += parameter.missing
        let bound = parameter.isDistinctBounded ? "or more" : ""
        return [
            row(
                "hits", parameter.present.weight, parameter.present.share(of: whole),
                before: parameter.previousPresent),
            row(
                "missing", parameter.missing.weight, parameter.missing.share(of: whole),
                before: parameter.previousMissing),
            row("invalid", parameter.invalid.weight, before: parameter.previousInvalid),
            row("distinct", Int64(parameter.distinct), value: bound),
        ] + rows("type", parameter.types) + rows("value", parameter.values)
            + rows("invalid value", parameter.invalidValues)
    }

    /// Returns a parameter as JSON.
    static func object(_ parameter: ParameterReport.Parameter) -> JSONValue {
        func list(_ values: [ParameterReport.Value]) -> JSONValue {
            .array(
                values.map {
                    [
                        "text": .string($0.text), "count": StatsText.object($0.count),
                        "share": .double($0.share),
                        "previous": StatsText.previous($0.count, since: $0.previous),
                    ]
                })
        }
        return [
            "name": .string(parameter.name),
            "type": parameter.type.map { .string($0) } ?? .null,
            "present": StatsText.object(parameter.present),
            "missing": StatsText.object(parameter.missing),
            "invalid": StatsText.object(parameter.invalid),
            "previousPresent": parameter.previousPresent.map(StatsText.object) ?? .null,
            "previousMissing": parameter.previousMissing.map(StatsText.object) ?? .null,
            "previousInvalid": parameter.previousInvalid.map(StatsText.object) ?? .null,
            "distinct": .int(Int64(parameter.distinct)),
            "distinctBounded": .bool(parameter.isDistinctBounded),
            "types": list(parameter.types), "values": list(parameter.values),
            "invalidValues": list(parameter.invalidValues),
        ]
    }
}
