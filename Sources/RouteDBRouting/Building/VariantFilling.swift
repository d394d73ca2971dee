/// The values of a request for a URL, laid out over one variant of a route's pattern.
struct VariantFilling {
    let pattern: RoutePattern
    private(set) var texts = PlaceTexts()
    /// What the URL's parameters are to be when it is resolved; null where code says it.
    private(set) var parameters = JSONObject()
    /// The texts of those that code converts.
    private(set) var codedTexts: [String: String] = [:]
    /// The texts of the segments that wildcards take.
    private(set) var wildcards: [String] = []
    /// The first name without a value.
    private(set) var missing: String?
    /// How many default values were written.
    private(set) var defaultCount = 0
    /// A text that is not of its parameter's type.
    private(set) var problem: URLBuildError?

    /// Lays values out.
    ///
    /// - Parameters:
    ///   - pattern: The pattern without groups.
    ///   - given: The values.
    ///   - defaults: What is taken for values that are not given.
    ///   - wildcards: The texts of segments for wildcards.
    ///   - spelling: Has the namespace's policies and converters.
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
            let type = ValueType(parameter.type, converters: spelling.converters)
            place(value, of: parameter, type, policies: spelling.policies)
        }
        place(wildcards)
    }

    private mutating func place(
        _ value: JSONValue, of parameter: Parameter, _ type: ValueType,
        policies: NamespacePolicies
    ) {
        if parameter.type == .path, case .array(let values) = value {
            let parts = values.compactMap(\.scalarText)
            if parts.count == values.count, !parts.isEmpty {
                texts.parameters.append(.segments(parts))
                parameters[parameter.name] = .string(parts.joined(separator: "/"))
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
                    "The value \(value) of '\(parameter.name)' is no \(parameter.type).",
                    hint: type.hint, name: parameter.name)
            return
        }
        texts.parameters.append(.one(text))
        if type.isCode {
            codedTexts[parameter.name] = text
            parameters[parameter.name] = .null
        } else {
            codedTexts[parameter.name] = nil
            parameters[parameter.name] = type.value(of: text) ?? .string(text)
        }
    }

    /// Gives each `*` one text, and what is left to the last `**`.
    private mutating func place(_ given: [String]) {
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
                        .unknownValue, "There are more texts for wildcards than the pattern has.")
            }
            return
        }
        wildcards = given
        var rest = given[...]
        for (index, kind) in kinds.enumerated() {
            if kind == .wildcard {
                texts.wildcards.append(.one(rest.removeFirst()))
            } else {
                let behind = kinds[(index + 1)...].count { $0 == .wildcard }
                let taken = index == lastRest ? max(0, rest.count - behind) : 0
                texts.wildcards.append(.segments(Array(rest.prefix(taken))))
                rest = rest.dropFirst(taken)
            }
        }
    }
}

extension ValueType {
    /// Which values there are, where they can be told.
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
