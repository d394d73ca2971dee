#if Server
import RouteDB

/// The OpenID Connect provider whose users may log in to the console, and what each of them may do.
///
/// The provider must know `https://HOST/login/openid/callback` as an address to return to, for each host by which
/// the service is called.
///
/// ```swift
/// var openID = OpenIDOptions(issuer: "https://id.example.com", client: "routedb")
/// openID.secret = "…"
/// openID.roles = [.init(role: "viewer", value: "*")]
/// ```
public struct OpenIDOptions: Hashable, Sendable {
    /// A role of the users whose claim has a value.
    public struct Role: Hashable, Sendable {
        /// The role: `viewer`, `editor` or `admin`.
        public var role: String
        /// The value of the claim; `*` for all users.
        public var value: String

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - role: The role.
        ///   - value: The value of the claim.
        public init(role: String, value: String) {
            self.role = role
            self.value = value
        }
    }

    /// The URL of the provider, below which `/.well-known/openid-configuration` describes it.
    public var issuer: String
    /// The id under which the provider knows the service.
    public var client: String
    /// The secret that the provider gave the service; `nil` for a client without one.
    public var secret: String?
    /// The claim that decides about the role, such as `groups` or `email`; a dot leads into an object, as in
    /// `realm_access.roles`.
    public var claim = "groups"
    /// The roles; a user whose claim has several gets the last of `viewer`, `editor` and `admin`.
    public var roles: [Role] = []

    /// Creates options.
    ///
    /// - Parameters:
    ///   - issuer: The URL of the provider.
    ///   - client: The id under which the provider knows the service.
    public init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    /// Checks the options.
    func check() throws(RouteDBError) {
        guard OpenIDAddress.isSafe(issuer) else {
            throw RouteDBError(
                .invalidValue, "\(issuer.excerpt) is not the URL of an OpenID provider.",
                hint: "Give one that begins with https://, such as https://accounts.google.com.")
        }
        guard !client.isEmpty else {
            throw RouteDBError(
                .invalidValue, "The id of the client is empty.",
                hint: "Give the id that the OpenID provider has for the service.")
        }
        guard !roles.isEmpty else {
            throw RouteDBError(
                .invalidValue, "No user of the OpenID provider has a role.",
                hint: "Give one, such as editor=GROUP, or viewer=* for all users.")
        }
        for role in roles { _ = try TokenScope(ofRole: role.role) }
    }
}
#endif
