#if Server
import HTTPTypes
import NIOCore
import RouteDB
import RouteDBPages

/// The answer to a visitor who opens a link.
///
/// | outcome | answer |
/// |---|---|
/// | matched, a redirect | its status and URL |
/// | matched, gone, or a route whose time is over | 410 |
/// | matched, no redirect | the page that opens the app |
/// | denied | 403 |
/// | challenged | the redirect of the route that has the challenge's target as its name, else 403 |
/// | unmatched | the fallback target if it is a URL, 405 if routes take other methods, else 404 |
/// | invalid | 400 |
struct LinkAnswer {
    let status: Int
    /// The URL of a redirect.
    private(set) var location: String?
    /// The page for people; `nil` for an answer without a body.
    private(set) var page: LinkPage?
    /// True if the answer is the page that opens the app, which depends on the apps of the namespace.
    private(set) var opensApp = false
    /// The namespace whose pages are shown.
    private var namespace: String?
    private var allowed: [String] = []
    private var caching = "private, max-age=0"

    /// Decides about the answer to a resolved request.
    init(to resolution: Resolution) {
        switch resolution.outcome {
        case .matched: self.init(matched: resolution)
        case .unmatched: self.init(unmatched: resolution)
        case .challenged: self.init(challenged: resolution)
        case .denied: self.init(403, .refused(resolution.access.message))
        case .invalid: self.init(400, .invalid)
        }
        namespace = resolution.namespace?.name
    }

    /// The answer to a request that is none for a link.
    init(to problem: Problem) {
        self.init(Int(problem.status.code), .invalid)
    }

    private init(_ status: Int, _ page: LinkPage?) {
        self.status = status
        self.page = page
    }

    private init(to redirect: RouteRedirect, in resolution: Resolution) {
        guard let location = redirect.location else {
            self.init(410, .gone)
            return
        }
        self.init(redirect.status, nil)
        self.location = location
        // Everybody is sent to the same place for good, unless rules or variants decide who is: no cache that
        // others share may keep that.
        if [301, 308].contains(status) {
            let hasVariants = resolution.route?.redirect?.variants.isEmpty == false
            let isForAll = resolution.access.reason == .open && !hasVariants
            caching = isForAll ? "max-age=3600" : "private, max-age=3600"
        }
    }

    private init(matched resolution: Resolution) {
        guard resolution.route?.redirect != nil else {
            self.init(200, nil)
            opensApp = true
            return
        }
        guard let redirect = resolution.redirect else {
            // A value of the URL cannot stand in the redirect.
            self.init(404, .unknown)
            return
        }
        self.init(to: redirect, in: resolution)
    }

    private init(challenged resolution: Resolution) {
        let table = resolution.routingTable
        if let name = resolution.access.challengeTarget {
            let other = table.resolve(
                ResolutionRequest(named: name, namespace: resolution.namespace?.name))
            if let redirect = other.redirect, redirect.location != nil {
                self.init(to: redirect, in: other)
                return
            }
        }
        self.init(403, .refused(resolution.access.message))
    }

    private init(unmatched resolution: Resolution) {
        let (table, request) = (resolution.routingTable, resolution.request)
        if table.ended(answering: request) != nil {
            self.init(410, .gone)
            return
        }
        let methods = table.kinds(answering: request).compactMap(\.self).filter(RouteKind.isMethod)
        guard methods.isEmpty else {
            self.init(405, .unknown)
            allowed = methods.contains("GET") ? methods + ["HEAD"] : methods
            return
        }
        if let target = resolution.target, Self.isURL(target) {
            self.init(to: RouteRedirect(to: target, status: 302), in: resolution)
            return
        }
        self.init(404, .unknown)
    }

    /// Returns whether a fallback target is the URL of a page, rather than the name of a handler.
    private static func isURL(_ target: String) -> Bool {
        target.hasPrefix("https://") || target.hasPrefix("http://")
    }

    /// The answer with a page in place of its own.
    func with(_ page: LinkPage) -> LinkAnswer {
        var answer = self
        answer.page = page
        return answer
    }

    /// The answer as it is sent.
    func whole(with pages: VisitorPages, isEncrypted: Bool) -> WholeAnswer {
        let content = page.map { pages.html(of: $0, in: namespace) }
        var answer = WholeAnswer(
            status: .init(code: status), mediaType: LinkPage.mediaType,
            body: ByteBuffer(string: content?.html ?? ""))
        if content == nil { answer.fields[.contentType] = nil }
        answer.fields[.location] = location
        answer.fields[.cacheControl] = caching
        if !allowed.isEmpty { answer.fields[.allow] = allowed.joined(separator: ", ") }
        if let content {
            answer.fields[.contentSecurityPolicy] = content.policy
            answer.fields[.xContentTypeOptions] = "nosniff"
        }
        if isEncrypted { answer.fields[.strictTransportSecurity] = "max-age=31536000" }
        return answer
    }
}
#endif
