import RouteDB

/// A page for people who open a link that is not answered with a redirect.
package enum LinkPage: Sendable {
    /// The URL leads nowhere.
    case unknown
    /// The URL led somewhere once.
    case gone
    /// The request is no valid one for a link.
    case invalid
    /// Access rules refuse the request, perhaps with a message.
    case refused(String?)
    /// Only an app answers the route.
    case open(OpenPage)

    /// The media type of pages.
    package static let mediaType = "text/html; charset=utf-8"

    /// The name of the page among an operator's own files.
    var name: String {
        switch self {
        case .unknown: "404"
        case .gone: "410"
        case .invalid: "400"
        case .refused: "403"
        case .open: "open"
        }
    }

    /// The texts that stand in the page, by name.
    var texts: [(name: String, text: String)] {
        switch self {
        case .unknown: []
        case .gone: []
        case .invalid: []
        case .refused(let message): [("message", message ?? "")]
        case .open(let page): page.texts
        }
    }
}
