import RouteDBDatabase
package import RouteDBRouting

extension RoutePattern {
    /// Reads canonical text that is stored.
    init(stored text: String) throws(PatternError) { try self.init(canonical: text) }

    /// The patterns that a text may stand for in a namespace: first as read in the namespace's own
    /// language, then as native.
    static func readings(
        of text: String, in namespace: RouteNamespace, converters: Set<String>
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

    /// Looks up the pattern of a text, as each namespace reads it.
    static func matches<Found>(
        of text: String, in namespaces: [RouteNamespace],
        converters: (NamespaceID) throws(RouteDBError) -> Set<String>,
        find: (NamespaceID, RoutePattern) throws(RouteDBError) -> [Found]
    ) throws(RouteDBError) -> [Found] {
        var found: [Found] = []
        var failure: PatternError?
        var isPattern = false
        for namespace in namespaces {
            let names = try converters(namespace.id)
            let readings: [RoutePattern]
            do {
                readings = try Self.readings(of: text, in: namespace, converters: names)
            } catch {
                failure = failure ?? error
                continue
            }
            isPattern = true
            for reading in readings {
                let twins = try find(namespace.id, reading)
                found += twins
                if !twins.isEmpty { break }
            }
        }
        if let failure, !isPattern { throw RouteDBError(invalid: failure) }
        return found
    }
}

extension RegistrySnapshot {
    /// The names of a namespace's converters.
    package func converterNames(of namespace: NamespaceID) -> Set<String> {
        Set(converters.lazy.filter { $0.namespace == namespace }.map(\.name))
    }
}
