/// The name of this machine at a hub.
enum NodeName {
    /// Returns the name that was given, or the one of the environment.
    static func find(_ name: String?, in context: CommandContext) throws -> String {
        let found = name ?? context.variable("ROUTEDB_NODE") ?? context.variable("HOSTNAME")
        guard let found else {
            throw CommandFailure.usage(
                "The node has no name.", hint: "Give it one with '--node', or $ROUTEDB_NODE.")
        }
        return found
    }
}
