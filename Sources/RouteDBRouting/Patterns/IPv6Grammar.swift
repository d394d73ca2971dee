/// The written form of an IPv6 address, without brackets and zone (RFC 4291, section 2.2).
enum IPv6Grammar {
    static func accepts(_ text: ArraySlice<UInt8>) -> Bool {
        var groups = 0
        var compressed = false
        var rest = text
        if rest.starts(with: "::".utf8) {
            compressed = true
            rest = rest.dropFirst(2)
        }
        while !rest.isEmpty {
            let run = rest.prefix { PatternByte.hexValue($0) != nil }
            let after = rest.dropFirst(run.count)
            if after.first == UInt8(ascii: ".") {
                guard isIPv4(rest) else { return false }
                groups += 2
                break
            }
            guard !run.isEmpty, run.count <= 4 else { return false }
            groups += 1
            guard !after.isEmpty else { break }
            guard after.first == UInt8(ascii: ":") else { return false }
            rest = after.dropFirst()
            if rest.first == UInt8(ascii: ":") {
                guard !compressed else { return false }
                compressed = true
                rest = rest.dropFirst()
            } else if rest.isEmpty {
                return false
            }
        }
        return compressed ? groups < 8 : groups == 8
    }

    private static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count) else { return false }
                guard part.count == 1 || part.first != UInt8(ascii: "0") else { return false }
                var value = 0
                for byte in part {
                    guard PatternByte.isDigit(byte) else { return false }
                    value = value * 10 + Int(byte - 0x30)
                }
                return value <= 255
            }
    }
}
