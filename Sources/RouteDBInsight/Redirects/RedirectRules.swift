package import RouteDB
package import RouteDBRouting

/// The redirects of a namespace in the order in which they are tried, for other servers.
package struct RedirectRules: Sendable {
    /// A variant of a route, and where it redirects.
    struct Rule: Sendable {
        let route: Route
        /// The pattern with some of its optional groups.
        let pattern: RoutePattern
        /// Where it redirects; `nil` if it is gone, or no redirect.
        let template: RedirectTemplate?
        /// The status; `nil` for a route that is no redirect, and is tried before one.
        let status: Int?
        /// The values that the pattern does not capture.
        let constants: [String: String]

        /// The name of the route in messages.
        var label: String { "#\(route.id.rawValue) \(route.patternText)" }

        /// The parameter with a name, the last one as in resolving.
        func parameter(_ name: String) -> Parameter? {
            pattern.parameters.last { $0.name == name }
        }

        /// Returns whether a value comes from the query.
        func capturesInQuery(_ name: String) -> Bool {
            pattern.query.contains { condition in
                guard case .capture(let parameter) = condition.test else { return false }
                return parameter.name == name
            }
        }
    }

    /// The written file, and the losses of writing it.
    package struct Export: Sendable {
        /// The file.
        package let text: String
        /// How many rules it has.
        package let count: Int
        package let losses: ExchangeLosses
    }

    let namespace: RouteNamespace
    let revision: Int64
    let rules: [Rule]
    /// The features of the redirects that no other server has.
    let losses: ExchangeLosses

    /// Finds the redirects of a namespace.
    ///
    /// - Complexity: That of resolving a URL for each route.
    package init(_ snapshot: RegistrySnapshot, namespace name: String) throws(RouteDBError) {
        namespace = try snapshot.namespace(named: name)
        revision = snapshot.revision
        var losses = ExchangeLosses()
        if !snapshot.accessRules.isEmpty || namespace.access == .closed {
            losses.add("access", "Access rules are not written: everybody is redirected.")
        }
        let table = RoutingTable(snapshot)
        var only = snapshot
        only.routes = snapshot.routes.filter { $0.redirect != nil }
        only.accessRules = []
        let redirects = RoutingTable(only)
        var rules: [Rule] = []
        for ranked in table.rankedPatterns(in: name) {
            let route = ranked.route
            guard let redirect = route.redirect else {
                if Self.isException(route, in: table, to: redirects) {
                    rules.append(
                        Rule(
                            route: route, pattern: ranked.pattern, template: nil, status: nil,
                            constants: [:]))
                }
                continue
            }
            if let kind = route.kind {
                losses.add(
                    "#\(route.id.rawValue) \(route.patternText)",
                    RouteKind.isMethod(kind)
                        ? "It redirects requests of every method."
                        : "Its kind is not written: it redirects every request.")
            }
            if !redirect.variants.isEmpty {
                losses.add(
                    "#\(route.id.rawValue) \(route.patternText)",
                    "Its variants are not written: every request is redirected to one URL.")
            }
            var constants: [String: String] = [:]
            for member in table.defaults(for: route).members {
                constants[member.key] = member.value.redirectText
            }
            rules.append(
                Rule(
                    route: route, pattern: ranked.pattern,
                    template: redirect.location.flatMap { try? RedirectTemplate($0) },
                    status: redirect.status, constants: constants))
        }
        // What comes after the last redirect is no exception to any.
        let last = rules.lastIndex { $0.status != nil }
        self.rules = last.map { Array(rules[...$0]) } ?? []
        self.losses = losses
    }

    /// Returns whether a sample URL of a route that is no redirect is one of a redirect too.
    private static func isException(
        _ route: Route, in table: RoutingTable, to redirects: RoutingTable
    ) -> Bool {
        guard let sampler = RouteSampler(route, in: table) else { return false }
        return sampler.variants.indices.contains { variant in
            guard let url = sampler.url(ofVariant: variant) else { return false }
            let request = ResolutionRequest(url, namespace: sampler.namespace)
            return table.resolve(request).foundRoute?.id == route.id
                && redirects.resolve(request).foundRoute != nil
        }
    }

    /// Returns whether a rule is for web addresses.
    static func isWeb(_ rule: Rule) -> Bool {
        rule.pattern.scheme.map { $0 == "http" || $0 == "https" } ?? true
    }

    /// A constant as it stands in a part of a URL.
    static func written(_ constant: String, in part: RedirectTemplate.Part) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encode(constant.utf8, keeping: part == .path ? "/:@,;=" : "", into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A literal of a path as it is usually written in a URL.
    static func written(literal: String) -> String {
        var bytes: [UInt8] = []
        PercentCoding.encode(literal.utf8, keeping: "!$&'()*+,;=:@", into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
