/// Numbers as text for people.
package enum NumberText {
    /// Formats a number with thousands separators.
    package static func grouped(_ number: Int64) -> String {
        var digits = Array(String(number.magnitude).utf8)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(UInt8(ascii: ","), at: place)
        }
        return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    /// Formats a number of things with their noun, whose plural ends in `s` unless it is given: `1 route`,
    /// `2,500 routes`.
    package static func counted(
        _ number: some BinaryInteger, _ noun: String, _ plural: String? = nil
    ) -> String {
        let text = grouped(Int64(clamping: number))
        return number == 1 ? "\(text) \(noun)" : "\(text) \(plural ?? noun + "s")"
    }

    /// Formats a number of hits: `1 hit`, `2,500 hits`.
    package static func hits(_ number: Int64) -> String { counted(number, "hit") }

    /// Formats a share in percent with two decimals; a share that is neither 0 nor 1 never looks
    /// like it.
    package static func share(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        if hundredths == 0 && share > 0 { return "<0.01%" }
        if hundredths == 10_000 && share < 1 { return ">99.99%" }
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
    }

    /// Formats a share in percent with one decimal, such as `12.3%`.
    package static func percent(_ share: Double) -> String {
        let tenths = (share * 1_000).rounded()
        // A share is at most 1, but a relative change may be huge.
        guard tenths.magnitude < 1e15 else { return ">" }
        let whole = Int64(tenths)
        return "\(whole < 0 ? "-" : "")\(whole.magnitude / 10).\(whole.magnitude % 10)%"
    }
}
