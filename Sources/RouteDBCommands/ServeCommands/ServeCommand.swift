import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

#if Server
    import RouteDBServer
#endif

/// Answers requests over HTTP.
struct ServeCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer requests over HTTP: open links, resolve URLs, change the registry.",
        discussion: """
            EXAMPLES:
              routedb serve
              routedb serve --write --listen 127.0.0.1:8080 --access-log access.log
              routedb serve --record --privacy 'email=drop'
              routedb serve --listen 0.0.0.0:443 --tls-certificate c.pem --tls-key k.pem
              routedb serve --proxy 10.0.0.0/8 --host routes.example.com
              routedb serve --openid-issuer URL --openid-client ID --openid-role 'viewer=*'
              routedb serve --write --hub postgresql://db.example.com/routes
              routedb serve --backup /backups --backup-keep 14
              routedb serve --links 0.0.0.0:8080
              routedb serve --links 0.0.0.0:8080 --listen 127.0.0.1:7878 --write
              routedb serve --links 0.0.0.0:8080 --probes 127.0.0.1:9090

            Prints the address, and one that can be opened once to log in with a browser.
            Programs send a token of 'routedb token add'. Without '--write', nothing is
            changed. Another address than one of this machine's own needs a token or a
            trusted proxy first. SIGTERM and Ctrl-C end the service after the requests
            in progress. 'Docs/serve.md' shows the endpoints.

            With '--links', everybody who opens a URL at that address is answered as its
            route says: with a redirect, or with a page. Nothing else is answered there,
            every answer is recorded, and there is no other address unless '--listen' names
            one. Of the values in URLs only those of campaigns are stored, unless
            '--privacy-keep' names others or '--privacy *=keep' keeps all.
            'Docs/links.md' has more.

            With '--probes', /livez, /readyz and /metrics are answered at an address of
            their own, under any name and without a token, and nothing else is. A load
            balancer asks there when only links are answered, since every path of theirs
            may be a link. systemd is told when the service is ready, and when it ends.
            """)

    @Option(
        help: ArgumentHelp(
            "Where to listen (default: 127.0.0.1:7878).", valueName: "host:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Where to answer links, for everybody, such as '0.0.0.0:8080' (default: nowhere).",
            valueName: "host:port"))
    var links: String?

    @OptionGroup var probes: ProbeOptions

    @Option(
        name: .customLong("link-pages"),
        help: ArgumentHelp(
            "A folder with pages of your own for links: 404.html, 410.html, 403.html, open.html.",
            valueName: "folder"), completion: .directory)
    var linkPages: String?

    @Flag(help: "Let callers with the scope 'write' change the registry.")
    var write = false

    @OptionGroup var network: ServeNetworkOptions
    @OptionGroup var openID: ServeOpenIDOptions

    @Option(
        name: .customLong("access-log"),
        help: ArgumentHelp(
            "Append requests to this file, in the combined format; '-' is standard output.",
            valueName: "file"), completion: .file())
    var accessLog: String?

    @Flag(help: "Record each URL that is resolved as a hit in the history.")
    var record = false

    @OptionGroup var backup: ServeBackupOptions
    @OptionGroup var privacy: PrivacyOptions
    @OptionGroup var history: HistoryOptions
    @OptionGroup var tokens: TokenFileOptions

    @Option(
        name: .customLong("max-rate"),
        help: ArgumentHelp(
            "How many requests a token or session may send in a second (default: any number).",
            valueName: "number"))
    var rate: Int?

    @Option(
        name: .customLong("max-connections"),
        help: ArgumentHelp(
            "How many connections are served at once (default: 4096).", valueName: "number"))
    var connections: Int?

    @Option(
        help: ArgumentHelp(
            "The author of edits by browsers (default: $ROUTEDB_AUTHOR, else the user).",
            valueName: "name"))
    var author: String?

    @Option(
        help: ArgumentHelp(
            "The time zone of the console, such as 'Europe/Berlin' or '+02:00' (default: UTC).",
            valueName: "zone"))
    var tz: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        _ = try tz.map(CheckedArgument.reading(ZoneRules.read))
        if !records, !privacy.isEmpty {
            throw ValidationError("'--privacy' and '--privacy-keep' need '--record' or '--links'.")
        }
        if linkPages != nil, links == nil {
            throw ValidationError("'--link-pages' needs '--links'.")
        }
        if listen == nil, links != nil, write {
            throw ValidationError("'--write' needs '--listen' beside '--links'.")
        }
        for (name, number) in [("--max-rate", rate), ("--max-connections", connections)] {
            if let number, number < 1 {
                throw ValidationError("'\(name)' must be at least 1.")
            }
        }
    }

    /// True if resolutions are recorded as hits.
    private var records: Bool { record || links != nil }

    func run(in context: CommandContext) async throws {
        #if Server
            try await run(in: context, copyOf: nil)
        #else
            throw CommandFailure.withoutServer
        #endif
    }
}

#if Server
    extension ServeCommand {
        /// Runs the service.
        func run(
            in context: CommandContext, copyOf shared: (any SharedRegistry)?
        ) async throws {
            var options = try options(in: context)
            options.shared = shared
            let manager = context.serviceManager
            options.stopping = { manager?.tell(.stopping) }
            let server = try await RouteServer(options)
            let (starts, continuation) = AsyncStream<RouteServer.Started>.makeStream()
            async let running: Void = {
                defer { continuation.finish() }
                try await server.run { continuation.yield($0) }
            }()
            let alive = Task { try await manager?.keepAlive() }
            defer { alive.cancel() }
            for await started in starts {
                try announce(started, in: context)
                try context.output.flush()
                manager?.tell(.ready)
            }
            try await running
        }

        private func announce(
            _ started: RouteServer.Started, in context: CommandContext
        ) throws {
            if let warning = started.warning { context.printNote("warning: \(warning)") }
            guard !global.json else {
                var object: JSONObject = ["schema": 1]
                object["url"] = started.url.map(JSONValue.string)
                object["login"] = started.loginURL.map(JSONValue.string)
                object["links"] = started.linksURL.map(JSONValue.string)
                object["probes"] = started.probesURL.map(JSONValue.string)
                return try context.output.writeLine(object.description)
            }
            if let url = started.url {
                let use = write ? "reading and writing" : "reading only, without '--write'"
                context.printNote("listening on \(url), \(use)")
            }
            if let url = started.loginURL { context.printNote("log in once at \(url)") }
            if let url = started.linksURL { context.printNote("answering links on \(url)") }
            if let url = started.probesURL { context.printNote("answering probes on \(url)") }
            if let hint = started.hint { context.printNote("note: \(hint)") }
        }

        private func options(in context: CommandContext) throws -> ServerOptions {
            var options = ServerOptions(registry: global.path(in: context))
            if let links { options.links = try ListenAddress(option: links) }
            options.probes = try probes.address()
            if let listen {
                options.address = try ListenAddress(option: listen)
            } else if links != nil {
                options.address = nil
            }
            options.linkPages = linkPages
            options.isWriting = write
            options.accessLog = accessLog
            options.tokens = tokens.file
            options.history = history.path(global, in: context)
            if records {
                options.recording = HitRecorder.Options(
                    privacy: try privacy.rules(ofLinks: links != nil, in: context))
            }
            options.backups = try backup.schedule(of: global.path(in: context), clock: context.now)
            options.limits.requestsPerSecond = rate
            options.limits.connections = connections ?? options.limits.connections
            options.timeZone = tz ?? options.timeZone
            options.author = author ?? context.author()
            options.now = context.now
            try network.set(&options)
            options.openID = try openID.provider()
            return options
        }
    }
#endif

/// The options for who may connect, and how.
struct ServeNetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "A further name by which the service is called; may be repeated.",
            valueName: "name"))
    var hosts: [String] = []

    @Option(
        name: .customLong("proxy"),
        help: ArgumentHelp(
            "The address, or range of addresses, of a trusted proxy; may be repeated.",
            valueName: "address"))
    var proxies: [String] = []

    @Option(
        name: .customLong("proxy-user"),
        help: ArgumentHelp(
            "The header field in which trusted proxies name the user they have authenticated.",
            valueName: "field"))
    var userField: String?

    @Option(
        name: .customLong("proxy-role"),
        help: ArgumentHelp(
            "The role of these users: viewer (the default), editor or admin.", valueName: "role"))
    var role = "viewer"

    @Option(
        name: .customLong("proxy-role-field"),
        help: ArgumentHelp(
            "The header field in which trusted proxies name the role of a user, where it is another.",
            valueName: "field"))
    var roleField: String?

    @Option(
        name: .customLong("proxy-country"),
        help: ArgumentHelp(
            """
            The header field in which trusted proxies name the country of a visitor, such as \
            CF-IPCountry.
            """, valueName: "field"))
    var countryField: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp("The certificates for TLS, in PEM.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The private key of the certificate, in PEM.", valueName: "file"),
        completion: .file())
    var key: String?

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("Use '--tls-certificate' and '--tls-key' together.")
        }
        let given = [
            ("--proxy-user", userField), ("--proxy-role-field", roleField),
            ("--proxy-country", countryField),
        ]
        for (name, field) in given where field != nil && proxies.isEmpty {
            throw ValidationError("'\(name)' needs '--proxy'.")
        }
        for text in proxies where NetworkRange(text) == nil {
            throw ValidationError(
                "'\(text)' is not an address or a range of addresses, such as '10.0.0.0/8'.")
        }
    }

    #if Server
        /// Sets the options of the service.
        func set(_ options: inout ServerOptions) throws {
            options.hosts = hosts
            options.proxies = proxies
            options.userField = userField
            options.proxyRole = role
            options.roleField = roleField
            options.countryField = countryField
            if let certificate, let key {
                options.certificate = CertificateFiles(certificates: certificate, key: key)
            }
        }
    #endif
}
