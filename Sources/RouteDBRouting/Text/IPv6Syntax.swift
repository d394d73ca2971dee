/// The text form of IPv6 addresses (RFC 4291, section 2.2), without a zone.
enum IPv6Syntax {
    /// Returns whether a range, without its brackets, is an address.
    static func isAddress(_ text: RawSpan, _ range: Range<Int>) -> Bool {
        var groups = 0
        var hasGap = false
        var offset = range.lowerBound
        if startsWithGap(text, offset, range.upperBound) {
            hasGap = true
            offset += 2
        }
        while offset < range.upperBound {
            if isIPv4Address(text, offset..<range.upperBound) {
                groups += 2
                break
            }
            let start = offset
            while offset < range.upperBound, text.byte(at: offset).hexadecimalValue != nil {
                offset += 1
            }
            guard 1...4 ~= offset - start else { return false }
            groups += 1
            if offset == range.upperBound { break }
            guard text.byte(at: offset) == UInt8(ascii: ":") else { return false }
            if startsWithGap(text, offset, range.upperBound) {
                guard !hasGap else { return false }
                hasGap = true
                offset += 2
            } else {
                offset += 1
                if offset == range.upperBound { return false }
            }
        }
        return hasGap ? groups <= 7 : groups == 8
    }

    private static func startsWithGap(_ text: RawSpan, _ offset: Int, _ end: Int) -> Bool {
        offset + 1 < end && text.byte(at: offset) == UInt8(ascii: ":")
            && text.byte(at: offset + 1) == UInt8(ascii: ":")
    }

    private static func isIPv4Address(_ text: RawSpan, _ range: Range<Int>) -> Bool {
        var parts = 0
        var offset = range.lowerBound
        while true {
            let start = offset
            var value = 0
            while offset < range.upperBound, offset - start < 3,
                text.byte(at: offset).isASCIIDigit
            {
                value = value * 10 + Int(text.byte(at: offset) - UInt8(ascii: "0"))
                offset += 1
            }
            let hasLeadingZero = offset - start > 1 && text.byte(at: start) == UInt8(ascii: "0")
            guard offset > start, value <= 255, !hasLeadingZero else { return false }
            parts += 1
            if offset == range.upperBound { return parts == 4 }
            guard parts < 4, text.byte(at: offset) == UInt8(ascii: ".") else { return false }
            offset += 1
        }
    }
}

/// Checks decoded hosts.
package enum HostSyntax {
    /// Returns whether a URL can have this host; a pattern may ask for an impossible one.
    package static func canBeHost(_ host: [UInt8]) -> Bool {
        isBracketedAddress(host) || !host.contains(where: \.isForbiddenInHost)
    }

    /// Returns whether a host ends with a dot that does not count: `example.com.` is `example.com`.
    static func hasFinalDot(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        guard host.last == dot, let before = host.dropLast().last else { return false }
        return before != dot
    }

    /// A host without a dot at its end.
    package static func withoutFinalDot(_ host: String) -> String {
        hasFinalDot(host.utf8) ? String(Substring(host.utf8.dropLast())) : host
    }

    /// Returns whether the bytes are an IPv6 address in brackets.
    static func isBracketedAddress(_ host: [UInt8]) -> Bool {
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 else {
            return false
        }
        return IPv6Syntax.isAddress(host.span.bytes, 1..<(host.count - 1))
    }
}
