#if Server
import HTTPTypes
package import RouteDB

/// The sender of a request and their permissions.
package struct Caller: Hashable, Sendable {
    /// How they proved who they are.
    package enum Proof: Hashable, Sendable {
        /// Not at all.
        case none
        /// By the token with an id.
        case token(String)
        /// By the cookie of a session, whose digest this is.
        case session(String)
        /// By the cookie of a login, whose id this is.
        case login(String)
        /// Asserted by a trusted proxy.
        case proxy
    }

    /// How they proved who they are.
    package let proof: Proof
    /// The name: the author of the revisions that they make.
    package let name: String
    /// The operations that they may request.
    package let scopes: TokenScope
    /// The only namespace that they may ask about; `nil` for all.
    package let namespace: String?
    /// The id of their token, or of the token that asked for their session; `nil` for others.
    package let token: String?

    package init(
        proof: Proof, name: String, scopes: TokenScope, namespace: String? = nil,
        token: String? = nil
    ) {
        self.proof = proof
        self.name = name
        self.scopes = scopes
        self.namespace = namespace
        self.token = token
    }

    /// Somebody who proved nothing, and may do nothing.
    package static let unknown = Caller(proof: .none, name: "", scopes: [])

    /// True if a browser sends the proof by itself, so that another site can make it do so.
    package var isProvedByBrowser: Bool {
        switch proof {
        case .session, .login, .proxy: true
        case .none, .token: false
        }
    }

    /// True if the caller has a session, and can end it.
    package var hasSession: Bool {
        switch proof {
        case .session, .login: true
        case .none, .token, .proxy: false
        }
    }

    /// Checks that the caller may read or change something in a namespace.
    package func check(mayUse namespace: String) throws(Problem) {
        guard let own = self.namespace, own != namespace else { return }
        throw Problem(
            .forbidden, "namespaceLimited",
            "The token is for the namespace '\(own)', not for \(namespace.excerpt).",
            hint: "Use a token for that namespace.")
    }

    /// Restricts a reference to the caller's namespace, so that looking for it tells of no other.
    func limited(_ reference: RouteReference) throws(Problem) -> RouteReference {
        if let named = reference.namespace { try check(mayUse: named) }
        return namespace.map { RouteReference(reference, in: $0) } ?? reference
    }

    /// Restricts a place to the caller's namespace, as a reference is.
    func limited(_ place: DefaultPlace) throws(Problem) -> DefaultPlace {
        switch place {
        case .route(let reference): return .route(try limited(reference))
        case .group(let namespace, _), .namespace(let namespace): try check(mayUse: namespace)
        }
        return place
    }

    /// The caller as JSON.
    package var object: JSONObject {
        [
            "name": .string(name), "scopes": .array(scopes.names.map(JSONValue.string)),
            "namespace": namespace.map(JSONValue.string) ?? .null,
        ]
    }
}
#endif
