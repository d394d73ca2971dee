import RouteDB
import RouteDBTerminal

#if Server || Hub
    import RouteDBFollower
#endif
#if Hub
    import RouteDBHub
#endif

/// The address of a service or a hub, whose registry a command reads.
enum RegistryAddress {
    private static let ofServices = ["http://", "https://"]
    private static let ofHubs = ["postgres://", "postgresql://"]

    /// Returns whether an argument is meant as an address.
    static func isMeant(_ text: String) -> Bool {
        (ofServices + ofHubs).contains { text.lowercased().hasPrefix($0) }
    }

    /// The address without a user and password.
    static func name(of address: String) -> String {
        let scheme = (ofServices + ofHubs).first { address.lowercased().hasPrefix($0) } ?? ""
        let rest = address.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        guard let at = host.lastIndex(of: "@") else { return address }
        return scheme + rest[rest.index(after: at)...]
    }

    /// Fetches the registry at an address into a file that goes with the command.
    static func fetch(_ address: String, in context: CommandContext) async throws -> String {
        #if Server || Hub
            let path = try PrivateFolder(of: ["fetched.db"], in: context).path(of: "fetched.db")
            let follower = RegistryFollower(
                try source(address, in: context), FollowOptions(path: path))
            let event = try await follower.step()
            await follower.shutDown()
            if let error = event.error { throw error }
            guard RegularFile.hasBytes(at: path) else {
                throw RouteDBError(
                    .databaseMissing, "There is no registry at '\(name(of: address))' yet.")
            }
            return path
        #else
            throw CommandFailure.withoutServer
        #endif
    }

    #if Server || Hub
        private static func source(
            _ address: String, in context: CommandContext
        ) throws -> any RegistrySource {
            let isHub = ofHubs.contains { address.lowercased().hasPrefix($0) }
            guard !isHub else {
                #if Hub
                    return HubSource(try HubAddress(address), node: nil)
                #else
                    throw CommandFailure.withoutHub
                #endif
            }
            #if Server
                return try ServiceSource(
                    SourceAddress(address), tokenFile: nil, authorities: nil, in: context)
            #else
                throw CommandFailure.withoutServer
            #endif
        }
    #endif
}

#if Server
    extension ServiceSource {
        /// Creates the source for a service, with the token of a file or of the environment.
        init(
            _ address: SourceAddress, tokenFile: String?, authorities: String?,
            in context: CommandContext
        ) throws {
            let variable = context.variable("ROUTEDB_TOKEN")
            let token = { @Sendable () throws(RouteDBError) -> String? in
                // Read for each request, so that a token can be replaced meanwhile.
                guard let tokenFile else { return variable }
                return try SecretFile.text(
                    in: tokenFile, called: "token",
                    hint: "Write the text that `routedb token add` printed into it.")
            }
            // Fails at once instead of with the first request.
            let isKnown = try token() != nil
            if isKnown, !address.isEncrypted, !address.isLoopback {
                context.printNote("warning: the token is sent to the service without encryption")
            }
            try self.init(address, token: token, authorities: authorities)
        }
    }
#endif
