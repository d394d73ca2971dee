#if Server
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL
package import RouteDB

/// A provider of OpenID Connect, which says who somebody is: the authorization code flow with PKCE
/// (OpenID Connect Core 1.0, section 3.1, and RFC 7636).
package final class OpenIDProvider: Sendable {
    /// The addresses of the provider, as it describes them (OpenID Connect Discovery 1.0, section 3).
    private struct Description {
        let issuer: String
        let authorization: String
        let token: String
        let userInfo: String?
        /// True if the secret goes into the body of a request for a token, rather than into a header field.
        let takesSecretInBody: Bool
        let expiry: Timestamp
    }

    private static let mostBytes = 1 << 20
    private static let descriptionLifetime: Duration = .seconds(3_600)

    let options: OpenIDOptions
    private let client: HTTPClient
    private let clock: @Sendable () -> Timestamp
    private let known = Locked<Description?>(nil)

    /// The name by which people know the provider: its host.
    package var name: String { OpenIDAddress.host(of: options.issuer) }

    /// Creates a provider, which must be shut down; it is asked for nothing before somebody logs in.
    package init(
        _ options: OpenIDOptions, clock: @escaping @Sendable () -> Timestamp
    ) throws(RouteDBError) {
        try options.check()
        self.options = options
        self.clock = clock
        var encryption = TLSConfiguration.makeClientConfiguration()
        encryption.minimumTLSVersion = .tlsv12
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: encryption, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: .seconds(10)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        client = HTTPClient(configuration: configuration)
    }

    package func shutDown() async { try? await client.shutdown() }

    /// Returns whether an answer that may name its provider is from this one (RFC 9207).
    func isIssuer(_ issuer: String?) -> Bool {
        guard let issuer, let known = known.withLock(\.self) else { return true }
        return issuer == known.issuer
    }

    /// Returns the address at the provider where somebody logs in, and from which they return to another one.
    func authorization(for login: OpenIDLogin, returningTo address: String) async throws -> String {
        let endpoint = try await description().authorization
        let fields = [
            ("response_type", "code"), ("client_id", options.client), ("redirect_uri", address),
            ("scope", "openid profile email"), ("state", login.state), ("nonce", login.nonce),
            ("code_challenge", login.challenge), ("code_challenge_method", "S256"),
        ]
        return endpoint + (endpoint.contains("?") ? "&" : "?") + OpenIDAddress.query(fields)
    }

    /// Returns the user whom a code stands for.
    func user(
        code: String, of login: OpenIDLogin, returnedTo address: String
    ) async throws -> OpenIDUser {
        let provider = try await description()
        let answer = try await tokens(code, of: login, returnedTo: address, from: provider)
        guard let text = answer.text("id_token") else {
            throw refusal("sent no token that says who you are")
        }
        var claims = try IDToken(
            text, from: provider.issuer, for: options.client, nonce: login.nonce,
            at: clock().wholeSeconds
        ).claims
        // Large claims, such as groups, may be told on demand only (section 5.3).
        if claims.texts(options.claim).isEmpty, let endpoint = provider.userInfo,
            let access = answer.text("access_token")
        {
            var request = HTTPClientRequest(url: endpoint)
            request.headers.add(name: "Authorization", value: "Bearer \(access)")
            let more = try await object(request)
            guard more.text("sub") == claims.text("sub") else {
                throw refusal("described another user")
            }
            for member in more.members { claims[member.key] = member.value }
        }
        return OpenIDUser(claims, as: options)
    }

    /// Exchanges a code for tokens (section 3.1.3).
    private func tokens(
        _ code: String, of login: OpenIDLogin, returnedTo address: String,
        from provider: Description
    ) async throws -> JSONObject {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", address),
            ("client_id", options.client), ("code_verifier", login.verifier),
        ]
        var request = HTTPClientRequest(url: provider.token)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        if let secret = options.secret {
            if provider.takesSecretInBody {
                fields.append(("client_secret", secret))
            } else {
                request.setBasicAuth(
                    username: options.client.percentEncoded,
                    password: secret.percentEncoded)
            }
        }
        request.body = .bytes(ByteBuffer(string: OpenIDAddress.query(fields)))
        return try await object(request)
    }

    // MARK: Asking the provider

    /// Returns what the provider says of itself, and asks once an hour.
    private func description() async throws -> Description {
        if let known = known.withLock(\.self), known.expiry > clock() { return known }
        let base =
            options.issuer.hasSuffix("/") ? String(options.issuer.dropLast()) : options.issuer
        let found = try await object(
            HTTPClientRequest(url: "\(base)/.well-known/openid-configuration"))
        guard let issuer = found.text("issuer"), issuer == base || issuer == "\(base)/",
            let authorization = found.text("authorization_endpoint"),
            let token = found.text("token_endpoint")
        else { throw refusal("describes itself as another one, or not at all") }
        let userInfo = found.text("userinfo_endpoint")
        let addresses = [authorization, token] + [userInfo].compactMap(\.self)
        guard addresses.allSatisfy(OpenIDAddress.isSafe) else {
            throw refusal("has an address without encryption")
        }
        let methods = found.texts("token_endpoint_auth_methods_supported")
        let description = Description(
            issuer: issuer, authorization: authorization, token: token, userInfo: userInfo,
            takesSecretInBody: !methods.isEmpty && !methods.contains("client_secret_basic"),
            expiry: clock() + Self.descriptionLifetime)
        known.withLock { $0 = description }
        return description
    }

    /// Sends a request, and returns the JSON object of its answer.
    private func object(_ request: HTTPClientRequest) async throws -> JSONObject {
        var request = request
        request.headers.add(name: "Accept", value: "application/json")
        let response: HTTPClientResponse
        let bytes: [UInt8]
        do {
            response = try await client.execute(request, timeout: .seconds(20))
            let body = try await response.body.collect(upTo: Self.mostBytes)
            bytes = Array(body.readableBytesView)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw refusal("cannot be reached, or did not answer in time")
        }
        guard case .object(let object)? = try? JSONValue(parsing: bytes) else {
            throw refusal("answered \(response.status.code) without JSON")
        }
        guard response.status == .ok else {
            let said = [object.text("error"), object.text("error_description")]
                .compactMap(\.self).map { $0.excerpt.description }.joined(separator: ": ")
            throw refusal("answered \(response.status.code)\(said.isEmpty ? "" : " (\(said))")")
        }
        return object
    }

    private func refusal(_ fault: String) -> Problem {
        Problem(
            .badGateway, "loginRefused", "The OpenID provider \(name) \(fault).",
            hint:
                "Log in once more; if that does not help, see the options '--openid' of the service."
        )
    }
}
#endif
