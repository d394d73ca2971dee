/// Where a request ends after all its redirects, as a browser follows them.
package struct RedirectDestination: Sendable {
    /// How the redirects end.
    package enum End: Sendable {
        /// The registry's answer to the last URL, which is no redirect; no route need match.
        case answered(Resolution)
        /// A URL of another scheme or host that no route bound to hosts or schemes takes.
        case elsewhere
        /// The resource at the last URL is gone.
        case gone
        /// The last URL was there before, or there were too many.
        case loop
    }

    /// How the redirects end.
    package let end: End
    /// The last URL.
    package let url: String
    /// The resolutions that redirect to a URL, in order; empty if the first one is gone.
    package let redirects: [Resolution]

    /// The end as a word: the outcome of the answer, or `elsewhere`, `gone` or `loop`.
    package var word: String {
        switch end {
        case .answered(let resolution): resolution.outcome.rawValue
        case .elsewhere: "elsewhere"
        case .gone: "gone"
        case .loop: "loop"
        }
    }
}

extension Resolution {
    /// Where the redirects lead that begin with this one, in the table that made this resolution; `nil`
    /// if it is no redirect, or if access is refused.
    ///
    /// The requests for the URLs are this one's in all else: principal, context, kind and time.
    ///
    /// - Complexity: That of resolving each URL on the way; constant if the route is no redirect.
    package var destination: RedirectDestination? { destination(byVariant: variantNumber) }

    /// Where the redirects lead that begin with a variant of this one, from 1, or with none of them.
    package func destination(byVariant number: Int?) -> RedirectDestination? {
        guard hasRedirect, var redirect = redirect(byVariant: number) else { return nil }
        var (trail, resolution, redirects) = (RedirectTrail(request), self, [Resolution]())
        while true {
            guard let location = redirect.location else {
                return RedirectDestination(
                    end: .gone, url: resolution.request.url, redirects: redirects)
            }
            redirects.append(resolution)
            let isNew = trail.follow(location)
            let url = trail.request.url
            guard isNew else {
                return RedirectDestination(end: .loop, url: url, redirects: redirects)
            }
            resolution = table.resolve(trail.request)
            guard trail.isOwn(resolution) else {
                return RedirectDestination(end: .elsewhere, url: url, redirects: redirects)
            }
            guard let next = resolution.redirect else {
                return RedirectDestination(
                    end: .answered(resolution), url: url, redirects: redirects)
            }
            redirect = next
        }
    }

    /// True if ``route`` is a redirect; the route is not copied.
    private var hasRedirect: Bool {
        guard outcome == .matched else { return false }
        return namedRoute.map { $0.redirect != nil }
            ?? table.lendRoute(of: match) { $0.redirect != nil }
    }
}
