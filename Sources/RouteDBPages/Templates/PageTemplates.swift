#if Server
import Mustache

/// The templates that are compiled into the module.
///
/// A text in two braces is escaped by ``PageText``; only ``Markup`` may stand in three.
package enum PageTemplates {
    /// The text of each template, by name.
    static let sources: [String: [UInt8]] = [
        "page": PackageResources.page_mustache, "report": PackageResources.report_mustache,
    ]

    private static let library: MustacheLibrary = {
        MustacheContentTypes.register(PageContent(), named: PageContent.name)
        var library = MustacheLibrary()
        for (name, bytes) in sources {
            do {
                try library.register(text(bytes), named: name)
            } catch {
                // The templates are compiled in, and a test renders each of them.
                preconditionFailure("the template '\(name)' cannot be parsed: \(error)")
            }
        }
        return library
    }()

    /// The text of a template, which selects our way to escape texts.
    static func text(_ bytes: [UInt8]) -> String {
        "{{% CONTENT_TYPE: \(PageContent.name)}}" + String(decoding: bytes, as: UTF8.self)
    }

    /// Renders a page.
    ///
    /// - Parameters:
    ///   - page: The values, as properties that are named as in the template.
    ///   - name: The name of the template.
    /// - Returns: The HTML.
    package static func render(_ page: Any, with name: String) -> String {
        guard let html = library.render(page, withTemplate: name) else {
            preconditionFailure("there is no template '\(name)'")
        }
        return html
    }
}
#endif
