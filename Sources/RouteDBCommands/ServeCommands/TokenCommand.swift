import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Server
    import RouteDBServer
#endif

/// The commands for the tokens of the service.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Add, list and remove the tokens with which programs call the service.",
        discussion: """
            EXAMPLES:
              routedb token add robot --scope resolve,read --expires 90d
              routedb token list
              routedb token remove 3f9c2a7be105
            """,
        subcommands: [
            TokenAddCommand.self, TokenListCommand.self, TokenRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// The location of the tokens.
struct TokenFileOptions: ParsableArguments {
    @Option(
        name: .customLong("tokens"),
        help: ArgumentHelp(
            "The file with tokens (default: beside the registry, routes.tokens).",
            valueName: "file"), completion: .file())
    var file: String?

    #if Server
        /// Returns the file.
        func open(_ global: GlobalOptions, in context: CommandContext) -> TokenFile {
            TokenFile(
                path: file ?? TokenFile.path(besideRegistry: global.path(in: context)))
        }
    #endif
}

/// Adds a token.
struct TokenAddCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a token, and print it: it cannot be shown again.",
        discussion: """
            EXAMPLES:
              routedb token add robot --scope resolve,read
              routedb token add deploy --scope read,write --namespace shop --expires 1h
              routedb token add grafana --scope hits --expires never

            Scopes: resolve (resolve URLs), read (read the registry), hits (read the
            history), write (change the registry), admin (everything). Running services
            accept the token within a second.
            """)

    @Argument(help: "What the token is for: the author of the edits made with it.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "What it allows, separated by commas: resolve, read, hits, write, links, admin; may be repeated.",
            valueName: "names"))
    var scope: [String]

    @Option(help: "The only namespace that it may be used for.")
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "When it ends, such as '90d', '2027-01-31' or 'never' (default: 90d).",
            valueName: "time"))
    var expires = "90d"

    @OptionGroup var tokens: TokenFileOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("The name is empty.") }
        if expires != "never" { _ = try TimeArgument.readEnd(expires) }
    }

    func run(in context: CommandContext) async throws {
        #if Server
            let (token, text) = ServerToken.make(
                name: name, scopes: try TokenScope(names: scope.joined(separator: ",")),
                namespace: namespace, created: context.now(), expiry: try expiry(in: context))
            try tokens.open(global, in: context).change { $0.append(token) }
            guard !global.json else {
                let object: JSONObject = ["schema": 1, "text": .string(text)]
                return try context.output.writeLine(object.merging(token.object).description)
            }
            try context.output.writeLine(text)
            context.printNote("added token \(token.id); keep its text, which is not stored")
        #else
            throw CommandFailure.withoutServer
        #endif
    }

    #if Server
        /// When the token ends; `nil` for never.
        private func expiry(in context: CommandContext) throws -> Timestamp? {
            guard expires != "never" else { return nil }
            return try TimeArgument.$now.withValue(context.now()) {
                try TimeArgument.readEnd(expires)
            }
        }
    #endif
}

/// Lists tokens.
struct TokenListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List tokens, without their secrets.",
        discussion: """
            EXAMPLES:
              routedb token list
              routedb token list --json

            TSV fields: id, name, scopes, namespace, when it was added, when it ends, and
            what it is for: a token, the code of a login, or its session.
            """)

    @OptionGroup var tokens: TokenFileOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Server
            let format = try listing.format(global, in: context)
            let all = try tokens.open(global, in: context).tokens()
            if all.isEmpty {
                context.printNote("note: there are no tokens; add one: routedb token add")
            }
            try Self.listing.write(all, as: format, to: context.output)
        #else
            throw CommandFailure.withoutServer
        #endif
    }

    #if Server
        private static let listing = Listing<ServerToken>(
            "tokens",
            columns: [
                .init("id", \.id), .init("name", \.name),
                .init("scopes") { $0.scopes.names.joined(separator: ",") },
                .init("namespace") { $0.namespace ?? "" },
                .init("created") { $0.created.inSeconds },
                .init("expires") { $0.expiry?.inSeconds ?? "never" },
                .init("use") { $0.use.rawValue },
            ], object: { $0.object })
    #endif
}

/// Removes tokens.
struct TokenRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove tokens; services refuse them within a second.",
        discussion: """
            EXAMPLES:
              routedb token remove 3f9c2a7be105
            """)

    @Argument(help: ArgumentHelp("The ids of the tokens.", valueName: "id"))
    var ids: [String]

    @OptionGroup var tokens: TokenFileOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Server
            let ids = ids
            try tokens.open(global, in: context).change { tokens throws(RouteDBError) in
                for id in ids {
                    guard tokens.contains(where: { $0.id == id }) else {
                        throw RouteDBError(
                            .invalidValue, "There is no token with the id \(id.excerpt).",
                            hint: NameSuggestion.didYouMean(id, among: tokens.map(\.id))
                                ?? "List them: routedb token list")
                    }
                    tokens.removeAll { $0.id == id }
                }
            }
            guard !global.json else {
                let object: JSONObject = [
                    "schema": 1, "removed": .array(ids.map(JSONValue.string)),
                ]
                return try context.output.writeLine(object.description)
            }
            for id in ids { context.printNote("removed token \(id)") }
        #else
            throw CommandFailure.withoutServer
        #endif
    }
}
