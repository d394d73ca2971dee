#if Server
package import RouteDB

/// A user as the claims of a provider describe them: the name, and what they may do.
package struct OpenIDUser: Sendable {
    private static let longestName = 200
    /// The claims that name somebody, from the one that others recognise best.
    private static let nameClaims = ["preferred_username", "email", "name", "sub"]

    package let name: String
    /// The operations that the user may request; `nil` if no role is theirs.
    package let scopes: TokenScope?

    /// Reads the claims.
    package init(_ claims: JSONObject, as options: OpenIDOptions) {
        let names = Self.nameClaims.lazy.compactMap(claims.text)
        let name = names.first { name in
            1...Self.longestName ~= name.utf8.count
                && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        }
        self.name = name ?? "unknown"
        // Whoever may choose an address that is not checked could choose a colleague's.
        let isDoubtful = options.claim == "email" && claims["email_verified"] == .bool(false)
        let values = isDoubtful ? [] : claims.texts(options.claim)
        let own = options.roles.filter { $0.value == "*" || values.contains($0.value) }
        scopes = TokenScope.roles.last { role in own.contains { $0.role == role.name } }?.scopes
    }
}
#endif
