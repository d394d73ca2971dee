/// Who asks: somebody who is known, as the program that resolves has made sure of.
public struct Principal: Hashable, Sendable {
    /// The name or number under which it is known.
    public var id: String
    /// The roles that it has.
    public var roles: [String]
    /// What else is said of it, by name.
    public var claims: JSONObject

    /// Makes a principal.
    ///
    /// - Parameters:
    ///   - id: The name or number under which it is known.
    ///   - roles: The roles that it has.
    ///   - claims: What else is said of it, by name.
    public init(_ id: String, roles: [String] = [], claims: JSONObject = [:]) {
        self.id = id
        self.roles = roles
        self.claims = claims
    }
}
