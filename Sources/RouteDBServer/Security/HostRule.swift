#if Server
package import HTTPTypes
import RouteDB

/// Which hosts a request may be for.
///
/// A web page can make a browser send requests to this service under a name of the page's own, which
/// it lets point to this machine (DNS rebinding). Such a request carries that name, and is refused.
package struct HostRule: Sendable {
    private let names: Set<String>

    /// Creates a rule.
    package init(host: String?, others: [String] = []) {
        let listening = host.map { $0.contains(":") ? "[\($0)]" : $0 }
        let own = ["localhost", "127.0.0.1", "[::1]"] + [listening].compactMap(\.self)
        names = Set((own + others).map(\.asciiLowercased))
    }

    /// Checks the host of a request; the port does not matter.
    package func check(_ head: HTTPRequest) throws(Problem) {
        let authority = try Self.authority(of: head)
        guard allows(authority) else {
            throw Problem(
                .misdirectedRequest, "hostNotAllowed",
                "The service does not answer for the host \(authority.excerpt).",
                hint: "Start it with '--host NAME' to be called by another name.")
        }
    }

    /// Returns the one host that a request is for, with its port if it has one (RFC 9112, section 3.2).
    package static func authority(of head: HTTPRequest) throws(Problem) -> String {
        guard let authority = head.authority, !authority.isEmpty else {
            throw Problem(
                .badRequest, "invalidRequest", "The request has no 'Host'.",
                hint: "Send the name of the service's host.")
        }
        // The first field is the authority, and stands among the fields no more.
        guard !head.headerFields.contains(.host) else {
            throw Problem(
                .badRequest, "invalidRequest", "The request has more than one 'Host'.",
                hint: "Send the name of the service's host once.")
        }
        return authority
    }

    /// Returns whether a host, with or without a port, is one of the service's.
    package func allows(_ authority: String) -> Bool {
        names.contains(Self.name(of: authority).asciiLowercased)
    }

    /// Returns whether a host, without a port, is this machine only.
    package static func isLoopback(_ name: String) -> Bool {
        name == "localhost" || IPAddress(name)?.isLoopback == true
    }

    /// The host without its port.
    package static func name(of authority: String) -> String {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            authority[authority.utf8.index(after: colon)...].utf8.allSatisfy(\.isASCIIDigit)
        else { return authority }
        return String(authority[..<colon])
    }
}

extension HTTPField.Name {
    /// A further `Host`, beside the one that is the authority of a request.
    static let host = Self.checked("Host")
}
#endif
