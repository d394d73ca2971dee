#if Server
import RouteDB

/// The addresses to which secrets of a login are sent.
package enum OpenIDAddress {
    /// Returns whether a URL is encrypted, or leads to this machine only: the provider is who it says it is.
    package static func isSafe(_ url: String) -> Bool {
        guard let end = url.firstRange(of: "://"), !url.utf8.contains(where: { $0 <= 0x20 }) else {
            return false
        }
        let authority = String(url[end.upperBound...].prefix { !"/?#".contains($0) })
        guard !authority.isEmpty, !authority.contains("@") else { return false }
        switch url[..<end.lowerBound].lowercased() {
        case "https": return true
        case "http": return HostRule.isLoopback(HostRule.name(of: authority))
        default: return false
        }
    }

    /// The host of a URL, by which people know the provider.
    static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return String(rest.prefix { !"/?#".contains($0) })
    }

    /// Appends fields to a URL, or makes the body of a form of them.
    static func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    }
}
#endif
