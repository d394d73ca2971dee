package import RouteDBRouting

extension RoutePattern {
    /// Reads canonical text that is stored.
    init(stored text: String) throws(PatternError) { try self.init(canonical: text) }

    /// The names of the converters that the pattern's parameters name.
    package var converterNames: Set<String> {
        var names: Set<String> = []
        for parameter in parameters {
            if case .converter(let name) = parameter.type { names.insert(name) }
        }
        return names
    }

    /// The patterns that a text may mean in a namespace: first in the namespace's own language,
    /// then natively.
    ///
    /// - Throws: Why it is none in the namespace's language, if it is none natively either.
    static func readings(
        of text: String, in namespace: Namespace, converters: Set<String>
    ) throws(PatternError) -> [RoutePattern] {
        let syntax = PatternSyntax(namespace)
        guard syntax != .native else { return [try syntax.parse(text, converters: converters)] }
        let native =
            (try? PatternSyntax.native.parse(text, converters: converters))
            ?? (try? RoutePattern(stored: text))
        let own: RoutePattern
        do {
            own = try syntax.parse(text, converters: converters)
        } catch {
            guard let native else { throw error }
            return [native]
        }
        return [own] + (native.map { [$0] } ?? [])
    }
}

extension RegistrySnapshot {
    /// The names of a namespace's converters.
    package func converterNames(of namespace: NamespaceID) -> Set<String> {
        Set(converters.lazy.filter { $0.namespace == namespace }.map(\.name))
    }
}
