/// The attributes of requests that access rules read, beside the URL and the time.
package struct AttributeNames: Hashable, Sendable {
    /// True if a rule is for some principals only.
    package private(set) var principal = false
    /// True if a rule is for a role.
    package private(set) var roles = false
    /// The claims that rules are for, sorted by bytes.
    package private(set) var claims: [String] = []
    /// The values of the context that conditions test, sorted by bytes.
    package private(set) var context: [String] = []

    /// Finds what rules read, the shadow rules included: they may be enforced tomorrow.
    package init(_ rules: some Sequence<AccessRule>, variants: [RouteRedirect.Variant] = []) {
        var (claims, context) = (Set<TextKey>(), Set<TextKey>())
        var conditions = variants.flatMap(\.conditions)
        for rule in rules {
            switch rule.subject {
            case .anyone: break
            case .anonymous, .authenticated, .principal: principal = true
            case .role: (principal, roles) = (true, true)
            case .claim(let name, _):
                principal = true
                claims.insert(TextKey(name))
            }
            conditions += rule.conditions
        }
        for condition in conditions {
            switch condition.attribute {
            case .context(let name): context.insert(TextKey(name))
            case .principal: principal = true
            case .parameter, .query, .time: break
            }
        }
        self.claims = Self.sorted(claims)
        self.context = Self.sorted(context)
    }

    /// Returns these names and others.
    package func union(_ other: AttributeNames) -> AttributeNames {
        var names = self
        names.principal = principal || other.principal
        names.roles = roles || other.roles
        names.claims = Self.sorted(Set((claims + other.claims).map(TextKey.init)))
        names.context = Self.sorted(Set((context + other.context).map(TextKey.init)))
        return names
    }

    private static func sorted(_ names: Set<TextKey>) -> [String] {
        names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// True if nothing but the id of the principal is read.
    package var isEmpty: Bool { !roles && claims.isEmpty && context.isEmpty }

    /// Returns whether all of the attributes are known.
    package func areKnown(in attributes: ResolutionRequest.Attributes) -> Bool {
        (!roles || attributes.roles != nil) && claims.allSatisfy { attributes.claims[$0] != nil }
            && context.allSatisfy { attributes.context[$0] != nil }
    }

    /// The name of the value of the context that tells visitors apart, which is never stored.
    package static let visitor = "visitor"

    /// The names of what a visitor's request tells beside the user agent, which is recorded itself.
    package static let recordedOfVisitors = ["country", "language"]

    /// The attributes of a request that have these names; null for a value that it does not have.
    package func attributes(of request: ResolutionRequest) -> ResolutionRequest.Attributes {
        var attributes = ResolutionRequest.Attributes()
        attributes.namespace = request.namespace
        if roles {
            attributes.roles = Self.sorted(
                Set((request.principal?.roles ?? []).map(TextKey.init)))
        }
        for name in claims { attributes.claims[name] = request.principal?.claims[name] ?? .null }
        for name in context where name != Self.visitor {
            attributes.context[name] = request.contextValue(name) ?? .null
        }
        return attributes
    }
}
