#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Tokens and users of OpenID Connect")
struct IDTokenTests {
    /// Reads a token as one for the client `c` and the login `n`.
    private static func claims(_ text: String) throws -> JSONObject {
        try IDToken(text, from: "i", for: "c", nonce: "n", at: 1_000).claims
    }

    @Test("damaged tokens are refused and trap nothing")
    func damaged() {
        let claims: JSONObject = ["iss": "i", "aud": "c", "nonce": "n", "sub": "s", "exp": 2_000]
        let good = Array(SmallProvider.token(claims).utf8)
        #expect((try? Self.claims(SmallProvider.token(claims))) == claims)
        for text in ["", ".", "..", "a.b.c", "e30.e30.e30", "a.e30.c.d", "e30.bnVsbA.e30"] {
            #expect(throws: Problem.self) { try Self.claims(text) }
        }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let text = random.damaged(good, marks: Array(".-_=eyJ".utf8))
            _ = try? Self.claims(String(decoding: text, as: UTF8.self))
        }
        for expiry: JSONValue in [
            .double(.infinity), .double(1e300), .int(.min), .bool(true), .null,
        ] {
            var late = claims
            late["exp"] = expiry
            #expect(throws: Problem.self) { try Self.claims(SmallProvider.token(late)) }
        }
    }

    @Test("bytes survive base64 for URLs, and what is none is refused")
    func base64() {
        var random = SeededGenerator(seed: 3)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        #expect(Base64URL.encode(Array("fo?>".utf8)) == "Zm8_Pg")
        for text in ["A", "AB+", "AA==", "Zm8_Pj", "A A"] { #expect(Base64URL.decode(text) == nil) }
    }

    @Test("the role is the last that a value of the claim has, by names, lists and paths")
    func roles() {
        var options = OpenIDOptions(issuer: "https://id.example", client: "c")
        options.roles = [
            OpenIDOptions.Role(role: "admin", value: "ops"),
            OpenIDOptions.Role(role: "editor", value: "dev"),
        ]
        func role(_ claims: JSONObject) -> String? { OpenIDUser(claims, as: options).scopes?.role }
        #expect(role(["groups": ["dev", "ops"]]) == "admin")
        #expect(role(["groups": "dev"]) == "editor")
        #expect(role(["groups": ["devs", 7]]) == nil && role([:]) == nil)
        options.claim = "realm_access.roles"
        #expect(role(["realm_access": ["roles": ["dev"]]]) == "editor")
        #expect(
            role(["realm_access.roles": "ops"]) == "admin" && role(["realm_access": "dev"]) == nil)
        options.claim = "email"
        options.roles = [OpenIDOptions.Role(role: "viewer", value: "a@b.example")]
        #expect(role(["email": "a@b.example"]) == "viewer")
        #expect(role(["email": "a@b.example", "email_verified": false]) == nil)
        options.roles = [OpenIDOptions.Role(role: "viewer", value: "*")]
        #expect(role([:]) == "viewer")
    }

    @Test("a user is called by the best claim that can be shown")
    func names() {
        let options = OpenIDOptions(issuer: "https://id.example", client: "c")
        func name(_ claims: JSONObject) -> String { OpenIDUser(claims, as: options).name }
        #expect(name(["sub": "1", "email": "a@b.example", "name": "Ada"]) == "a@b.example")
        #expect(name(["sub": "1", "preferred_username": "a\nb"]) == "1")
        #expect(name(["name": .string(String(repeating: "x", count: 201))]) == "unknown")
    }
}
#endif
