import ArgumentParser
import RouteDB

#if Server
    import RouteDBServer
#endif

/// The options for users of an OpenID Connect provider.
struct ServeOpenIDOptions: ParsableArguments {
    @Option(
        name: .customLong("openid-issuer"),
        help: ArgumentHelp(
            "The OpenID Connect provider whose users may log in to the console.",
            valueName: "url"))
    var issuer: String?

    @Option(
        name: .customLong("openid-client"),
        help: ArgumentHelp("The id of the service at the provider.", valueName: "id"))
    var client: String?

    @Option(
        name: .customLong("openid-secret"),
        help: ArgumentHelp(
            "A file with the secret that the provider gave the service.", valueName: "file"),
        completion: .file())
    var secret: String?

    @Option(
        name: .customLong("openid-claim"),
        help: ArgumentHelp(
            "The claim that decides about the role of a user (default: groups).",
            valueName: "claim"))
    var claim: String?

    @Option(
        name: .customLong("openid-role"),
        help: ArgumentHelp(
            """
            A role for users whose claim has this value, such as 'editor=mobile-team'; \
            'viewer=*' is for all; may be repeated.
            """, valueName: "role=value"))
    var roles: [String] = []

    func validate() throws {
        let given = [
            ("--openid-client", client != nil), ("--openid-secret", secret != nil),
            ("--openid-claim", claim != nil), ("--openid-role", !roles.isEmpty),
        ]
        for (name, isGiven) in given where isGiven && issuer == nil {
            throw ValidationError("'\(name)' needs '--openid-issuer'.")
        }
        if issuer != nil, client == nil || roles.isEmpty {
            throw ValidationError(
                "'--openid-issuer' needs '--openid-client', and '--openid-role' for who may log in."
            )
        }
        for role in roles where !role.contains("=") {
            throw ValidationError("'\(role)' is not a role with a value, such as 'viewer=*'.")
        }
    }

    #if Server
        /// The provider, with its secret from the file; `nil` if none is named.
        func provider() throws -> OpenIDOptions? {
            guard let issuer, let client else { return nil }
            var options = OpenIDOptions(issuer: issuer, client: client)
            if let secret {
                options.secret = try SecretFile.text(
                    in: secret, called: "secret",
                    hint: "Write the secret that the OpenID provider gave the service into it.")
            }
            options.claim = claim ?? options.claim
            options.roles = roles.map { text in
                let parts = text.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return OpenIDOptions.Role(
                    role: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
            }
            return options
        }
    #endif
}
