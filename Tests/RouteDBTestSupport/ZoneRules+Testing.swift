package import RouteDBRouting

extension ZoneRules {
    /// Returns a zone at UTC whose clocks are put forward by an hour at one time and back at
    /// another.
    package static func changing(at first: Int32, backAt second: Int32) -> ZoneRules? {
        func big(_ number: Int32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        // A file of version 1 (RFC 9636, section 3).
        var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        for count in [0, 0, 0, 2, 2, 4] as [Int32] { bytes += big(count) }
        bytes += big(first) + big(second) + [1, 0]
        bytes += big(0) + [0, 0] + big(3_600) + [1, 0]
        return ZoneRules(tzif: bytes + [65, 66, 67, 0])
    }
}
