#if Server
package import HTTPTypes
package import RouteDB

/// Finds out who sends a request.
package struct Authenticator: Sendable {
    let tokens: TokenStore
    let sessions: SessionStore
    let proxies: TrustedProxies

    package init(tokens: TokenStore, sessions: SessionStore, proxies: TrustedProxies) {
        self.tokens = tokens
        self.sessions = sessions
        self.proxies = proxies
    }

    /// The name of the session's cookie.
    package static let cookieName = "routedb_session"

    /// Finds the caller: by token, else by session, else by a trusted proxy.
    package func caller(
        _ fields: HTTPFields, from address: @autoclosure () -> IPAddress?
    ) throws(Problem) -> Caller {
        if let authorization = fields.value(of: .authorization) {
            let scheme = authorization.utf8.prefix(7).lazy.map(\.asciiLowercased)
            guard scheme.elementsEqual("bearer ".utf8) else {
                throw Self.refusal("The request's authorization is not a bearer token.")
            }
            guard let caller = tokens.caller(token: String(authorization.dropFirst(7))) else {
                throw Self.refusal("The token is not valid, or has expired.")
            }
            return caller
        }
        if let cookie = Self.cookie(in: fields),
            let caller = sessions.caller(cookie: cookie) ?? tokens.caller(cookie: cookie)
        {
            return caller
        }
        return proxies.caller(fields, from: address()) ?? .unknown
    }

    /// The value of the session's cookie.
    package static func cookie(in fields: HTTPFields) -> String? {
        cookie(cookieName, in: fields)
    }

    /// The value of a cookie.
    static func cookie(_ cookieName: String, in fields: HTTPFields) -> String? {
        for line in fields[values: .cookie] {
            for pair in line.split(separator: ";") {
                let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if sides.count == 2, sides[0] == cookieName { return String(sides[1]) }
            }
        }
        return nil
    }

    /// The problem of a request whose sender is not known.
    package static func refusal(_ message: String) -> Problem {
        Problem(
            .unauthorized, "unauthorized", message,
            hint: "Send 'Authorization: Bearer TOKEN' with a token of 'routedb token add'.",
            fields: [.wwwAuthenticate: "Bearer"])
    }
}
#endif
