/// The decimal digits of whole numbers, as expressions.
package enum NumberExpression {
    private static let digit = ByteExpression.set(ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9")))

    /// The numbers of a range, with any number of zeros before them.
    ///
    /// - Complexity: Quadratic in the number of digits.
    package static func digits(of range: ClosedRange<UInt64>) -> ByteExpression {
        var choices: [ByteExpression] = []
        if range.lowerBound == 0 { choices.append(.text("0".utf8)) }
        if range.upperBound > 0 {
            choices.append(numbers(from: max(1, range.lowerBound), to: range.upperBound))
        }
        return .sequence([.many(.text("0".utf8)), .choice(choices)])
    }

    /// The numbers of a range above zero, without zeros before them.
    private static func numbers(from low: UInt64, to high: UInt64) -> ByteExpression {
        let (least, most) = (Array("\(low)".utf8), Array("\(high)".utf8))
        guard least.count < most.count else { return numbers(from: least[...], to: most[...]) }
        let greatest = [UInt8](repeating: UInt8(ascii: "9"), count: least.count)
        let smallest = [UInt8(ascii: "1")] + zeros(most.count - 1)
        var choices = [
            numbers(from: least[...], to: greatest[...]),
            numbers(from: smallest[...], to: most[...]),
        ]
        let spare = most.count - least.count - 1
        if spare > 0 {
            let more = (1..<spare).reduce(ByteExpression.empty) { rest, _ in
                .optional(.sequence([digit, rest]))
            }
            choices.append(.sequence([digits(between: 0x30, 0x3A), any(least.count), more]))
        }
        return .choice(choices)
    }

    /// The numbers of a range whose bounds have the same number of digits.
    private static func numbers(
        from low: ArraySlice<UInt8>, to high: ArraySlice<UInt8>
    ) -> ByteExpression {
        guard let least = low.first, let most = high.first else { return .empty }
        if low.allSatisfy({ $0 == 0x30 }), high.allSatisfy({ $0 == 0x39 }) { return any(low.count) }
        let (low, high) = (low.dropFirst(), high.dropFirst())
        if least == most { return .sequence([.text([least]), numbers(from: low, to: high)]) }
        let greatest = [UInt8](repeating: 0x39, count: low.count)
        return .choice([
            .sequence([.text([least]), numbers(from: low, to: greatest[...])]),
            .sequence([digits(between: least, most), any(low.count)]),
            .sequence([.text([most]), numbers(from: zeros(high.count)[...], to: high)]),
        ])
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0x30, count: count) }

    private static func any(_ count: Int) -> ByteExpression {
        .sequence(Array(repeating: digit, count: count))
    }

    /// The digits after one and before another one.
    private static func digits(between low: UInt8, _ high: UInt8) -> ByteExpression {
        .set(ByteSet((0x30...0x39).filter { $0 > low && $0 < high }))
    }
}
