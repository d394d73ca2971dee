import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Server
    import RouteDBServer
#endif

/// Makes the login of a person.
struct LoginCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Make an address with which a person logs in to the console, once.",
        discussion: """
            EXAMPLES:
              routedb login ada
              routedb login grace --role editor --url https://routes.example.com
              routedb login ada --expires 1d

            Run it where the service runs, as who runs it. Open the address in a browser,
            or send it to the person: pressing the button there starts their session, and
            works once, within a day. A session goes on when the service is started again,
            and ends by the button 'Log out', by 'routedb token remove', or in 30 days.

            Roles: viewer (read everything), editor (change the registry too), admin
            (everything, such as logins of others).
            """)

    @Argument(help: "The person: the author of the edits made with the session.")
    var name: String

    @Option(help: ArgumentHelp("viewer (the default), editor or admin.", valueName: "role"))
    var role = "viewer"

    @Option(
        help: ArgumentHelp(
            "The address of the service for browsers (default: http://127.0.0.1:7878).",
            valueName: "address"))
    var url = "http://127.0.0.1:7878"

    @Option(
        help: ArgumentHelp(
            "How long the session lasts, such as 12h (default: 30d).", valueName: "time"),
        transform: LoginTime.read)
    var expires: Int64 = 30 * 86_400_000_000

    @OptionGroup var tokens: TokenFileOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("The name is empty.") }
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            throw ValidationError("'\(url)' is no address that a browser opens: write https://….")
        }
    }

    func run(in context: CommandContext) async throws {
        #if Server
            let now = context.now()
            let (login, code) = ServerToken.makeLogin(
                name: name, scopes: try TokenScope(ofRole: role), created: now,
                expiry: now + .seconds(86_400), sessionLifetime: .microseconds(expires))
            try tokens.open(global, in: context).change { $0.append(login) }
            let address = "\(url.hasSuffix("/") ? String(url.dropLast()) : url)/login?code=\(code)"
            guard !global.json else {
                let object: JSONObject = ["schema": 1, "address": .string(address)]
                return try context.output.writeLine(object.merging(login.object).description)
            }
            try context.output.writeLine(address)
            context.printNote(
                "the address logs \(PlainText.shown(name)) in as \(role), once, within a day; take it back with"
                    + " 'routedb token remove \(login.id)'")
        #else
            throw CommandFailure.withoutServer
        #endif
    }
}

/// How long a session lasts.
enum LoginTime {
    /// Reads a duration.
    static func read(_ text: String) throws -> Int64 {
        guard let duration = DurationText.microseconds(text), duration >= 60_000_000,
            duration <= 400 * 86_400_000_000
        else {
            throw ValidationError("'\(text)' is not a time from 1m to 400d, such as 12h or 30d.")
        }
        return duration
    }
}
