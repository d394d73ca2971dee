/// Checks decoded hosts.
enum HostSyntax {
    /// Whether a URL can have this host; a pattern may ask for an impossible one.
    static func canBeHost(_ host: [UInt8]) -> Bool {
        isBracketedAddress(host) || !host.contains(where: \.isForbiddenInHost)
    }

    /// Whether the bytes are an IPv6 address in brackets.
    static func isBracketedAddress(_ host: [UInt8]) -> Bool {
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 else {
            return false
        }
        return IPv6Syntax.isAddress(host.span.bytes, 1..<(host.count - 1))
    }
}
