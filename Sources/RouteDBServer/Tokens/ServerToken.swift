#if Server
package import RouteDB

/// A token with which a program calls the service.
///
/// Its text is `routedb_ID_SECRET`. The id finds the token without comparing secrets; of the secret
/// only the digest is stored.
package struct ServerToken: Hashable, Sendable {
    /// The id, which logs and lists show.
    package let id: String
    /// The name of the token: the author of the revisions that it makes.
    package let name: String
    /// The operations that the token allows.
    package let scopes: TokenScope
    /// The only namespace in which it may be used; `nil` for all.
    package let namespace: String?
    /// When it was made, in microseconds since 1970-01-01T00:00:00Z.
    package let createdMicroseconds: Int64
    /// From when on it is no longer accepted; `nil` for never.
    package let expiryMicroseconds: Int64?
    /// The SHA-256 digest of its secret.
    let digest: String

    /// Makes a token.
    package static func make(
        name: String, scopes: TokenScope, namespace: String?, createdMicroseconds: Int64,
        expiryMicroseconds: Int64?
    ) -> (token: ServerToken, text: String) {
        let id = String(SecretText().text.prefix(idLength))
        let secret = SecretText().text
        let token = ServerToken(
            id: id, name: name, scopes: scopes, namespace: namespace,
            createdMicroseconds: createdMicroseconds, expiryMicroseconds: expiryMicroseconds,
            digest: SecretText.digest(secret))
        return (token, "\(prefix)\(id)_\(secret)")
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
    package func isValid(at microseconds: Int64) -> Bool {
        expiryMicroseconds.map { microseconds < $0 } ?? true
    }
}

extension ServerToken {
    /// The token as JSON, without the digest of its secret.
    package var object: JSONObject {
        [
            "id": .string(id), "name": .string(name),
            "scopes": .array(scopes.names.map(JSONValue.string)),
            "namespace": namespace.map(JSONValue.string) ?? .null,
            "created": Self.time(createdMicroseconds),
            "expires": expiryMicroseconds.map(Self.time) ?? .null,
        ]
    }

    /// The token as it is stored.
    var stored: JSONObject {
        var object = object
        object["digest"] = .string(digest)
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
        createdMicroseconds = created
        expiryMicroseconds = try reader.time("expires")
        let names = try reader.strings("scopes").joined(separator: ",")
        do {
            scopes = try TokenScope(names: names)
        } catch {
            throw reader.error("scopes", error.message, hint: error.hint)
        }
    }

    private static func time(_ microseconds: Int64) -> JSONValue {
        .string(Timestamp(microseconds: microseconds).description)
    }
}
#endif
