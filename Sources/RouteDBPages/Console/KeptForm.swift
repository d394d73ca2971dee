#if Server
/// A form that was sent by a session that has ended, kept until there is another one.
package struct KeptForm: Sendable {
    private let action: String
    private let fields: [(key: String, value: String)]

    /// Keeps the fields that were sent to a path.
    package init(_ fields: [(key: String, value: String)], sentTo action: String) {
        (self.fields, self.action) = (fields, action)
    }

    /// The page with the form.
    package var page: ConsolePage {
        let inputs = fields.map { FormField.hidden($0.key, $0.value) }.joined()
        return ConsolePage(
            "Log in again", place: nil,
            """
            <p>Your session has ended, and nothing was changed. What you typed is kept on this page: leave it open, \
            log in in another tab of this browser, and send it again.</p>
            <form class="ask" action="\(action)" method="post">\(inputs)\
            <button type="submit">Send again</button></form>
            """)
    }
}
#endif
