#if Server
package import RouteDB

/// The operations that a token allows.
package struct TokenScope: OptionSet, Hashable, Sendable {
    /// The bits of the scopes.
    package let rawValue: Int

    /// Creates a set of scopes from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Resolving URLs.
    package static let resolve = TokenScope(rawValue: 1)
    /// Reading the registry: routes, rules, revisions, lint, tests.
    package static let read = TokenScope(rawValue: 2)
    /// Reading the history: hits, reports, replay, SQL.
    package static let hits = TokenScope(rawValue: 4)
    /// Changing the registry.
    package static let write = TokenScope(rawValue: 8)
    /// Making short links; who may change the registry may do so too.
    package static let links = TokenScope(rawValue: 32)
    /// Everything, in all namespaces.
    package static let admin = TokenScope(rawValue: 16)

    /// The names, in the order in which they are written.
    package static let names: [(name: String, scope: TokenScope)] = [
        ("resolve", .resolve), ("read", .read), ("hits", .hits), ("write", .write),
        ("links", .links), ("admin", .admin),
    ]

    /// The names of the scopes in the set.
    package var names: [String] { Self.names.filter { contains($0.scope) }.map(\.name) }

    /// The roles of people: sets of scopes.
    package static let roles: [(name: String, scopes: TokenScope)] = [
        ("viewer", [.resolve, .read, .hits]), ("editor", [.resolve, .read, .hits, .write]),
        ("admin", .admin),
    ]

    /// The scopes of a role; `nil` for a name that is none.
    package init?(role name: String) {
        guard let role = Self.roles.first(where: { $0.name == name }) else { return nil }
        self = role.scopes
    }

    /// Reads the name of a role.
    package init(ofRole name: String) throws(RouteDBError) {
        guard let scopes = TokenScope(role: name) else {
            throw RouteDBError(
                .invalidValue, "\(name.excerpt) is not a role.",
                hint: NameSuggestion.hint(for: name, among: Self.roles.map(\.name)))
        }
        self = scopes
    }

    /// The last of the roles whose scopes are all allowed; `nil` if none's are.
    package var role: String? { Self.roles.last { allows($0.scopes) }?.name }

    /// Returns whether the set allows what needs a scope; `admin` allows all.
    package func allows(_ scope: TokenScope) -> Bool {
        if contains(.admin) || isSuperset(of: scope) { return true }
        return contains(.write) && isSuperset(of: scope.subtracting(.links))
    }

    /// Reads names separated by commas.
    package init(names text: String) throws(RouteDBError) {
        self = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Self.names.first(where: { $0.name == name }) else {
                let names = Self.names.map(\.name)
                throw RouteDBError(
                    .invalidValue, "'\(name)' is not a scope.",
                    hint: NameSuggestion.hint(for: String(name), among: names))
            }
            insert(known.scope)
        }
    }
}
#endif
