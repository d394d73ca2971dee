#if Server
package import RouteDB

/// A token with which a program calls the service, or the login of a person.
///
/// A login begins as a code that is used once; then it is the session of a browser, whose cookie has another
/// secret.
///
/// Its text is `routedb_ID_SECRET`. The id finds the token without comparing secrets; of the secret
/// only the digest is stored.
package struct ServerToken: Hashable, Sendable {
    /// The purpose of a secret.
    package enum Use: String, CaseIterable, Sendable {
        /// For the requests of a program.
        case token
        /// For starting a session, once.
        case code
        /// For the requests of a browser.
        case session
    }

    /// The id, which logs and lists show.
    package let id: String
    /// The name of the token: the author of the revisions that it makes.
    package let name: String
    /// The operations that the token allows.
    package let scopes: TokenScope
    /// The only namespace in which it may be used; `nil` for all.
    package let namespace: String?
    /// When it was made.
    package let created: Timestamp
    /// From when on it is no longer accepted; `nil` for never.
    package private(set) var expiry: Timestamp?
    /// The purpose.
    package private(set) var use = Use.token
    /// How long the session of a code lasts.
    private var sessionLifetime: Duration?
    /// The SHA-256 digest of its secret.
    private(set) var digest: String

    /// Makes a token.
    package static func make(
        name: String, scopes: TokenScope, namespace: String?, created: Timestamp, expiry: Timestamp?
    ) -> (token: ServerToken, text: String) {
        let id = String(SecretText().text.prefix(idLength))
        let secret = SecretText().text
        let token = ServerToken(
            id: id, name: name, scopes: scopes, namespace: namespace,
            created: created, expiry: expiry,
            digest: SecretText.digest(secret))
        return (token, "\(prefix)\(id)_\(secret)")
    }

    /// Makes the login of a person: a code that starts a session which lasts for a time.
    package static func makeLogin(
        name: String, scopes: TokenScope, created: Timestamp, expiry: Timestamp,
        sessionLifetime: Duration
    ) -> (token: ServerToken, text: String) {
        var (token, text) = make(
            name: name, scopes: scopes, namespace: nil, created: created, expiry: expiry)
        (token.use, token.sessionLifetime) = (.code, sessionLifetime)
        return (token, text)
    }

    /// Starts the session of a code, which then is used up; returns the text of the session's cookie.
    mutating func startSession(at now: Timestamp) -> String {
        let secret = SecretText().text
        (use, digest) = (.session, SecretText.digest(secret))
        expiry = sessionLifetime.map { now + $0 }
        sessionLifetime = nil
        return "\(Self.prefix)\(id)_\(secret)"
    }

    private static let prefix = "routedb_"
    private static let idLength = 12

    /// The id and the secret in the text of a token.
    package static func parts(of text: String) -> (id: String, secret: Substring)? {
        guard text.hasPrefix(prefix) else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: prefix.utf8.count)
        guard let mark = text.utf8[start...].firstIndex(of: UInt8(ascii: "_")), mark > start
        else { return nil }
        let secret = text[text.utf8.index(after: mark)...]
        return secret.isEmpty ? nil : (String(text[start..<mark]), secret)
    }

    /// Returns whether the token is accepted at a time.
    package func isValid(at time: Timestamp) -> Bool {
        expiry.map { time < $0 } ?? true
    }
}

extension ServerToken {
    /// The token as JSON, without the digest of its secret.
    package var object: JSONObject {
        [
            "id": .string(id), "name": .string(name),
            "scopes": .array(scopes.names.map(JSONValue.string)),
            "namespace": namespace.map(JSONValue.string) ?? .null,
            "created": .string(created.description),
            "expires": expiry.map { .string($0.description) } ?? .null,
            "use": .string(use.rawValue),
        ]
    }

    /// The token as it is stored.
    var stored: JSONObject {
        var object = object
        object["digest"] = .string(digest)
        object["sessionSeconds"] = sessionLifetime.map { .int($0.components.seconds) }
        return object
    }

    /// Reads a token as it is stored.
    init(stored reader: JSONReader<MistakeThrower>) throws(JSONMistake) {
        id = try reader.required("id", of: "A token")
        name = try reader.required("name", of: "A token")
        digest = try reader.required("digest", of: "A token")
        namespace = try reader.string("namespace")
        guard let created = try reader.time("created") else {
            throw reader.missing("created", of: "A token")
        }
        self.created = created
        expiry = try reader.time("expires")
        use = try reader.word("use") ?? .token
        sessionLifetime = try reader.number("sessionSeconds").map { .seconds($0) }
        let names = try reader.strings("scopes").joined(separator: ",")
        do {
            scopes = try TokenScope(names: names)
        } catch {
            throw reader.error("scopes", error.message, hint: error.hint)
        }
    }
}
#endif
