extension PatternSyntax {
    /// The text of a pattern in this language, or `nil` if the language cannot express it.
    ///
    /// - Complexity: Linear in the pattern.
    package func text(of pattern: RoutePattern) -> String? {
        let text: String
        switch dialect {
        case .native:
            return pattern.description
        case .jlroutes, .urlnavigator:
            let path = pattern.path.isEmpty ? "/" : written(pattern.path[...])
            text = pattern.scheme.map { "\($0):/\(path)" } ?? path
        case .ikrouter:
            text = "\(pattern.scheme ?? "")://" + written(pattern.path.dropFirst())
        case .aroute:
            text = written(pattern.path.dropFirst())
        }
        let converters = pattern.parameters.compactMap { parameter in
            if case .converter(let name) = parameter.type { name } else { nil }
        }
        let again = try? parse(text, converters: Set(converters))
        // A variant of `jlroutes` in which no group is present is the root.
        let isRoot = dialect == .jlroutes && pattern.description.isEmpty
        return isRoot || again?.description == pattern.description ? text : nil
    }

    /// Elements in the dialect's syntax; ``text(of:)`` detects what the dialect cannot express by
    /// parsing the text again.
    private func written(_ elements: ArraySlice<PatternElement>) -> String {
        elements.map(written).joined()
    }

    private func written(_ element: PatternElement) -> String {
        switch element {
        case .separator: "/"
        case .literal(let text): text
        case .parameter(let parameter): written(parameter)
        case .wildcard, .catchAll: "*"
        case .optional(let content): "(\(written(content[...])))"
        }
    }

    private func written(_ parameter: Parameter) -> String {
        let type =
            if case .converter(let name) = parameter.type { name } else {
                parameter.type.description
            }
        let isPlain = parameter.type == .string
        switch dialect {
        case .jlroutes, .ikrouter:
            return ":\(parameter.name)"
        case .urlnavigator:
            return isPlain ? "<\(parameter.name)>" : "<\(type):\(parameter.name)>"
        case .aroute, .native:
            let cast = isPlain ? "" : "\(marks.cast)\(type)"
            return "\(marks.open)\(parameter.name)\(cast)\(marks.close)"
        }
    }
}
