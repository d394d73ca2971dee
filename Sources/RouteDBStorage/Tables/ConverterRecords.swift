import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The table `converter`.
struct ConverterRecords {
    let database: Database

    /// All converters at a revision, by namespace and name; `nil` for the live ones.
    func all(at revision: Int64?) throws(RouteDBError) -> [ParameterConverter] {
        let select: StaticString = """
            SELECT namespace, name, rule, argument FROM converter
            WHERE made_by <= ifnull(?1, made_by) AND (ended_by IS NULL OR ended_by > ?1)
            ORDER BY namespace, name
            """
        return try database.run(select) { statement in
            try statement.bind(revision, at: 1)
            var converters: [ParameterConverter] = []
            while try statement.step() {
                let name = statement.string(at: 1)
                guard
                    let rule = Self.rule(
                        statement.string(at: 2), argument: statement.optionalString(at: 3))
                else { throw database.corrupt("the rule of the converter '\(name)' is invalid") }
                converters.append(
                    ParameterConverter(
                        namespace: NamespaceID(rawValue: statement.int(at: 0)), name: name,
                        rule: rule))
            }
            return converters
        }
    }

    /// Reads a rule from a row, or returns `nil` if it is invalid.
    static func rule(_ name: String, argument: String?) -> ParameterConverter.Rule? {
        guard let argument else { return ParameterConverter.Rule(name: name, argument: nil) }
        guard let value = try? JSONValue(parsing: argument) else { return nil }
        return ParameterConverter.Rule(name: name, argument: value)
    }

    func insert(_ converter: ParameterConverter, revision: Int64) throws(RouteDBError) {
        let insert: StaticString = """
            INSERT INTO converter (namespace, name, rule, argument, made_by)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        try database.run(insert) { statement in
            try statement.bind(converter.namespace.rawValue, at: 1)
            try statement.bind(converter.name, at: 2)
            try statement.bind(converter.rule.name, at: 3)
            try statement.bind(converter.rule.argument?.description, at: 4)
            try statement.bind(revision, at: 5)
            try statement.run()
        }
    }

    /// Ends the live version of a converter; one that the current revision added is deleted.
    func end(_ name: String, of namespace: NamespaceID, revision: Int64) throws(RouteDBError) {
        let ends: [StaticString] = [
            """
            DELETE FROM converter
            WHERE namespace = ?1 AND name = ?2 AND ended_by IS NULL AND made_by = ?3
            """,
            """
            UPDATE converter SET ended_by = ?3
            WHERE namespace = ?1 AND name = ?2 AND ended_by IS NULL
            """,
        ]
        for end in ends {
            try database.run(end) { statement in
                try statement.bind(namespace.rawValue, at: 1)
                try statement.bind(name, at: 2)
                try statement.bind(revision, at: 3)
                try statement.run()
            }
        }
    }

    /// Ends the live converters of a namespace.
    func endAll(of namespace: NamespaceID, revision: Int64) throws(RouteDBError) {
        try database.run(
            "DELETE FROM converter WHERE namespace = ?1 AND ended_by IS NULL AND made_by = ?2",
            namespace.rawValue, revision)
        try database.run(
            "UPDATE converter SET ended_by = ?2 WHERE namespace = ?1 AND ended_by IS NULL",
            namespace.rawValue, revision)
    }
}

extension ParameterConverter.Rule {
    /// The names of the rules, as stored and exported.
    package static let names = ["allow", "map", "affix", "any", "code"]

    /// The name of the rule.
    package var name: String {
        switch self {
        case .allow: "allow"
        case .map: "map"
        case .affix: "affix"
        case .any: "any"
        case .code: "code"
        }
    }

    /// The rule's argument: the texts, the values by text, or the prefix and suffix.
    package var argument: JSONValue? {
        switch self {
        case .allow(let texts): .array(texts.map(JSONValue.string))
        case .map(let values): .object(values)
        case .affix(let prefix, let suffix):
            ["prefix": .string(prefix), "suffix": .string(suffix)]
        case .any, .code: nil
        }
    }

    /// Reads a rule; returns `nil` if the name is unknown or the argument does not fit.
    ///
    /// - Parameters:
    ///   - name: The name of the rule.
    ///   - argument: The rule's argument, or `nil` if it has none.
    package init?(name: String, argument: JSONValue?) {
        switch (name, argument) {
        case ("allow", .array(let values)?):
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { return nil }
                texts.append(text)
            }
            self = .allow(texts)
        case ("map", .object(let values)?):
            self = .map(values)
        case ("affix", .object(let object)?):
            guard object.members.count == 2, case .string(let prefix)? = object["prefix"],
                case .string(let suffix)? = object["suffix"]
            else { return nil }
            self = .affix(prefix: prefix, suffix: suffix)
        case ("any", nil): self = .any
        case ("code", nil): self = .code
        default: return nil
        }
    }
}
