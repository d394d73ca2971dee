#if Server
import RouteDB

/// The form that takes a document: its items are added, or the registry is made equal to it.
package struct DocumentForm: Sendable {
    /// The texts that stand in the form.
    package struct Fields: Sendable {
        /// The text of the document.
        package var document = ""
        /// The name of its file, which tells the format.
        package var file = ""
        /// True if the registry is made equal to the document.
        package var isExact = false
        package var namespace = ""
        package var group = ""
        /// The treatment of routes whose pattern exists.
        package var duplicates = "skip"
        package var createsNamespaces = false
        package var message = ""

        package init() {}
    }

    private static let rules = [
        ("skip", "keep the old one"), ("replace", "replace it"), ("error", "refuse the document"),
        ("keep-both", "keep both"),
    ]

    private let fields: Fields
    private let revision: Int64
    private let namespaces: [String]
    private let answer: EditForm.Answer

    /// Creates the form.
    package init(
        _ fields: Fields, at revision: Int64, namespaces: [String], answer: EditForm.Answer = .none
    ) {
        (self.fields, self.revision) = (fields, revision)
        (self.namespaces, self.answer) = (namespaces, answer)
    }

    /// The form.
    package var form: EditForm {
        EditForm(
            title: "Upload a document", place: "/routes", action: "/documents", revision: revision,
            inputs: inputs, message: fields.message,
            note: """
                <p class="summary">A document has routes, and may have all else that there is to a \
                registry: JSON, a JSON object a line, CSV or TSV, as \
                <code>routedb export</code> writes them.</p>
                """, answer: answer)
    }

    private var inputs: Markup {
        let all: [(value: String, name: String)] = [("", "those of the document")]
        let spaces = FormField.options(all + namespaces.map { ($0, $0) }, fields.namespace)
        let (exact, create): (Markup, Markup) = (
            fields.isExact ? " checked" : "", fields.createsNamespaces ? " checked" : ""
        )
        return """
            <label class="wide">Document<textarea class="code" name="document" rows="10" required \
            data-file="file" spellcheck="false">\(PageText.field(fields.document))</textarea></label>
            \(FormField.text("file", "Name of the file", fields.file, hint: "tells the format"))
            <label>If a pattern exists<select name="duplicates">\
            \(FormField.options(Self.rules, fields.duplicates))</select></label>
            <label class="check"><input name="create" type="checkbox" value="true"\(create)> \
            Add missing namespaces</label>
            <label class="check wide"><input name="exact" type="checkbox" value="true"\(exact)> \
            Remove what the document does not have, so that the registry equals it</label>
            <label>Of the namespaces<select name="namespace">\(spaces)</select></label>
            \(FormField.text("group", "Only of the group", fields.group))
            """
    }
}
#endif
