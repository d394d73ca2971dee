#if Server
import HTTPTypes

/// The cookie of a session.
///
/// Links from elsewhere, such as a chat, open pages with it (`SameSite=Lax`); changes that another site makes a
/// browser send come without it, and are refused by their origin too.
enum SessionCookie {
    private static let attributes = "Path=/; HttpOnly; SameSite=Lax"

    /// Sets the cookie; until the browser is closed, or for so many seconds.
    static func start(_ value: String, for seconds: Int64? = nil, isEncrypted: Bool) -> HTTPField {
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        return HTTPField(
            name: .setCookie,
            value:
                "\(Authenticator.cookieName)=\(value); \(attributes)\(age)\(isEncrypted ? "; Secure" : "")"
        )
    }

    /// Removes the cookie.
    static let end = HTTPField(
        name: .setCookie, value: "\(Authenticator.cookieName)=; \(attributes); Max-Age=0")
}

/// The page that a browser asked for without a session, in a cookie of its own: once logged in, it gets there.
enum ReturnAddress {
    private static let name = "routedb_next"
    private static let attributes = "Path=/login; HttpOnly; SameSite=Lax"
    private static let longest = 2_048

    /// Keeps the path and query of a page for an hour; `nil` for a target that is none, or too long.
    static func kept(_ target: String) -> HTTPField? {
        guard isOwn(target), target.utf8.count <= longest else { return nil }
        return HTTPField(name: .setCookie, value: "\(name)=\(target); \(attributes); Max-Age=3600")
    }

    /// Forgets the page.
    static let forgotten = HTTPField(name: .setCookie, value: "\(name)=; \(attributes); Max-Age=0")

    /// Returns the page that was kept.
    static func path(in fields: HTTPFields) -> String? {
        Authenticator.cookie(name, in: fields).flatMap { isOwn($0) ? $0 : nil }
    }

    /// Returns whether a target is a path of this service, and no address of another host.
    private static func isOwn(_ target: String) -> Bool {
        target.utf8.first == UInt8(ascii: "/")
            && !target.utf8.dropFirst().starts(with: "/".utf8)
            && target.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"\\;,".utf8.contains($0) }
    }
}
#endif
