extension RoutePattern {
    /// All parameters in the order in which they are written: host, path, query.
    public var parameters: [Parameter] {
        var found: [Parameter] = []
        Self.collect(host?.elements ?? [], into: &found)
        Self.collect(path, into: &found)
        for condition in query {
            if case .capture(let parameter) = condition.test { found.append(parameter) }
        }
        return found
    }

    /// The names of the converters that the pattern uses.
    package var converterNames: Set<String> {
        var names: Set<String> = []
        for parameter in parameters {
            if case .converter(let name) = parameter.type { names.insert(name) }
        }
        return names
    }

    private static func collect(_ elements: [PatternElement], into found: inout [Parameter]) {
        for element in elements {
            switch element {
            case .parameter(let parameter): found.append(parameter)
            case .optional(let content): collect(content, into: &found)
            case .separator, .literal, .wildcard, .catchAll: break
            }
        }
    }
}
