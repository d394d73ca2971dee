/// The authenticated party that makes a request.
///
/// RouteDB trusts it: the calling program must have verified it.
public struct Principal: Hashable, Sendable {
    /// The unique name or number.
    public var id: String
    /// The roles that it has.
    public var roles: [String]
    /// Further claims, by name.
    public var claims: JSONObject

    /// Creates a principal.
    ///
    /// - Parameters:
    ///   - id: The unique name or number.
    ///   - roles: The roles that it has.
    ///   - claims: Further claims, by name.
    public init(_ id: String, roles: [String] = [], claims: JSONObject = [:]) {
        self.id = id
        self.roles = roles
        self.claims = claims
    }
}
