import ArgumentParser
import RouteDB

/// A share or a count in an argument, such as `0.1%` or `20`.
enum ShareArgument: Hashable, Sendable {
    /// A share from 0 to 1.
    case share(Double)
    /// A count.
    case count(Int64)

    /// Parses a share with a percent sign, or a count.
    static func limit(_ text: String) throws -> ShareArgument {
        if let share = percent(text) { return .share(share) }
        if let count = Int64(text), count >= 0 { return .count(count) }
        throw ValidationError(
            "'\(text)' is neither a share, such as '0.1%', nor a number, such as '100'.")
    }

    /// Parses a share above 0, such as `0.1` or `10%`.
    static func part(_ text: String) throws -> Double {
        if let part = percent(text) ?? Double(text), part > 0, part <= 1 { return part }
        throw ValidationError("'\(text)' is not a valid share; examples are '10%' and '0.1'.")
    }

    private static func percent(_ text: String) -> Double? {
        guard text.utf8.last == UInt8(ascii: "%"), let number = Double(text.dropLast()),
            (0...100).contains(number)
        else { return nil }
        return number / 100
    }
}
