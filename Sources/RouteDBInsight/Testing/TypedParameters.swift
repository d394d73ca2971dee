package import RouteDBRouting

extension RoutePattern {
    /// The pattern without types other than `path`, so that it matches texts that a type refuses.
    package var withoutTypes: RoutePattern {
        RoutePattern(
            scheme: scheme,
            host: host.map {
                HostPattern(elements: $0.elements.map(\.withoutTypes), port: $0.port)
            },
            path: path.map(\.withoutTypes), query: query.map(\.withoutTypes))
    }
}

extension PatternElement {
    fileprivate var withoutTypes: PatternElement {
        switch self {
        case .parameter(let parameter): .parameter(parameter.withoutType)
        case .optional(let content): .optional(content.map(\.withoutTypes))
        case .separator, .literal, .wildcard, .catchAll: self
        }
    }
}

extension QueryCondition {
    fileprivate var withoutTypes: QueryCondition {
        guard case .capture(let parameter) = test else { return self }
        return QueryCondition(key: key, test: .capture(parameter.withoutType))
    }
}

extension Parameter {
    fileprivate var withoutType: Parameter {
        type == .path ? self : Parameter(name: name, type: .string)
    }
}

extension RegistrySnapshot {
    /// Whether a type can refuse a text in a namespace.
    ///
    /// A type that accepts any text, or that code decides, does not count.
    package func isSelective(_ type: ParameterType, in namespace: NamespaceID) -> Bool {
        let type = valueType(type, in: namespace)
        return !type.isCode && !type.readsAnyBool && type.matched != .string
            && type.matched != .path
    }

    /// Whether a type accepts a text in a namespace.
    package func accepts(
        _ text: String, as type: ParameterType, in namespace: NamespaceID
    ) -> Bool {
        valueType(type, in: namespace).value(of: text) != nil
    }

    private func valueType(_ type: ParameterType, in namespace: NamespaceID) -> ValueType {
        let policies = namespaces.first { $0.id == namespace }?.policies ?? .native
        return ValueType(
            type, converters: converterRules(of: namespace), castFailure: policies.castFailure)
    }
}
