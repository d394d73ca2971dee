#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The way to the OpenID provider, and the way back, which starts a session.
struct OpenIDPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [begin, end] }

    private var begin: Endpoint {
        Endpoint(
            "openIDLogin", .get, "/login/openid", "Goes to the OpenID provider to log in.",
            access: .open,
            answers: [.empty(.seeOther, "Goes to the provider.")], show: context.show
        ) { call in
            let provider = try provider()
            let login = OpenIDLogin()
            let address = try await provider.authorization(
                for: login, returningTo: try returnAddress(of: call))
            var response = ConsoleContext.see(address)
            response.headers.append(login.cookie(isEncrypted: state.isEncrypted))
            return response
        }
    }

    private var end: Endpoint {
        Endpoint(
            "openIDCallback", .get, "/login/openid/callback",
            "Starts the session of a browser that returns from the OpenID provider.", access: .open,
            parameters: [
                .query("code", "The code that the provider made for the login."),
                .query("state", "The text that the provider was given at the beginning."),
                .query("iss", "The provider (RFC 9207)."),
                .query("error", "The reason why nobody was logged in."),
                .query("error_description", "The reason in words."),
            ],
            answers: [
                .empty(.seeOther, "The session has started; goes to the page that was asked for.")
            ], takesOtherParameters: true, show: context.show
        ) { call in
            let provider = try provider()
            guard let login = OpenIDLogin(cookieIn: call.request.headers),
                call.text("state") == login.state
            else { throw Self.unknownLogin }
            if let error = call.text("error") {
                let reason = call.text("error_description") ?? error
                throw Problem(
                    .forbidden, "loginRefused",
                    "\(provider.name) did not log you in: \(reason.excerpt).",
                    hint: "Log in once more.")
            }
            guard let code = call.text("code"), provider.isIssuer(call.text("iss")) else {
                throw Self.unknownLogin
            }
            let user = try await provider.user(
                code: code, of: login, returnedTo: try returnAddress(of: call))
            guard let scopes = user.scopes else { throw Self.refusal(user, provider) }
            let cookie = state.sessions.start(
                name: user.name, scopes: scopes, within: SessionStore.sessionLifetime)
            var response = ConsoleContext.see(ReturnAddress.path(in: call.request.headers) ?? "/")
            response.headers.append(SessionCookie.start(cookie, isEncrypted: state.isEncrypted))
            response.headers.append(ReturnAddress.forgotten)
            response.headers.append(OpenIDLogin.forgotten)
            return response
        }
    }

    private func provider() throws(Problem) -> OpenIDProvider {
        guard let provider = state.openID else {
            throw Problem(
                .notFound, "notFound", "The service knows no OpenID provider.",
                hint: LoginForm.wayIn)
        }
        return provider
    }

    /// The address to which the provider sends a browser back.
    ///
    /// It is encrypted, by the service or by a proxy, unless the service is called by a name of this machine.
    private func returnAddress(of call: Call) throws(Problem) -> String {
        let authority = try HostRule.authority(of: call.request.head)
        let isLocal = HostRule.isLoopback(HostRule.name(of: authority))
        let scheme = isLocal && !state.isEncrypted ? "http" : "https"
        return "\(scheme)://\(authority)/login/openid/callback"
    }

    private static let unknownLogin = Problem(
        .forbidden, "loginRefused", "This login was not begun in this browser, or too long ago.",
        hint: "Log in once more.")

    private static func refusal(_ user: OpenIDUser, _ provider: OpenIDProvider) -> Problem {
        Problem(
            .forbidden, "permissionDenied", "\(user.name.excerpt) has no role here.",
            hint: "Ask who runs the service for one: the claim '\(provider.options.claim)' decides,"
                + " by '--openid-role'.")
    }
}
#endif
