#if Server
package import HTTPTypes
import RouteDB

/// Which sites may make a browser send requests that change something.
///
/// A page of another site can make a browser post to this service with the session's cookie (cross-site
/// request forgery). Browsers tell where a request comes from, and pages cannot forge that.
package struct OriginRule: Sendable {
    private let hosts: HostRule

    package init(hosts: HostRule) { self.hosts = hosts }

    /// Checks a request that is not only for reading.
    package func check(_ head: HTTPRequest, by caller: Caller) throws(Problem) {
        guard ![.get, .head, .options].contains(head.method) else { return }
        let (site, origin) = (head.headerFields[.fetchSite], head.headerFields[.origin])
        if let site, site != "same-origin", site != "none" { throw Self.refusal }
        if let origin, !isOwn(origin, for: head.authority) { throw Self.refusal }
        if caller.isProvedByBrowser, site == nil, origin == nil { throw Self.refusal }
    }

    /// Returns whether an origin is the address of the service itself: the same host and port.
    private func isOwn(_ origin: String, for authority: String?) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            let host = String(origin.dropFirst(scheme.count))
            return hosts.allows(host) && host.asciiLowercased == authority?.asciiLowercased
        }
        return false
    }

    private static let refusal = Problem(
        .forbidden, "originNotAllowed", "The request comes from another site.",
        hint: "Send it from the service's own pages, or with a token and without 'Origin'.")
}

extension HTTPField.Name {
    /// Where a browser's request comes from, in relation to where it goes.
    static let fetchSite = Self.checked("Sec-Fetch-Site")
}
#endif
