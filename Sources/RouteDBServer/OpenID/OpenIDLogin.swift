#if Server
import HTTPTypes
import RouteDB

/// One login with a provider: a secret in a cookie of the browser that began it, from which all follows that the
/// provider is told.
///
/// The service keeps nothing of it, so logins that are begun and not ended cost nothing, and a service that was
/// restarted meanwhile, or another one, ends them.
struct OpenIDLogin: Sendable {
    private static let cookieName = "routedb_openid"
    private static let attributes = "Path=/login; HttpOnly; SameSite=Lax"
    /// How long somebody may take at the provider.
    private static let seconds = 600

    private let secret: String

    /// Begins a login.
    init() { secret = SecretText().text }

    /// Reads the login that a browser began; `nil` if it began none, or too long ago.
    init?(cookieIn fields: HTTPFields) {
        guard let secret = Authenticator.cookie(Self.cookieName, in: fields), !secret.isEmpty else {
            return nil
        }
        self.secret = secret
    }

    /// The text that comes back with the user, so that nobody can make a browser end somebody else's login.
    var state: String { SecretText.digest("state \(secret)") }

    /// The text that stands in the token, which so is for this login.
    var nonce: String { SecretText.digest("nonce \(secret)") }

    /// The text that the provider is told last, and whose digest it knows: who stole the code does not have it
    /// (RFC 7636).
    var verifier: String { SecretText.digest("verifier \(secret)") }

    /// The digest of the verifier.
    var challenge: String { Base64URL.encode(SHA256.digest(of: Array(verifier.utf8))) }

    /// Keeps the login in the browser.
    func cookie(isEncrypted: Bool) -> HTTPField {
        HTTPField(
            name: .setCookie,
            value: "\(Self.cookieName)=\(secret); \(Self.attributes); Max-Age=\(Self.seconds)"
                + (isEncrypted ? "; Secure" : ""))
    }

    /// Forgets the login.
    static let forgotten = HTTPField(
        name: .setCookie, value: "\(cookieName)=; \(attributes); Max-Age=0")
}
#endif
