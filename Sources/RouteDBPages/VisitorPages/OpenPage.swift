package import RouteDB

/// The content of the page of a route that only an app answers: what it is about, and the ways on.
///
/// Values of the route, its group or its namespace describe it: `title`, `description`, `image` (the URL of a
/// picture) and `web` (the URL of a page for those without the app).
package struct OpenPage: Hashable, Sendable {
    /// A way on.
    package struct Choice: Hashable, Sendable {
        /// The name: `app`, `store` or `web`.
        let name: String
        package let label: String
        package let url: String
    }

    /// The texts of the page, by name: also `app`, `store` and `web`, the URLs of the ways on.
    var texts: [(name: String, text: String)] {
        [
            ("title", title), ("description", description ?? ""), ("image", image ?? ""),
            ("url", url),
        ]
            + choices.map { ($0.name, $0.url) }
    }

    /// The title: that of the route, else the name of the app, else that of the namespace.
    package let title: String
    package let description: String?
    /// The URL of a picture.
    package let image: String?
    /// The ways on, the app first.
    package let choices: [Choice]
    private let url: String

    /// Describes a resolution and the apps that open its route.
    package init(_ resolution: Resolution, apps: [LinkedApp]) {
        let values = resolution.defaults
        func text(_ name: String) -> String? {
            if case .string(let text)? = values[name], !text.isEmpty { text } else { nil }
        }
        func link(_ name: String) -> String? {
            text(name).flatMap { $0.lowercased().hasPrefix("https://") ? $0 : nil }
        }
        url = resolution.request.url
        let platform = resolution.request.context["platform"].flatMap { value in
            if case .string(let text) = value { text } else { nil }
        }
        let own = apps.filter { app in
            switch platform {
            case "ios", "ipados", "macos": app.platform == .ios
            case "android": app.platform == .android
            default: false
            }
        }
        let name = (own.first ?? apps.first)?.name
        title = text("title") ?? name ?? resolution.namespace?.name ?? ""
        description = text("description")
        image = link("image")
        let way = AppWay(url, into: own.first, schemes: resolution.namespace?.schemes ?? [])
        let place = name ?? "the app"
        choices = [
            way.opening.map { Choice(name: "app", label: "Open in \(place)", url: $0) },
            way.store.map { Choice(name: "store", label: "Get \(place)", url: $0) },
            link("web").map { Choice(name: "web", label: "Continue in the browser", url: $0) },
        ].compactMap(\.self)
    }

    /// The properties of a preview (https://ogp.me), by which chats show a link.
    var preview: [(property: String, text: String)] {
        let properties = [
            ("og:title", title), ("og:type", "website"), ("og:url", url),
            ("og:description", description), ("og:image", image),
        ]
        return properties.compactMap { property, text in text.map { (property, $0) } }
    }
}

/// How a link gets into an app, and the app onto a device.
private struct AppWay {
    /// The URL that opens the app.
    var opening: String?
    /// The URL of the app in its store.
    var store: String?

    /// Finds the ways of a link into an app of the visitor's platform; there are none without an app.
    init(_ url: String, into app: LinkedApp?, schemes: [String]) {
        guard let app else { return }
        let rest =
            url.split(separator: "://", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        switch app.platform {
        case .android:
            let package = app.identifier
            opening = "intent://\(rest)#Intent;scheme=https;package=\(package);end"
            store =
                "https://play.google.com/store/apps/details?id=\(package)&referrer=\(url.percentEncoded)"
        case .ios:
            store = app.store.map { "https://apps.apple.com/app/id\($0)" }
            // A link to the host of the page that shows it stays in the browser: only another scheme opens the
            // app.
            let own = schemes.first { !["http", "https"].contains($0.lowercased()) }
            opening = own.map { scheme in
                let path = rest.drop { $0 != "/" }.drop { $0 == "/" }
                return "\(scheme)://\(path)"
            }
        }
    }
}
