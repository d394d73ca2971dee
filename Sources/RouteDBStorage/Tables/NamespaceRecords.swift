import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A scheme and host that a namespace is bound to; `nil` stands for any.
struct NamespaceBinding: Hashable {
    let scheme: String?
    let host: String?

    /// The binding as text, with `*` for any.
    var text: String { "\(scheme ?? "*")://\(host ?? "*")" }
}

extension RouteNamespace {
    /// All bindings of the namespace; empty without schemes and hosts.
    var bindings: [NamespaceBinding] {
        guard !schemes.isEmpty || !hosts.isEmpty else { return [] }
        let schemes: [String?] = self.schemes.isEmpty ? [nil] : self.schemes
        let hosts: [String?] = self.hosts.isEmpty ? [nil] : self.hosts
        return schemes.flatMap { scheme in
            hosts.map { NamespaceBinding(scheme: scheme, host: $0) }
        }
    }
}

/// A pair of a scheme and a host of one namespace, as stored.
struct StoredBinding: EditedItem {
    let namespace: NamespaceID
    let binding: NamespaceBinding

    static let table = VersionedTable(
        "namespace_binding", columns: ["namespace", "scheme", "host"],
        identity: ["namespace", "scheme", "host"], order: "version_id",
        references: ["namespace": "namespace"])

    /// The bindings of the namespace `?2`.
    static let ofNamespace = table.ending(where: "namespace = ?2")
    /// The bindings of the namespace `?2` at the revision `?1`.
    fileprivate static let pastOfNamespace = table.past(where: "namespace = ?2")

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> StoredBinding {
        StoredBinding(
            namespace: NamespaceID(rawValue: row.int(at: 0)),
            binding: NamespaceBinding(
                scheme: row.optionalString(at: 1), host: row.optionalString(at: 2)))
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(namespace.rawValue, at: 1)
        try statement.bind(binding.scheme, at: 2)
        try statement.bind(binding.host, at: 3)
    }
}

/// A namespace without its schemes and hosts, which are in a table of their own.
extension RouteNamespace: EditedItem {
    static let table = VersionedTable(
        "namespace",
        columns: ["id", "name", "profile", "fallback", "fallback_target", "access"]
            + policyColumns.map(\.name))

    /// The namespace with the id `?2` at the revision `?1`.
    static let pastWithID = table.past(where: "id = ?2")

    /// The namespace that every registry has.
    static let initial = RouteNamespace(id: NamespaceID(rawValue: 1), name: defaultName)

    /// The columns of the policies.
    static let policyColumns: [(policy: NamespacePolicy, name: String)] = NamespacePolicy.allCases
        .map { policy in
            // `case` is a keyword of SQL.
            (
                policy,
                policy == .letterCase
                    ? "letter_case"
                    : String(policy.rawValue.map { $0 == "-" ? "_" : $0 })
            )
        }

    /// The index of the first policy's column.
    static let firstPolicy: Int32 = 6

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> RouteNamespace {
        let name = row.string(at: 1)
        guard let profile = NamespaceProfile(rawValue: row.string(at: 2)) else {
            throw database.corrupt(
                "the namespace '\(name)' has the unknown profile '\(row.string(at: 2))'")
        }
        guard let access = RouteNamespace.Access(rawValue: row.string(at: 5)) else {
            throw database.corrupt(
                "the namespace '\(name)' has the unknown access policy '\(row.string(at: 5))'")
        }
        var overrides = NamespacePolicy.Overrides()
        for (index, column) in policyColumns.enumerated() {
            guard let value = row.optionalString(at: firstPolicy + Int32(index)) else { continue }
            guard column.policy.accepts(value) else {
                throw database.corrupt(
                    "the namespace '\(name)' has the unknown value '\(value)' of the policy"
                        + " '\(column.policy.rawValue)'")
            }
            overrides[column.policy] = value
        }
        return RouteNamespace(
            id: NamespaceID(rawValue: row.int(at: 0)), name: name, profile: profile,
            overrides: overrides,
            fallback: row.optionalInt(at: 3).map(NamespaceID.init(rawValue:)),
            fallbackTarget: row.optionalString(at: 4), access: access)
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(id.rawValue, at: 1)
        try statement.bind(name, at: 2)
        try statement.bind(profile.rawValue, at: 3)
        try statement.bind(fallback?.rawValue, at: 4)
        try statement.bind(fallbackTarget, at: 5)
        try statement.bind(access.rawValue, at: 6)
        for (index, column) in Self.policyColumns.enumerated() {
            try statement.bind(overrides[column.policy], at: Self.firstPolicy + Int32(index + 1))
        }
    }
}

extension Versions<RouteNamespace> {
    /// The namespaces at a revision with their schemes and hosts, oldest first; `nil` for the live
    /// ones.
    func bound(at revision: Int64?) throws(RouteDBError) -> [RouteNamespace] {
        bind(
            try all(at: revision),
            by: try Versions<StoredBinding>(database: database).all(at: revision))
    }

    /// Returns those of some namespaces that a revision has, with their schemes and hosts.
    func bound(_ ids: [NamespaceID], at revision: Int64) throws(RouteDBError) -> [RouteNamespace] {
        var namespaces: [RouteNamespace] = []
        var bindings: [StoredBinding] = []
        for id in ids {
            namespaces += try items(
                RouteNamespace.pastWithID, .integer(revision), .integer(id.rawValue))
            bindings += try Versions<StoredBinding>(database: database).items(
                StoredBinding.pastOfNamespace, .integer(revision), .integer(id.rawValue))
        }
        return bind(namespaces, by: bindings)
    }

    /// Gives namespaces their schemes and hosts, in the order in which they were given.
    private func bind(
        _ namespaces: [RouteNamespace], by bindings: [StoredBinding]
    ) -> [RouteNamespace] {
        var namespaces = namespaces
        let indexes = Dictionary(
            namespaces.indices.map { (namespaces[$0].id, $0) },
            uniquingKeysWith: { first, _ in first })
        for stored in bindings {
            guard let index = indexes[stored.namespace] else { continue }
            if let scheme = stored.binding.scheme, !namespaces[index].schemes.contains(scheme) {
                namespaces[index].schemes.append(scheme)
            }
            if let host = stored.binding.host, !namespaces[index].hosts.contains(host) {
                namespaces[index].hosts.append(host)
            }
        }
        return namespaces
    }

    /// Inserts a version of a namespace, and its bindings.
    func insertBound(
        _ namespace: RouteNamespace, in revision: Int64
    ) throws(RouteDBError) {
        try insert(namespace, in: revision)
        try insertBindings(of: namespace, in: revision)
    }

    /// Inserts the bindings of a namespace.
    func insertBindings(of namespace: RouteNamespace, in revision: Int64) throws(RouteDBError) {
        let bindings = Versions<StoredBinding>(database: database)
        for binding in namespace.bindings {
            try bindings.insert(
                StoredBinding(namespace: namespace.id, binding: binding), in: revision)
        }
    }

    /// Ends the live bindings of a namespace.
    func endBindings(of id: NamespaceID, in revision: Int64) throws(RouteDBError) {
        try Versions<StoredBinding>(database: database).end(
            StoredBinding.ofNamespace, in: revision, .integer(id.rawValue))
    }
}
