package import RouteDB

/// The pages for people who open links: an operator's own files, and the usual pages for all others.
///
/// A file is named by its status, `404.html`, `410.html`, `403.html` or `400.html`; `open.html` is the page that
/// leads into the app. Those in a folder with the name of a namespace are for its links. `{{name}}` in a file
/// becomes a text of the page, escaped.
package struct VisitorPages: Sendable {
    /// The largest file, in bytes.
    private static let limit = 1 << 20
    /// The names of the files, without `.html`.
    private static let names = ["404", "410", "403", "400", "open"]

    /// The files by their path within the folder, without `.html`.
    private let templates: [String: String]

    /// The usual pages.
    package init() { templates = [:] }

    /// Reads an operator's own files, for all links and for those of namespaces.
    ///
    /// Each that is not there is one of the usual pages; without any, the folder is a mistake.
    package init(
        in folder: String, namespaces: [String],
        reading read: (String, Int) throws(RouteDBError) -> String?
    ) throws(RouteDBError) {
        let own = namespaces.filter { !$0.hasPrefix(".") }
        var templates: [String: String] = [:]
        for place in [""] + own.map({ "\($0)/" }) {
            for name in Self.names {
                templates[place + name] = try read("\(folder)/\(place)\(name).html", Self.limit)
            }
        }
        guard !templates.isEmpty else {
            throw RouteDBError(
                .invalidValue, "The folder '\(folder)' has no page.",
                hint: "Its files are \(Self.names.map { "\($0).html" }.joined(separator: ", ")).")
        }
        self.templates = templates
    }

    /// Returns a page of a namespace as HTML, with its content security policy; an operator's own files have none.
    package func html(of page: LinkPage, in namespace: String? = nil) -> (
        html: String, policy: String?
    ) {
        let own = namespace.flatMap { templates["\($0)/\(page.name)"] }
        guard let template = own ?? templates[page.name] else {
            return (UsualLinkPage.html(of: page), UsualLinkPage.policy)
        }
        return (Self.filled(template, with: page.texts), nil)
    }

    /// Fills in the places of a template; a name that the page does not have is nothing.
    private static func filled(
        _ template: String, with texts: [(name: String, text: String)]
    ) -> String {
        let parts = template.split(separator: "{{", omittingEmptySubsequences: false)
        var html = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstRange(of: "}}") else {
                html += "{{" + part
                continue
            }
            let name = part[..<end.lowerBound].filter { $0 != " " }
            let text = texts.first { $0.name == name }?.text ?? ""
            html += ("\(text)" as Markup).html + part[end.upperBound...]
        }
        return html
    }
}
