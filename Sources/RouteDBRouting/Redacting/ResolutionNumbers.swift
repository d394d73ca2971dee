/// The result of resolving a URL, as numbers that outlive the request.
///
/// It holds no references, so copying it is cheap. It is meaningful only together with the
/// ``RoutingTable`` and the URL that it came from.
package struct ResolutionNumbers: Sendable {
    package let outcome: Resolution.Outcome
    package let match: RouteMatch

    /// True if a route matches, regardless of access rules.
    package var hasRoute: Bool { outcome.hasRoute }
}

extension RoutingTable {
    /// Resolves a URL without making a request of it.
    ///
    /// - Complexity: That of matching. Allocates nothing.
    package func numbers(of url: RawSpan) -> ResolutionNumbers? {
        var match = RouteMatch()
        switch self.match(utf8: url, in: nil, into: &match) {
        case .matched:
            guard access == nil, !isConditional(match) else { return nil }
            return ResolutionNumbers(outcome: .matched, match: match)
        case .unmatched: return ResolutionNumbers(outcome: .unmatched, match: match)
        case .invalid: return ResolutionNumbers(outcome: .invalid, match: RouteMatch())
        }
    }
}

extension Resolution {
    /// Returns the resolution with another outcome: what code decided after the rules, for recording.
    package func withOutcome(_ outcome: Outcome) -> Resolution {
        var resolution = self
        resolution.outcome = outcome
        return resolution
    }

    /// The result, as numbers.
    @inline(__always)
    package var numbers: ResolutionNumbers { ResolutionNumbers(outcome: outcome, match: match) }

    /// The table that resolved.
    @inline(__always)
    package var routingTable: RoutingTable { table }

    /// Which table resolved, told without counting a reference to it.
    package var tableIdentifier: ObjectIdentifier { ObjectIdentifier(table) }

    /// The values that converters in code made for captured parameters.
    package var convertedParameters: JSONObject { converted }

    /// True if a URL was requested, rather than the name of a route.
    package var isOfURL: Bool { request.routeName == nil }

    /// Appends the bytes of the URL as written.
    package func appendURL(to bytes: inout [UInt8]) {
        request.withURL { url in
            bytes.append(contentsOf: url)
        }
    }

    /// Appends the kind of route that was wanted.
    package func appendKind(to bytes: inout [UInt8]) -> Bool {
        guard let kind = request.kind else { return false }
        bytes.append(contentsOf: kind.utf8)
        return true
    }

    /// Appends the attributes of the request that decided, and those of its context that are kept anyway, as
    /// JSON.
    package func appendAttributes(to bytes: inout [UInt8], keeping kept: [String] = []) -> Bool {
        var names = table.access?.attributeNames
        if let variants = foundRoute?.redirect?.variants, !variants.isEmpty {
            let read = AttributeNames([], variants: variants)
            names = names?.union(read) ?? read
        }
        let readsNames = names.map { !$0.isEmpty } ?? false
        guard readsNames || !request.isPlain else { return false }
        var attributes = names?.attributes(of: request) ?? ResolutionRequest.Attributes()
        attributes.namespace = request.namespace
        attributes.defaults = redirectedDefaults
        if route?.redirect?.variants.isEmpty == false { attributes.variant = variantNumber ?? 0 }
        for name in kept where attributes.context[name] == nil {
            attributes.context[name] = request.contextValue(name)
        }
        guard !attributes.isEmpty else { return false }
        JSONWriter.append(attributes.json, to: &bytes)
        return true
    }

    /// The default values of the request that fill in the route's redirect.
    private var redirectedDefaults: JSONObject {
        let given = request.defaults
        guard !given.members.isEmpty, let redirect = foundRoute?.redirect else {
            return JSONObject()
        }
        let names = redirect.locations.flatMap { (try? RedirectTemplate($0))?.names ?? [] }
        return JSONObject(distinct: given.members.filter { names.contains($0.key) })
    }

    /// Appends the name of the principal.
    package func appendPrincipal(to bytes: inout [UInt8]) -> Bool {
        guard let principal = request.principal else { return false }
        bytes.append(contentsOf: principal.id.utf8)
        return true
    }
}

extension RoutingTable {
    /// The ids of ``Resolution/namespace`` and ``Resolution/foundRoute``; 0 for one that is absent.
    package func ids(of numbers: ResolutionNumbers) -> (namespace: Int64, route: Int64) {
        let match = numbers.match
        guard match.namespace != RouteMatch.noNamespace else { return (0, 0) }
        return tables.lend(Int(match.namespace)) { table in
            let namespace = table.namespace.id.rawValue
            guard numbers.hasRoute else { return (namespace, 0) }
            let route = table.shards.lend(Int(match.shard)) { shard in
                shard.routes[Int(match.route)].id.rawValue
            }
            return (namespace, route)
        }
    }
}
