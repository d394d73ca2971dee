import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

extension ParameterConverter: EditedItem {
    static let table = VersionedTable(
        "converter", columns: ["namespace", "name", "rule", "argument"],
        identity: ["namespace", "name"], order: "namespace, name",
        references: ["namespace": "namespace"])

    /// The converter of the namespace `?2` with the name `?3`.
    static let named = table.ending(where: "namespace = ?2 AND name = ?3")
    /// The converters of the namespace `?2`.
    static let ofNamespace = table.ending(where: "namespace = ?2")

    /// The converter of the namespace `?1` with the name `?2`.
    static let one = table.live(where: "namespace = ?1 AND name = ?2")

    static func read(
        _ row: borrowing Statement, in database: Database
    ) throws(RouteDBError) -> ParameterConverter {
        let name = row.string(at: 1)
        guard let rule = parseRule(row) else {
            throw database.corrupt("the rule of the converter '\(name)' is invalid")
        }
        return ParameterConverter(
            namespace: NamespaceID(rawValue: row.int(at: 0)), name: name, rule: rule)
    }

    /// Reads the rule from a row with the columns of the table, or returns `nil` if it is invalid.
    static func parseRule(_ row: borrowing Statement) -> ParameterConverter.Rule? {
        guard let argument = row.optionalString(at: 3) else {
            return ParameterConverter.Rule(name: row.string(at: 2), argument: nil)
        }
        guard let value = try? JSONValue(parsing: argument) else { return nil }
        return ParameterConverter.Rule(name: row.string(at: 2), argument: value)
    }

    func bind(to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(namespace.rawValue, at: 1)
        try statement.bind(name, at: 2)
        try statement.bind(rule.name, at: 3)
        try statement.bind(rule.argument?.description, at: 4)
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
