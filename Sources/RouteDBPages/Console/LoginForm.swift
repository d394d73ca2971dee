#if Server
/// The form that starts a session with a one-time address.
package struct LoginForm: Sendable {
    private let code: String

    /// Creates the form for the code of an address.
    package init(code: String) { self.code = code }

    /// The page with the form.
    package var page: ConsolePage {
        ConsolePage(
            "Log in", place: nil,
            """
            <p>This address starts one session in a browser, and only within ten minutes.</p>
            <form class="ask" action="/login" method="post">\(FormField.hidden("code", code))\
            <button type="submit" autofocus>Log in</button></form>
            """)
    }
}
#endif
