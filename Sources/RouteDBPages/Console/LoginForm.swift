#if Server
/// The form that starts a session with a one-time address.
package struct LoginForm: Sendable {
    private let code: String

    /// Creates the form for the code of an address.
    package init(code: String) { self.code = code }

    /// How somebody without a session gets one.
    package static let wayIn =
        "Open the address that 'routedb serve' printed, or one that 'routedb login NAME' makes where the service runs."

    /// How somebody without a session gets one, with an OpenID provider or without.
    package static func way(by provider: String?) -> Markup {
        guard let provider else { return "<p>\(wayIn)</p>" }
        return "<p><a class=\"button\" href=\"/login/openid\">Log in with \(provider)</a></p>"
    }

    /// The page for somebody without an address.
    package static func explanation(_ provider: String?) -> ConsolePage {
        ConsolePage("Log in", place: nil, "<p>You are not logged in.</p>\(way(by: provider))")
    }

    /// The page with the form.
    package var page: ConsolePage {
        ConsolePage(
            "Log in", place: nil,
            """
            <p>This address starts one session in a browser.</p>
            <form class="ask" action="/login" method="post">\(FormField.hidden("code", code))\
            <button type="submit" autofocus>Log in</button></form>
            """)
    }
}
#endif
