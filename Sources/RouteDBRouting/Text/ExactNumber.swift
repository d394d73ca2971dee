/// A number of a condition or of a request, compared exactly.
///
/// An integer has 64 bits, of which a `Double` holds 53: as doubles, two different ids may be equal.
package enum ExactNumber: Hashable, Sendable {
    case int(Int64)
    /// A number that is no integer of 64 bits.
    case double(Double)

    package init(_ number: Double) {
        self = Int64(exactly: number).map(Self.int) ?? .double(number)
    }

    /// The nearest `Double`.
    package var nearest: Double {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        }
    }

    /// The finite number that a text is, or `nil`.
    package init?(_ text: String) {
        if let number = Int64(text) {
            self = .int(number)
        } else if let number = Double(text), number.isFinite {
            self.init(number)
        } else {
            return nil
        }
    }
}

extension ExactNumber: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.int(let left), .double(let right)): isLess(left, than: right)
        case (.double(let left), .int(let right)): !left.isNaN && !isLess(right, than: left)
        }
    }

    /// Compares with a number that is no integer of 64 bits.
    private static func isLess(_ left: Int64, than right: Double) -> Bool {
        guard let floor = Int64(exactly: right.rounded(.down)) else { return right > 0 }
        return left <= floor
    }
}

extension ExactNumber: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .int(value) }
}

extension ExactNumber: CustomStringConvertible {
    /// The number, without a fraction of zero.
    package var description: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): String(number)
        }
    }
}
