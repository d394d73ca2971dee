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

/// The tables `namespace` and `namespace_binding`.
struct NamespaceRecords {
    let database: Database

    /// The policies that have columns, in the order of the columns.
    static let policies: [NamespacePolicy] = [
        .choice, .registration, .host, .fragment, .plus, .repeatedSlashes, .trailingSlash,
        .letterCase, .refusal, .groups, .scheme, .query, .decoding, .repeatedKeys, .emptyValues,
        .castFailure, .marks, .castMark,
    ]

    /// All namespaces at a revision, oldest first; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [RouteNamespace] {
        let select: StaticString = """
            SELECT id, name, profile, fallback, fallback_target, choice, registration, host,
                fragment, plus, repeated_slashes, trailing_slash, letter_case, refusal, groups,
                scheme, query, decoding, repeated_keys, empty_values, cast_failure, marks,
                cast_mark, access
            FROM namespace
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY id
            """
        var namespaces = try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            var namespaces: [RouteNamespace] = []
            while try statement.step() { namespaces.append(try namespace(statement)) }
            return namespaces
        }
        try addBindings(to: &namespaces, at: revision)
        return namespaces
    }

    private func namespace(_ statement: borrowing Statement) throws(RouteDBError) -> RouteNamespace
    {
        let name = statement.string(at: 1)
        guard let profile = NamespaceProfile(rawValue: statement.string(at: 2)) else {
            throw database.corrupt(
                "the namespace '\(name)' has the unknown profile '\(statement.string(at: 2))'")
        }
        var overrides: [NamespacePolicy: String] = [:]
        for (index, policy) in Self.policies.enumerated() {
            guard let value = statement.optionalString(at: Int32(5 + index)) else { continue }
            guard policy.accepts(value) else {
                throw database.corrupt(
                    "the namespace '\(name)' has the unknown value '\(value)' of the policy"
                        + " '\(policy.rawValue)'")
            }
            overrides[policy] = value
        }
        let access = statement.string(at: Int32(5 + Self.policies.count))
        guard let access = RouteNamespace.Access(rawValue: access) else {
            throw database.corrupt(
                "the namespace '\(name)' has the unknown access policy '\(access)'")
        }
        return RouteNamespace(
            id: NamespaceID(rawValue: statement.int(at: 0)), name: name, profile: profile,
            overrides: overrides,
            fallback: statement.optionalInt(at: 3).map(NamespaceID.init(rawValue:)),
            fallbackTarget: statement.optionalString(at: 4), access: access)
    }

    /// Restores schemes and hosts from the stored pairs, in the order in which they were given.
    private func addBindings(
        to namespaces: inout [RouteNamespace], at revision: Int64?
    ) throws(RouteDBError) {
        let select: StaticString = """
            SELECT namespace, scheme, host FROM namespace_binding
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY version_id
            """
        let indexes = Dictionary(
            namespaces.indices.map { (namespaces[$0].id.rawValue, $0) },
            uniquingKeysWith: { first, _ in first })
        try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            while try statement.step() {
                guard let index = indexes[statement.int(at: 0)] else { continue }
                if let scheme = statement.optionalString(at: 1),
                    !namespaces[index].schemes.contains(scheme)
                {
                    namespaces[index].schemes.append(scheme)
                }
                if let host = statement.optionalString(at: 2),
                    !namespaces[index].hosts.contains(host)
                {
                    namespaces[index].hosts.append(host)
                }
            }
        }
    }

    /// The next unused id.
    func nextID() throws(RouteDBError) -> Int64 {
        try database.number("SELECT ifnull(max(id), 0) + 1 FROM namespace") ?? 1
    }

    /// Inserts the namespace that every registry has.
    func insertDefault(revision: Int64) throws(RouteDBError) {
        try insert(
            RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName),
            revision: revision)
    }

    /// Inserts a version of a namespace, without its bindings.
    func insert(_ namespace: RouteNamespace, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO namespace (id, name, profile, fallback, fallback_target, made_by, choice,
                registration, host, fragment, plus, repeated_slashes, trailing_slash, letter_case,
                refusal, groups, scheme, query, decoding, repeated_keys, empty_values,
                cast_failure, marks, cast_mark, access)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25)
            """
        try database.run(insert) { statement in
            try statement.bind(namespace.id.rawValue, at: 1)
            try statement.bind(namespace.name, at: 2)
            try statement.bind(namespace.profile.rawValue, at: 3)
            try statement.bind(namespace.fallback?.rawValue, at: 4)
            try statement.bind(namespace.fallbackTarget, at: 5)
            try statement.bind(revision, at: 6)
            for (index, policy) in Self.policies.enumerated() {
                try statement.bind(namespace.overrides[policy], at: Int32(7 + index))
            }
            let last = Int32(7 + Self.policies.count)
            try statement.bind(namespace.access.rawValue, at: last)
            try statement.run()
        }
    }

    /// Inserts the bindings of a namespace: one for each pair of a scheme and a host.
    func insertBindings(of namespace: RouteNamespace, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO namespace_binding (namespace, scheme, host, made_by)
            VALUES (?1, ?2, ?3, ?4)
            """
        for binding in namespace.bindings {
            try database.run(insert) { statement in
                try statement.bind(namespace.id.rawValue, at: 1)
                try statement.bind(binding.scheme, at: 2)
                try statement.bind(binding.host, at: 3)
                try statement.bind(revision, at: 4)
                try statement.run()
            }
        }
    }

    /// Ends the live version of a namespace; one that the current revision added is deleted.
    func end(_ id: NamespaceID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM namespace WHERE id = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE namespace SET ended_by = ?2 WHERE id = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }

    /// Ends the live bindings of a namespace.
    func endBindings(of id: NamespaceID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM namespace_binding WHERE namespace = ?1 AND ended_by IS NULL AND made_by = ?2",
            id.rawValue, revision)
        try database.run(
            "UPDATE namespace_binding SET ended_by = ?2 WHERE namespace = ?1 AND ended_by IS NULL",
            id.rawValue, revision)
    }
}
