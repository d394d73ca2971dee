import ArgumentParser
import RouteDB

/// What a request has besides its URL or name, as the command line says it.
struct RequestOptions: ParsableArguments {
    @Option(
        help: "The namespace to begin with, whatever the URL is bound to.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only routes of this kind.")
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "A value that covers all others of its key; JSON is taken as such, all else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var context: [DefaultAssignment] = []

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The principal who asks; else nobody that is known.", valueName: "id"))
    var id: String?

    @Option(
        name: .customLong("role"),
        help: ArgumentHelp("A role that the principal has; may be given again.", valueName: "name"))
    var roles: [String] = []

    @Option(
        name: .customLong("claim"),
        help: ArgumentHelp(
            "What else is said of the principal; JSON is taken as such, all else as text.",
            valueName: "name=value"),
        transform: DefaultAssignment.init)
    var claims: [DefaultAssignment] = []

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "The time of the request, as '2026-01-31T09:30:00Z'; else now.", valueName: "time"),
        transform: TimeArgument.read)
    var time: Int64?

    func validate() throws {
        guard id != nil || (roles.isEmpty && claims.isEmpty) else {
            throw ValidationError(
                "Only a principal has roles and claims: say which one, '--as ID'.")
        }
    }

    /// A request with what the options add.
    func completed(
        _ request: ResolutionRequest, in context: CommandContext
    ) -> ResolutionRequest {
        var request = request
        request.namespace = namespace
        request.kind = kind
        request.context = DefaultAssignment.object(self.context)
        request.principal = id.map {
            Principal($0, roles: roles, claims: DefaultAssignment.object(claims))
        }
        request.time = time ?? context.currentTimeMicroseconds()
        return request
    }
}
