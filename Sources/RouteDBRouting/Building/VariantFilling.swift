/// The given values, assigned to the places of one variant of a route's pattern.
struct VariantFilling {
    let pattern: RoutePattern
    private(set) var texts = PlaceTexts()
    /// The parameters that the URL must resolve to; null where code makes the value.
    private(set) var parameters = JSONObject()
    /// The texts of parameters that code converts.
    private(set) var codedTexts: [String: String] = [:]
    /// The texts of the segments for wildcards.
    private(set) var wildcards: [String] = []
    /// The first name without a value.
    private(set) var missing: String?
    /// How many default values were written.
    private(set) var defaultCount = 0
    /// The error for a value that is not of its parameter's type.
    private(set) var problem: URLBuildError?

    /// Assigns values to places.
    init(
        _ pattern: RoutePattern, given: JSONObject, defaults: JSONObject, wildcards: [String],
        spelling: URLSpelling
    ) {
        self.pattern = pattern
        for parameter in pattern.parameters {
            guard let value = given[parameter.name] ?? defaults[parameter.name] else {
                missing = missing ?? parameter.name
                continue
            }
            if given[parameter.name] == nil { defaultCount += 1 }
            let type = spelling.valueType(parameter.type)
            place(value, of: parameter, type, policies: spelling.policies)
        }
        place(wildcards, policies: spelling.policies)
    }

    private mutating func place(
        _ value: JSONValue, of parameter: Parameter, _ type: ValueType,
        policies: NamespacePolicy.Values
    ) {
        if parameter.type == .path, case .array(let values) = value {
            let parts = values.compactMap(\.scalarText)
            if parts.count == values.count, !parts.isEmpty {
                texts.parameters.append(.segments(parts))
                let segments =
                    policies.encodesRests
                    ? parts.map { RestText.text(of: RestText.segment($0)) } : parts
                parameters[parameter.name] = .string(segments.joined(separator: "/"))
                return
            }
        }
        let takesEmpty =
            switch parameter.type {
            case .string: policies.emptyValues == .accept
            case .path: policies.keepsEmptySegments
            default: false
            }
        let isEmpty = takesEmpty && value == .string("")
        guard let text = isEmpty ? "" : type.text(of: value) else {
            problem =
                problem
                ?? URLBuildError(
                    .wrongType,
                    "The value \(value) of '\(parameter.name)' is not of the type \(parameter.type).",
                    hint: type.hint, name: parameter.name)
            return
        }
        texts.parameters.append(.one(text))
        if type.isCode {
            codedTexts[parameter.name] = text
            parameters[parameter.name] = .null
        } else {
            codedTexts[parameter.name] = nil
            let read =
                parameter.type == .path && policies.encodesRests
                ? RestText.normalized(text) : text
            parameters[parameter.name] = type.value(of: read) ?? .string(read)
        }
    }

    /// Assigns one text to each `*`, and the remaining texts to the last `**`.
    private mutating func place(_ given: [String], policies: NamespacePolicy.Values) {
        let elements = (pattern.host?.elements ?? []) + pattern.path
        let kinds = elements.filter { $0 == .wildcard || $0 == .catchAll }
        let lastRest = kinds.lastIndex(of: .catchAll)
        let singles = kinds.count { $0 == .wildcard }
        guard singles <= given.count, lastRest != nil || singles == given.count else {
            if singles > given.count {
                missing = missing ?? "*"
            } else {
                problem =
                    problem
                    ?? URLBuildError(
                        .unknownValue,
                        "There are more wildcard values than the pattern has wildcards.")
            }
            return
        }
        var rest = given[...]
        for (index, kind) in kinds.enumerated() {
            if kind == .wildcard {
                wildcards.append(rest[rest.startIndex])
                texts.wildcards.append(.one(rest.removeFirst()))
            } else {
                let behind = kinds[(index + 1)...].count { $0 == .wildcard }
                let taken = index == lastRest ? max(0, rest.count - behind) : 0
                let segments = rest.prefix(taken)
                wildcards += segments.map {
                    policies.decoding == .all ? RestText.text(of: RestText.segment($0)) : $0
                }
                texts.wildcards.append(.segments(Array(segments)))
                rest = rest.dropFirst(taken)
            }
        }
    }
}

extension ValueType {
    /// Lists the accepted values, if they are known.
    fileprivate var hint: String? {
        switch converter?.rule {
        case .map(let values):
            "Its values are "
                + values.members.prefix(8).map { "\($0.value)" }.joined(separator: ", ") + "."
        case .affix(let prefix, let suffix):
            "Its values begin with '\(prefix)' and end with '\(suffix)'."
        case .allow(let texts): "Its values are " + texts.prefix(8).joined(separator: ", ") + "."
        case .any, .code, nil: nil
        }
    }
}
