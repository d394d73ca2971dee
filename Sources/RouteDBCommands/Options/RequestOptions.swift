import ArgumentParser
import RouteDB

/// The options for a request, apart from its URL or route name.
struct RequestOptions: ParsableArguments {
    @Option(
        help: "The namespace to search first, regardless of bindings.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only routes of this kind.")
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "A context value, which overrides all others of its key, as JSON or else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var context: [DefaultAssignment] = []

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The principal who makes the request (default: anonymous).", valueName: "id"))
    var id: String?

    @Option(
        name: .customLong("role"),
        help: ArgumentHelp("A role of the principal; may be repeated.", valueName: "name"))
    var roles: [String] = []

    @Option(
        name: .customLong("claim"),
        help: ArgumentHelp(
            "A claim of the principal, as JSON or else as text.",
            valueName: "name=value"),
        transform: DefaultAssignment.init)
    var claims: [DefaultAssignment] = []

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "The time of the request, such as '2026-01-31T09:30:00Z' (default: now).",
            valueName: "time"),
        transform: TimeArgument.read)
    var time: Int64?

    func validate() throws {
        guard id != nil || (roles.isEmpty && claims.isEmpty) else {
            throw ValidationError(
                "'--role' and '--claim' need a principal: add '--as ID'.")
        }
    }

    /// Returns a request completed with the options.
    func completed(
        _ request: ResolutionRequest, in context: CommandContext
    ) -> ResolutionRequest {
        var request = request
        request.namespace = namespace
        request.kind = kind
        request.context = DefaultAssignment.object(self.context)
        request.principal = id.map {
            RequestPrincipal($0, roles: roles, claims: DefaultAssignment.object(claims))
        }
        request.time = time ?? context.currentTimeMicroseconds()
        return request
    }
}
