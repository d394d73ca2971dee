import RouteDB
package import RouteDBRouting

/// A route that answers links of the web, with the paths that it answers.
package struct LinkedRoute: Sendable {
    /// A part of a path.
    package enum Segment: Hashable, Sendable {
        /// A segment that is made of pieces, at least one.
        case one([Piece])
        /// Any number of segments, or at least one.
        case rest(isOptional: Bool)
    }

    /// A part of a segment.
    package enum Piece: Hashable, Sendable {
        /// Text, decoded.
        case literal([UInt8])
        /// A value that is not empty.
        case value(ParameterType)
    }

    /// A test of an item of the query.
    package struct Condition: Hashable, Sendable {
        package let name: String
        /// What the item must be; `.text(.nothing)` if no link of a domain has it.
        package let part: LinkDomain.Part
    }

    package let route: Route
    /// The paths, one for each choice of optional groups.
    package let paths: [[Segment]]
    /// Whether the letters of literals stand for both cases.
    package let foldsCase: Bool
    /// What ``expression`` says a little more widely than it is.
    package let notes: [String]
    /// The tests of the query, one of an item at most; `nil` if they cannot be compared.
    package let conditions: [Condition]?
    /// Whether the route answers links with a certain query only.
    package let testsQuery: Bool
    /// Whether a query is read as such, and is not a part of the path.
    package let readsQuery: Bool
    /// Whether the route answers a link whatever its fragment is.
    package let ignoresFragment: Bool

    /// Whether a path is literals only.
    package static func isLiteral(_ path: [Segment]) -> Bool {
        path.allSatisfy { segment in
            if case .one(let pieces) = segment, pieces.count == 1, case .literal = pieces[0] {
                return true
            }
            return false
        }
    }

    /// Whether a path has a part of any number of segments.
    package static func isOpen(_ path: [Segment]) -> Bool {
        path.contains { if case .rest = $0 { true } else { false } }
    }
}

extension LinkedRoute {
    /// Reads a route; `nil` if it answers no link with the scheme `https` and a host.
    package init?(
        _ route: Route, in namespace: RouteNamespace,
        converters: [String: ParameterConverter.Rule], host: String
    ) {
        let policies = namespace.policies
        guard route.isEnabled, let pattern = route.pattern,
            Self.answers(pattern, host: host, policies)
        else { return nil }
        self.route = route
        foldsCase =
            policies.letterCase == .insensitive
            || policies.letterCase == .insensitiveLiterals
                && pattern.parameters.isEmpty
        testsQuery = pattern.query.contains { $0.test != .absent }
        readsQuery = policies.query != .text
        ignoresFragment = policies.fragment == .ignore
        var notes: [String] = []
        var paths: [[Segment]] = []
        for variant in pattern.variants(order: policies.groups) {
            if policies.trailingSlash == .strict, variant.hasTrailingSlash { continue }
            paths.append(
                variant.segments.map { segment in
                    Self.segment(segment, converters, policies, &notes)
                })
        }
        if foldsCase, policies.letterCase == .insensitiveLiterals, pattern.path.contains(.wildcard)
        {
            notes.append("letters are compared without their case")
        }
        if policies.decoding != .all { notes.append("text is compared as written") }
        self.paths = paths
        conditions = Self.conditions(of: pattern, converters, policies, &notes)
        var seen: Set<String> = []
        self.notes = notes.filter { seen.insert($0).inserted }
    }

    private static func answers(
        _ pattern: RoutePattern, host: String, _ policies: NamespacePolicies
    ) -> Bool {
        switch policies.scheme {
        case .match, .required: if let scheme = pattern.scheme, scheme != "https" { return false }
        case .exact: if pattern.scheme != "https" { return false }
        case .text: return false
        }
        switch policies.host {
        case .ignore, .dotless: return true
        case .component, .authority: return false
        case .match, .auto: break
        }
        guard let wanted = pattern.host else { return true }
        if let port = wanted.port, port != 443 { return false }
        guard case .literal(let text)? = wanted.elements.first, wanted.elements.count == 1 else {
            return !wanted.elements.isEmpty
        }
        return text == host
    }

    /// The type whose texts a parameter matches, as far as it can be compared.
    private static func type(
        of parameter: Parameter, _ converters: [String: ParameterConverter.Rule],
        _ policies: NamespacePolicies, _ notes: inout [String]
    ) -> ParameterType {
        let type = ValueType(parameter.type, converters: converters, policies: policies)
        if type.isCode {
            notes.append("code decides about '\(parameter.name)'")
            return .string
        }
        if policies.castFailure == .omit { return .string }
        if let note = type.matched.approximation { notes.append(note) }
        return type.matched
    }

    private static func conditions(
        of pattern: RoutePattern, _ converters: [String: ParameterConverter.Rule],
        _ policies: NamespacePolicies, _ notes: inout [String]
    ) -> [Condition]? {
        var conditions: [Condition] = []
        for condition in pattern.query {
            let name = condition.key
            guard policies.query != .text, !conditions.contains(where: { $0.name == name }) else {
                return nil
            }
            let part: LinkDomain.Part
            switch condition.test {
            case .absent: part = .absent
            case .present: part = .text(LinkDomain.item(name, .anything))
            case .equals(let text):
                let value = ByteExpression.text(PathSpelling.spelled(text.utf8))
                part =
                    LinkDomain.isComparable(value: text)
                    ? .text(LinkDomain.item(name, value)) : .text(.nothing)
            case .capture(let parameter):
                let type = type(
                    of: parameter, converters, policies, &notes)
                let mayBeEmpty = type == .string && policies.emptyValues == .accept
                let value = type.spelledExpression
                part = .text(LinkDomain.item(name, mayBeEmpty ? .optional(value) : value))
            }
            conditions.append(Condition(name: name, part: part))
        }
        return conditions
    }

    private static func segment(
        _ segment: PatternSegment, _ converters: [String: ParameterConverter.Rule],
        _ policies: NamespacePolicies, _ notes: inout [String]
    ) -> Segment {
        func value(_ parameter: Parameter) -> Piece {
            .value(type(of: parameter, converters, policies, &notes))
        }
        switch segment {
        case .literal(let text): return .one([.literal(Array(text.utf8))])
        case .parameter(let parameter): return .one([value(parameter)])
        case .wildcard: return .one([.value(.string)])
        case .path: return .rest(isOptional: false)
        case .catchAll: return .rest(isOptional: true)
        case .mixed(let elements):
            return .one(
                elements.compactMap { element in
                    switch element {
                    case .literal(let text): .literal(Array(text.utf8))
                    case .parameter(let parameter): value(parameter)
                    case .wildcard: .value(.string)
                    case .separator, .catchAll, .optional: nil
                    }
                })
        }
    }
}

extension LinkedRoute {
    /// Whether a value must be of a type that not every text is of.
    var hasTypes: Bool {
        paths.joined().contains { segment in
            guard case .one(let pieces) = segment else { return false }
            return pieces.contains { piece in
                if case .value(let type) = piece { type.isRestricted } else { false }
            }
        }
    }
}

extension ParameterType {
    /// Whether not every text is a value of the type.
    fileprivate var isRestricted: Bool {
        switch self {
        case .string, .path, .converter: false
        case .int, .decimal, .number, .float, .bool, .uuid, .date, .slug, .hex, .oneOf: true
        }
    }
}

extension RegistrySnapshot {
    /// The routes of a namespace and its fallbacks that answer links to a host.
    package func linkedRoutes(of namespace: RouteNamespace, host: String) -> [LinkedRoute] {
        namespace.withFallbacks(among: namespaces).flatMap { current in
            let converters = converterRules(of: current.id)
            return routes.filter { $0.namespace == current.id }.compactMap {
                LinkedRoute($0, in: current, converters: converters, host: host)
            }
        }
    }

    /// The paths of these routes, each as a route of its own, in the order in which they are asked: of
    /// those that answer a link, the first decides.
    ///
    /// - Complexity: O(*n* log *n*) in the number of paths.
    func rankedPaths(
        of namespace: RouteNamespace, host: String, in table: RoutingTable
    ) -> [LinkedRoute] {
        namespace.withFallbacks(among: namespaces).flatMap { current in
            let converters = converterRules(of: current.id)
            return table.rankedPatterns(in: current.name).compactMap { ranked in
                var route = ranked.route
                route.pattern = ranked.pattern
                return LinkedRoute(route, in: current, converters: converters, host: host)
            }
        }
    }
}
