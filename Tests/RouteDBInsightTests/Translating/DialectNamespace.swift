import RouteDB
import RouteDBInsight
import RouteDBTestSupport

/// A registry of one namespace in a dialect, and how it is converted.
struct DialectNamespace {
    var snapshot: RegistrySnapshot

    /// Makes a registry with routes numbered from 1, whose targets are their texts.
    init(
        _ profile: NamespaceProfile, _ texts: [String], overrides: NamespacePolicy.Overrides = [:],
        converters: [String: ParameterConverter.Rule] = [:]
    ) throws {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName, profile: profile,
            overrides: overrides)
        let syntax = PatternSyntax(namespace)
        let routes = try texts.enumerated().map { index, text in
            Route(
                id: RouteID(rawValue: Int64(index) + 1), namespace: namespace.id,
                pattern: try syntax.parse(text, converters: Set(converters.keys)),
                dialectText: profile == .native ? nil : text, target: text)
        }
        snapshot = RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: routes,
            converters: converters.map {
                ParameterConverter(namespace: namespace.id, name: $0.key, rule: $0.value)
            })
    }

    func conversion(
        _ options: ConversionOptions = ConversionOptions(urlsPerRoute: 400)
    ) -> NamespaceConversion {
        NamespaceConversion(of: snapshot.namespaces[0], in: snapshot, options: options)
    }
}

extension NamespaceConversion {
    /// The texts of the patterns afterwards.
    var texts: [String] { routes.map(\.result.patternText) }

    /// The names of the policies that stay.
    var keptPolicies: [NamespacePolicy] { policies.map(\.policy) }

    /// The URL that shows why a policy stays.
    func witness(_ policy: NamespacePolicy) -> ResolutionDifference? {
        guard case .difference(let found)? = policies.first(where: { $0.policy == policy })?.reason
        else { return nil }
        return found
    }
}
