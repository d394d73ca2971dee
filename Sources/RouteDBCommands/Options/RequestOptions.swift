import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The subject of a request: a URL, or the route of a name.
struct RequestArgument: ParsableArguments {
    @Argument(help: "The URL.")
    var url: String?

    @Option(help: "Resolve the route of this name instead of a URL.")
    var name: String?

    func validate() throws {
        if (url == nil) == (name == nil) {
            throw ValidationError("Give a URL, or the '--name' of a route.")
        }
    }

    /// The request, without options.
    var request: ResolutionRequest {
        name.map { ResolutionRequest(named: $0) } ?? ResolutionRequest(url ?? "")
    }
}

/// The options for a request, apart from its URL or route name.
struct RequestOptions: ParsableArguments {
    @Option(
        help: "The namespace to search first, regardless of bindings.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "The kind of the request, such as GET; a route without one takes every kind.")
    var kind: String?

    @OptionGroup var caller: CallerOptions

    /// Returns a request completed with the options.
    func completed(
        _ request: ResolutionRequest, in context: CommandContext
    ) -> ResolutionRequest {
        var request = request
        request.namespace = namespace
        request.kind = kind
        return caller.completed(request, in: context)
    }
}

/// The options for who makes a request, when and from where.
struct CallerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A context value, which overrides any other of its key: JSON if it parses as JSON, otherwise text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var context: [DefaultAssignment] = []

    @Option(
        name: .customLong("user-agent"),
        help: ArgumentHelp(
            """
            The user agent of a visitor, which tells 'context.platform', device, bot and inApp.
            """, valueName: "text"))
    var userAgent: String?

    @Option(
        name: .customLong("accept-language"),
        help: ArgumentHelp(
            "The languages of a visitor, such as 'de-AT,en;q=0.5', for 'context.language'.",
            valueName: "text"))
    var acceptLanguage: String?

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
            "A claim of the principal: JSON if it parses as JSON, otherwise text.",
            valueName: "name=value"),
        transform: DefaultAssignment.init)
    var claims: [DefaultAssignment] = []

    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "The time of the request, such as '2026-01-31T09:30:00Z' (default: now).",
            valueName: "time"),
        transform: TimeArgument.read)
    var time: Timestamp?

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
        let visitor = VisitorAttributes(userAgent: userAgent, acceptLanguage: acceptLanguage)
        request.context = visitor.context.merging(DefaultAssignment.object(self.context))
        request.principal = id.map {
            RequestPrincipal($0, roles: roles, claims: DefaultAssignment.object(claims))
        }
        request.time = time ?? context.now()
        return request
    }
}

/// A default value in an argument: `key=value`.
///
/// A value that is valid JSON is stored as JSON, any other value as text.
struct DefaultAssignment: Hashable, Sendable {
    let key: String
    let value: JSONValue

    init(_ text: String) throws {
        let bytes = text.utf8
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex
        else {
            throw ValidationError(
                "'\(text)' is not in the form 'key=value'.")
        }
        key = String(text[..<equals])
        value = JSONValue(written: String(text[bytes.index(after: equals)...]))
    }

    /// Returns the assignments as an object; the last one for a key wins.
    static func object(_ assignments: [DefaultAssignment]) -> JSONObject {
        assignments.reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    }
}

/// The default values of a request that is resolved, rather than only checked for access.
struct RequestDefaultOptions: ParsableArguments {
    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value of the request: JSON if it parses as JSON, otherwise text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    /// The values by key.
    var values: JSONObject { DefaultAssignment.object(defaults) }
}
