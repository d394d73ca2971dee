import RouteDBDatabase
import RouteDBRouting

/// The value that only one live item may have, such as a name.
struct MergeClaim: Hashable {
    /// The column; `binding`, or `content` for what two items without names never share.
    let column: String
    /// The kind of the item.
    let kind: Int
    let values: [RowValue]

    /// The values of an item that no other may have.
    static func all(of key: ItemKey, _ values: [RowValue]) -> [MergeClaim] {
        let table = key.table
        let name = table.value("name", in: values)
        func columns(_ names: some Sequence<String>) -> [RowValue] {
            names.map { table.value($0, in: values) }
        }
        func claim(_ column: String, _ values: [RowValue]) -> MergeClaim {
            MergeClaim(column: column, kind: key.kind, values: values)
        }
        switch table.name {
        case RouteTestCase.Stored.table.name:
            return [
                name == .null
                    ? claim("content", columns(["request", "expected"])) : claim("name", [name])
            ]
        case AccessRule.table.name: return [claim("content", columns(table.columns.dropFirst()))]
        case LintSuppression.table.name:
            // Either route may come first.
            let routes = columns(["route", "other_route"])
                .sorted { $0.integer ?? 0 < $1.integer ?? 0 }
            return [claim("content", columns(["code", "namespace", "name"]) + routes)]
        case RouteNamespace.table.name:
            let (schemes, hosts) = (
                texts(values[values.count - 2]), texts(values[values.count - 1])
            )
            guard schemes != [.null] || hosts != [.null] else { return [claim("name", [name])] }
            return [claim("name", [name])]
                + schemes.flatMap { scheme in hosts.map { claim("binding", [scheme, $0]) } }
        case RouteRecord.table.name:
            return name == .null
                ? [] : [claim("name", [name] + columns(["namespace", "route_group"]))]
        default: return []
        }
    }

    /// A condition for the rows that may have it, and the first values, which are its parameters.
    var candidates: (condition: String, parameters: [RowValue]) {
        switch (column, VersionedTable.all[kind].name) {
        case ("name", _): ("name = ?2", [values[0]])
        case (_, RouteTestCase.Stored.table.name): ("name IS NULL AND request = ?2", [values[0]])
        case (_, LintSuppression.table.name): ("code = ?2", [values[0]])
        case (_, AccessRule.table.name):
            // Spelled like the columns of the index.
            (
                """
                ifnull(namespace, 0) = ifnull(?2, 0)
                AND ifnull(route_group, '') = ifnull(?3, '') AND ifnull(route, 0) = ifnull(?4, 0)
                """, Array(values.prefix(3))
            )
        default: ("true", [])
        }
    }

    private static func texts(_ list: RowValue) -> [RowValue] {
        list.text?.split(separator: " ").map { RowValue(String($0)) } ?? [.null]
    }
}

extension MergeClaim {
    /// The namespace, pattern and kind of a route, which some namespaces let only one have; `nil` for
    /// what has no pattern.
    init?(placeOf values: [RowValue], _ key: ItemKey) {
        let table = RouteRecord.table
        guard key.table.name == table.name,
            table.value("syntax", in: values).text?.isEmpty == false
        else { return nil }
        let kind = table.value("kind", in: values).text.map(RouteKind.canonical)
        let place = ["namespace", "pattern"].map { table.value($0, in: values) }
        self.init(column: "pattern", kind: key.kind, values: place + [RowValue(kind)])
    }
}
