import RouteDB

/// A parameter of a route as an associated value of a case.
struct ConstantParameter: Hashable, Sendable {
    /// The name in the pattern.
    let name: String
    /// The label of the associated value.
    let label: String
    /// The type in Swift, without the mark of an optional.
    let type: String
    /// The expression that makes a JSON value, with `$` for the associated value.
    let json: String
    /// True if a URL needs no value for the parameter.
    let isOptional: Bool

    private init(_ parameter: Parameter, label: String, isOptional: Bool) {
        name = parameter.name
        self.label = label
        self.isOptional = isOptional
        (type, json) =
            switch parameter.type {
            case .int: ("Int", ".int(Int64($))")
            case .float: ("Double", ".double($)")
            case .bool: ("Bool", ".bool($)")
            // An integer or a fraction; or whatever a converter makes.
            case .number, .converter: ("JSONValue", "$")
            // The text keeps each digit of a decimal.
            case .string, .decimal, .uuid, .date, .slug, .hex, .oneOf, .path:
                ("String", ".string($)")
            }
    }

    /// The parameters of a pattern, each name once.
    static func list(of pattern: RoutePattern, _ defaults: JSONObject) -> [ConstantParameter] {
        let needed = Set(pattern.neededParameters.map(\.name))
        var names: Set<String> = []
        // The label of the texts without a name.
        var labels: Set<String> = ["wildcards"]
        var list: [ConstantParameter] = []
        for parameter in pattern.parameters where names.insert(parameter.name).inserted {
            let label = SwiftIdentifier.label(parameter.name)
            var unique = label
            var number = 1
            while !labels.insert(unique).inserted {
                number += 1
                unique = "\(label)\(number)"
            }
            list.append(
                ConstantParameter(
                    parameter, label: unique,
                    isOptional: !needed.contains(parameter.name)
                        || defaults[parameter.name] != nil))
        }
        return list
    }
}

extension RoutePattern {
    /// The parameters that stand in no optional group.
    fileprivate var neededParameters: [Parameter] {
        let path = path.filter {
            if case .optional = $0 { false } else { true }
        }
        return RoutePattern(scheme: scheme, host: host, path: path, query: query).parameters
    }
}
