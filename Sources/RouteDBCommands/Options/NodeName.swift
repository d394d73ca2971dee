import ArgumentParser
import RouteDBTerminal

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

/// The groups that this machine is in at a hub.
struct NodeGroups: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            """
            A group of this machine at a hub, such as 'canary'; may be repeated (default: \
            $ROUTEDB_GROUPS, separated by spaces).
            """, valueName: "name"))
    var groups: [String] = []

    /// Returns the groups.
    func find(in context: CommandContext) -> [String] {
        groups.isEmpty
            ? (context.variable("ROUTEDB_GROUPS") ?? "").split(separator: " ").map(String.init)
            : groups
    }
}
