#if Server
package import RouteDB

/// The address of the service whose registry is followed.
package struct SourceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without a slash at its end, such as `https://routes.example.com`.
    package let description: String
    /// True if what is sent is encrypted.
    package let isEncrypted: Bool
    /// True if the service is on this machine.
    package let isLoopback: Bool

    /// Reads `https://HOST[:PORT][/PATH]`, or the same with `http`.
    package init(_ text: String) throws(RouteDBError) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
            throw Self.failure(text, "it does not begin with 'https://' or 'http://'")
        }
        var rest = text.dropFirst(scheme.count)
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        let host = rest.prefix { $0 != "/" }
        guard !host.isEmpty, !host.hasPrefix(":") else {
            throw Self.failure(text, "it has no host")
        }
        guard !host.contains("@") else {
            throw Self.failure("…", "a password in it would be stored; give a token instead")
        }
        let marks = "?#\\\"<>^`{|}".utf8
        let isPlain = rest.utf8.allSatisfy { 0x21...0x7E ~= $0 && !marks.contains($0) }
        guard isPlain else {
            throw Self.failure(text, "it has a character other than those of a host and a path")
        }
        if let colon = Self.portMark(in: host) {
            guard let port = Int(host[host.index(after: colon)...]), 1...65_535 ~= port else {
                throw Self.failure(text, "its port is not a number from 1 to 65535")
            }
        }
        description = scheme + rest
        isEncrypted = scheme == "https://"
        isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains { name in
            host == name || host.hasPrefix("\(name):")
        }
    }

    /// Where the port begins; not in the brackets of an IPv6 address.
    private static func portMark(in host: Substring) -> Substring.Index? {
        guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return nil }
        return colon
    }

    private static func failure(_ text: String, _ what: String) -> RouteDBError {
        RouteDBError(
            .invalidValue, "'\(text)' is not the address of a service: \(what).",
            hint: "Give one such as https://routes.example.com, or http://127.0.0.1:7878.")
    }
}
#endif
