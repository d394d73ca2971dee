#if Hub
/// The permissions of a user of the database in a hub.
package enum HubRole: String, CaseIterable, Sendable {
    /// Reads the registry, adds hits, and tells what it has.
    case node
    /// Publishes and edits the registry.
    case editor
    /// Decides which group of nodes gets which revision; reads everything.
    case promoter
    /// Reads everything.
    case analyst
}

extension HubRole {
    /// The rights that the role needs, without more: what is granted to its users.
    var rights: [String] {
        let schema = "USAGE ON SCHEMA routedb"
        let groups =
            "SELECT ON routedb.node_group, routedb.promotion, routedb.halt, routedb.hit_revision,"
            + " routedb.promotion_effect"
        let offered = "EXECUTE ON FUNCTION routedb.offered"
        switch self {
        case .node:
            return [
                schema,
                "SELECT ON routedb.hub, routedb.registry_head, routedb.registry_revision,"
                    + " routedb.registry_part",
                "EXECUTE ON FUNCTION routedb.heard, routedb.cursors, routedb.ship,"
                    + " routedb.set_aside",
                offered,
            ]
        case .editor:
            return [
                schema, "SELECT ON routedb.hub, routedb.node", groups, offered,
                "SELECT (acked, aside) ON routedb.stream",
                "SELECT, UPDATE ON routedb.registry_head",
                "SELECT, INSERT, DELETE ON routedb.registry_revision",
                "SELECT, INSERT, DELETE ON routedb.registry_part",
            ]
        case .promoter:
            return [
                schema, "SELECT ON ALL TABLES IN SCHEMA routedb", offered,
                "EXECUTE ON FUNCTION routedb.open_group, routedb.close_group, routedb.promote,"
                    + " routedb.roll_back, routedb.halt_revision, routedb.resume_revision,"
                    + " routedb.watch",
            ]
        case .analyst: return [schema, "SELECT ON ALL TABLES IN SCHEMA routedb", offered]
        }
    }
}
#endif
