/// An IP address (RFC 791, RFC 4291): 4 or 16 bytes.
package struct IPAddress: Hashable, Sendable {
    package let bytes: [UInt8]
    /// True if the address was written as an IPv4-mapped IPv6 address.
    let isMapped: Bool

    /// Reads an address in its usual text form; an IPv4-mapped IPv6 address such as
    /// `::ffff:10.0.0.1` becomes the IPv4 address.
    package init?(_ text: String) {
        guard let bytes = Self.v4(Array(text.utf8)[...]) ?? Self.v6(text) else { return nil }
        isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 }
            && bytes[10] == 0xFF && bytes[11] == 0xFF
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// True if the address is one of this machine's own, `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    private static func v4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard 1...3 ~= part.count, part.allSatisfy(\.isASCIIDigit),
                part.count == 1 || part.first != UInt8(ascii: "0"),
                let byte = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func v6(_ text: String) -> [UInt8]? {
        guard text.withBytes({ IPv6Syntax.isAddress($0, 0..<$0.byteCount) }) else { return nil }
        // The syntax is valid; now find the groups before and after the gap.
        var halves: [[UInt8]] = [[]]
        let colon = UInt8(ascii: ":")
        let parts = Array(text.utf8).split(separator: colon, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part.isEmpty {
                // `::1` also has an empty part before the gap, and `1::` one after it.
                if index > 0 && halves.count == 1 { halves.append([]) }
                continue
            }
            if let bytes = v4(part) {
                halves[halves.count - 1] += bytes
            } else if let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16) {
                halves[halves.count - 1] += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        guard halves.count == 2 else { return halves[0].count == 16 ? halves[0] : nil }
        let gap = 16 - halves[0].count - halves[1].count
        return gap < 0 ? nil : halves[0] + [UInt8](repeating: 0, count: gap) + halves[1]
    }
}

/// A range of IP addresses in CIDR notation (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`.
package struct NetworkRange: Hashable, Sendable, CustomStringConvertible {
    /// The text as it was written.
    package let description: String
    private let bytes: [UInt8]
    private let prefix: Int

    /// Reads a range; a single address is a range of one.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let bits = address.bytes.count * 8
        var prefix = bits
        if parts.count == 2 {
            // The written prefix length counts the 96 bits before the IPv4 address.
            let ahead = address.isMapped ? 96 : 0
            guard let number = Int(parts[1]), ahead...ahead + bits ~= number,
                parts[1].utf8.allSatisfy(\.isASCIIDigit)
            else { return nil }
            prefix = number - ahead
        }
        description = text
        bytes = address.bytes
        self.prefix = prefix
        for bit in prefix..<bits {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            if bytes[bit / 8] & mask != 0 { return nil }
        }
    }

    /// Returns whether an address is in the range; one of the other family never is.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        let whole = prefix / 8
        guard address.bytes[..<whole] == bytes[..<whole] else { return false }
        let rest = prefix % 8
        return rest == 0 || (address.bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0
    }
}
