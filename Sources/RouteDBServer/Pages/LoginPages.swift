#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The page of a one-time address, the form on it that starts a session, and the button that ends one.
///
/// Only the form uses the address up: browsers and chats that look at it beforehand do not.
struct LoginPages: Sendable {
    let context: ConsoleContext

    private var state: ServiceState { context.state }

    var endpoints: [Endpoint] { [ask, start, logout] }

    private var ask: Endpoint {
        Endpoint(
            "loginPage", .get, "/login", "The page of a one-time address.", access: .open,
            parameters: [.query("code", "The code of the one-time address.")],
            answers: [.text("text/html", "The page.")], isCompressed: false, show: context.show
        ) { call in
            let frame = await context.frame(for: call.caller)
            guard let code = call.text("code") else {
                return ConsoleContext.answer(
                    LoginForm.explanation(state.openID?.name), in: frame)
            }
            guard state.sessions.accepts(code: code) || state.tokens.accepts(code: code) else {
                throw Self.refusal
            }
            return ConsoleContext.answer(LoginForm(code: code).page, in: frame)
        }
    }

    private var start: Endpoint {
        Endpoint(
            "loginForm", .post, "/login", "Starts the session of a browser.", access: .open,
            body: .form("The code of the one-time address."),
            answers: [
                .empty(.seeOther, "The session has started; goes to the page that was asked for.")
            ],
            isCompressed: false, show: context.show
        ) { call in
            let code = call.field("code") ?? ""
            var response = ConsoleContext.see(ReturnAddress.path(in: call.request.headers) ?? "/")
            // The session of a service's own address ends twelve hours after its last request: its cookie stays
            // until the browser is closed.
            if let cookie = state.sessions.start(code: code) {
                response.headers.append(SessionCookie.start(cookie, isEncrypted: state.isEncrypted))
            } else if let login = try state.tokens.startSession(code: code) {
                let seconds = max(.zero, login.ends - state.clock()).components.seconds
                response.headers.append(
                    SessionCookie.start(login.cookie, for: seconds, isEncrypted: state.isEncrypted))
            } else {
                throw Self.refusal
            }
            response.headers.append(ReturnAddress.forgotten)
            return response
        }
    }

    private var logout: Endpoint {
        Endpoint(
            "logout", .post, "/logout", "Ends the session of a browser.", access: .open,
            answers: [.empty(.seeOther, "The session has ended, if there was one.")],
            show: context.show
        ) { call in
            if let cookie = Authenticator.cookie(in: call.request.headers) {
                state.sessions.end(cookie: cookie)
                try state.tokens.end(cookie: cookie)
            }
            var response = ConsoleContext.see("/login")
            response.headers.append(SessionCookie.end)
            return response
        }
    }

    private static let refusal = Problem(
        .forbidden, "codeNotValid", "The one-time address was used, or has expired.",
        hint: LoginForm.wayIn)
}
#endif
