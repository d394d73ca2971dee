#if Hub
import RouteDBHub

/// A call of the hub's function `ship` in plain SQL, as anybody may make it who has the role of a node.
struct ShipCall {
    /// The arguments by name, in SQL: at first those of one valid hit.
    private var arguments = [
        "secret": "repeat('ab', 16)", "node_name": "'mallory'", "first_number": "1",
        "last_number": "1", "gap_firsts": "'{}'", "gap_lasts": "'{}'", "numbers": "'{1}'",
        "times": "'{1000000}'", "namespaces": "'{0}'", "routes": "'{0}'", "revisions": "'{0}'",
        "outcomes": "'{2}'", "durations": "'{-1}'", "statuses": "'{0}'", "weights": "'{1}'",
        "imports": "'{0}'", "clients": "'{0}'", "urls": "'{/}'", "principals": "'{NULL}'",
        "parameter_texts": "'{NULL}'", "referrers": "'{NULL}'", "kinds": "'{NULL}'",
        "attribute_texts": "'{NULL}'", "agents": "'{NULL}'",
        "import_numbers": "'{}'", "import_keys": "'{}'",
    ]

    /// The arguments that have a value for each hit.
    static let columns = [
        "numbers", "times", "namespaces", "routes", "revisions", "outcomes", "durations",
        "statuses",
        "weights", "imports", "clients", "urls", "principals", "parameter_texts", "referrers",
        "kinds", "attribute_texts", "agents",
    ]

    /// Makes a call with other arguments than those of a valid hit.
    init(_ changes: [String: String] = [:]) { arguments.merge(changes) { $1 } }

    private var sql: String {
        let list = arguments.map { "\($0.key) => \($0.value)" }.joined(separator: ", ")
        return "SELECT routedb.ship(\(list))"
    }

    /// Makes the call, and returns how many hits of the stream the hub has.
    @discardableResult
    func run(_ connection: HubConnection) throws(HubFailure) -> String? {
        try connection.run(sql).first?[0]
    }
}
#endif
