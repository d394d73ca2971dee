#if Server
import Hummingbird
import HummingbirdTesting
import RouteDB
import RouteDBServer
import RouteDBTestSupport

/// An OpenID Connect provider in this process, where one user is always logged in.
final class SmallProvider: Sendable {
    static let secret = "s3cret:&é"

    /// A login that waits for its token.
    struct Login {
        let nonce: String
        let challenge: String
        let address: String
    }

    struct Contents {
        var issuer = ""
        /// The claims about the user, beside those of every token.
        var claims: JSONObject = ["preferred_username": "ada"]
        /// The claims that are told on demand only.
        var more: JSONObject = ["sub": "17"]
        /// The description, where it differs from the usual one.
        var description: JSONObject = [:]
        var logins: [String: Login] = [:]
    }

    let contents = Locked(Contents())

    var issuer: String { contents.withLock(\.issuer) }

    /// Runs a provider while a closure runs.
    static func running(_ body: @escaping @Sendable (SmallProvider) async throws -> Void)
        async throws
    {
        let provider = SmallProvider()
        let router = Router()
        router.get(".well-known/openid-configuration") { _, _ in
            Self.json(provider.description)
        }
        router.post("token") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            return provider.token(String(buffer: body), request.headers[.authorization] ?? "")
        }
        router.get("userinfo") { request, _ in
            request.headers[.authorization] == "Bearer access"
                ? Self.json(provider.contents.withLock(\.more)) : Response(status: .unauthorized)
        }
        try await Application(router: router).test(.live) { client in
            provider.contents.withLock { $0.issuer = "http://127.0.0.1:\(client.port ?? 0)" }
            try await body(provider)
        }
    }

    /// Logs the user in, as the browser that follows an address to the provider: where it is sent back to.
    func logIn(_ address: String) throws -> (callback: String, fields: [String: String]) {
        let query = address.split(separator: "?", maxSplits: 1).last ?? ""
        var fields: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            fields[String(sides[0])] = PercentCoding.decoded(sides.count > 1 ? sides[1] : "")
        }
        let code = "code-\(fields["nonce"] ?? "")"
        let login = Login(
            nonce: fields["nonce"] ?? "", challenge: fields["code_challenge"] ?? "",
            address: fields["redirect_uri"] ?? "")
        contents.withLock { $0.logins[code] = login }
        return (
            "/login/openid/callback?code=\(code)&state=\(fields["state"] ?? "")&session_state=x",
            fields
        )
    }

    private var description: JSONObject {
        contents.withLock { contents in
            var object: JSONObject = [
                "issuer": .string(contents.issuer),
                "authorization_endpoint": .string("\(contents.issuer)/authorize?tenant=7"),
                "token_endpoint": .string("\(contents.issuer)/token"),
                "userinfo_endpoint": .string("\(contents.issuer)/userinfo"),
            ]
            for member in contents.description.members { object[member.key] = member.value }
            return object
        }
    }

    private func token(_ body: String, _ authorization: String) -> Response {
        var fields: [String: String] = [:]
        for pair in body.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            fields[String(sides[0])] = PercentCoding.decoded(sides.count > 1 ? sides[1] : "")
        }
        let isKnown =
            fields["client_secret"] == Self.secret
            || authorization == "Basic cm91dGVkYjpzM2NyZXQlM0ElMjYlQzMlQTk="
        let login = contents.withLock { $0.logins.removeValue(forKey: fields["code"] ?? "") }
        let digest = SHA256.digest(of: Array((fields["code_verifier"] ?? "").utf8))
        guard isKnown, let login, fields["redirect_uri"] == login.address,
            Base64URL.encode(digest) == login.challenge
        else {
            return Self.json(["error": "invalid_grant"], status: .badRequest)
        }
        let claims = contents.withLock { contents in
            var claims: JSONObject = [
                "iss": .string(contents.issuer), "aud": "routedb", "sub": "17",
                "exp": 4_000_000_000,
                "nonce": .string(login.nonce),
            ]
            for member in contents.claims.members { claims[member.key] = member.value }
            return claims
        }
        return Self.json(["id_token": .string(Self.token(claims)), "access_token": "access"])
    }

    /// Returns the token with claims.
    static func token(_ claims: JSONObject) -> String {
        "e30.\(Base64URL.encode(claims.description.utf8)).c2ln"
    }

    private static func json(_ object: JSONObject, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: object.description)))
    }
}
#endif
