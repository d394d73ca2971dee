import RouteDB

/// What other programs added to a file's schema.
///
/// Additions are not damage, so they are not findings, but they matter when looking for damage.
struct SchemaNotes {
    let additions: [SchemaAddition]

    /// The additions in JSON output.
    var json: JSONValue {
        .array(
            additions.map { addition in
                [
                    "type": .string(addition.type), "name": .string(addition.name),
                    "table": .string(addition.table), "unique": .bool(addition.isUnique),
                ]
            })
    }

    /// The lines of text output.
    var lines: [String] {
        additions.map { addition in
            let what = "another program added \(PlainText.shown(addition.description))"
            if addition.isUnique {
                return "warning: \(what); it is unique, so it may refuse what routedb writes"
            }
            return addition.type == "index"
                ? "note: \(what), which makes writing slower" : "note: \(what); routedb ignores it"
        }
    }
}
