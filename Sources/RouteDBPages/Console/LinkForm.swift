#if Server
package import RouteDB
package import RouteDBInsight

/// The form that makes a link.
package struct LinkForm: Sendable {
    /// The texts that stand in the form.
    package struct Fields: Sendable {
        package var destination = ""
        package var slug = ""
        package var host = ""
        package var until = ""
        package var variants = ""
        package var message = "Add a link"

        package init() {}

        /// Returns the link.
        package func draft() throws(RouteDBError) -> LinkDraft {
            var draft = LinkDraft(to: destination)
            draft.slug = slug.isEmpty ? nil : slug
            draft.host = host.isEmpty ? nil : host
            draft.variants = try RouteRedirect.Variant.list(lines: variants)
            draft.ends = try FormField.time(until, "end")
            return draft
        }
    }

    private let fields: Fields
    private let revision: Int64
    private let hosts: [String]
    private let answer: EditForm.Answer

    /// Creates the form for links of some hosts.
    package init(
        _ fields: Fields, at revision: Int64, hosts: [String], answer: EditForm.Answer = .none
    ) {
        (self.fields, self.revision, self.hosts, self.answer) = (fields, revision, hosts, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Make a link", place: "/links", action: "/links/new", revision: revision,
            inputs: inputs, message: fields.message, answer: answer)
    }

    private var inputs: Markup {
        let host: Markup? =
            hosts.count < 2
            ? nil
            : "<label>Host<select name=\"host\">\(FormField.options(hosts, fields.host))</select></label>"
        return """
            \(FormField.text(
                "to", "Leads to", fields.destination, hint: "https://www.example.com/spring",
                isCode: true, isWide: true))
            \(host)
            \(FormField.text("slug", "End of the link (made, if empty)", fields.slug, hint: "spring"))
            \(FormField.text("until", "Until", fields.until, hint: "2026-12-31"))
            \(FormField.lines(
                "variants", "Leads elsewhere for some visitors, one a line", fields.variants,
                hint: "context.platform = ios => https://apps.apple.com/app/id42"))
            """
    }
}
#endif
