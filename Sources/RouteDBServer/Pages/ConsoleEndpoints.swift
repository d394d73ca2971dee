#if Server
import HTTPTypes
import Hummingbird
import RouteDBPages

/// The pages of the console, and the files that they use.
enum ConsoleEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        let context = ConsoleContext(state: state)
        return assets + LoginPages(context: context).endpoints
            + OpenIDPages(context: context).endpoints
            + BrowsePages(context: context).endpoints
            + LintAndTestPages(context: context).endpoints
            + TestPages(context: context).endpoints
            + EditingPages(context: context).endpoints + RulePages(context: context).endpoints
            + LinkPages(context: context).endpoints
            + BulkEditPages(context: context).endpoints + AppLinkPages(context: context).endpoints
            + ReplayPages(context: context).endpoints + ImportPages(context: context).endpoints
            + RevertPages(context: context).endpoints
    }

    /// The files: the same for everybody, and no secret.
    private static var assets: [Endpoint] {
        [
            asset("pageStyle", "pages.css", "text/css; charset=utf-8", PageAssets.style),
            asset("pageScript", "console.js", "text/javascript; charset=utf-8", PageAssets.script),
            asset("pageIcon", "icon.svg", "image/svg+xml", PageAssets.icon),
        ]
    }

    private static func asset(
        _ name: String, _ file: String, _ type: String, _ text: String
    ) -> Endpoint {
        Endpoint(
            name, .get, "/assets/\(file)", "A file of the console.", access: .open,
            answers: [.text(type, "The file.")]
        ) { _ in .text(text, mediaType: type) }
    }
}
#endif
