#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The page of a one-time address, and the form on it that starts a session.
///
/// Only the form uses the address up: browsers and chats that look at it beforehand do not.
struct LoginPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [ask, start] }

    private var ask: Endpoint {
        Endpoint(
            "loginPage", .get, "/login", "The page of a one-time address.", access: .open,
            parameters: [
                .query("code", "The code of the one-time address.", isRequired: true)
            ],
            answers: [.text("text/html", "The page.")], isCompressed: false, show: context.show
        ) { call in
            let code = call.required("code")
            guard state.sessions.accepts(code: code) else { throw Self.refusal }
            let frame = await context.frame(for: call.caller)
            return ConsoleContext.answer(LoginForm(code: code).page, in: frame)
        }
    }

    private var start: Endpoint {
        Endpoint(
            "loginForm", .post, "/login", "Starts the session of a browser.", access: .open,
            body: .form("The code of the one-time address."),
            answers: [.empty(.seeOther, "The session has started; goes to the first page.")],
            isCompressed: false, show: context.show
        ) { call in
            guard let cookie = state.sessions.start(code: call.field("code") ?? "") else {
                throw Self.refusal
            }
            let attributes =
                "HttpOnly; SameSite=Strict; Path=/; Max-Age="
                + "\(SessionStore.sessionMicroseconds / 1_000_000)"
                + (state.isEncrypted ? "; Secure" : "")
            var response = ConsoleContext.see("/")
            response.headers[.setCookie] = "\(Authenticator.cookieName)=\(cookie); \(attributes)"
            return response
        }
    }

    private static let refusal = Problem(
        .forbidden, "codeNotValid", "The one-time address was used, or has expired.",
        hint: "Ask the service for a new one: POST /api/v1/login-addresses.")
}
#endif
