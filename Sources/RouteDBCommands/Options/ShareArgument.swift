import ArgumentParser
import RouteDB

/// A part of a whole, as the command line gives it: `0.1%`, or a number.
enum ShareArgument: Hashable, Sendable {
    /// A part from 0 to 1.
    case share(Double)
    /// A number of things.
    case count(Int64)

    /// Reads a share, or a number of things.
    static func limit(_ text: String) throws -> ShareArgument {
        if let share = percent(text) { return .share(share) }
        if let count = Int64(text), count >= 0 { return .count(count) }
        throw ValidationError(
            "'\(text)' is neither a share, such as '0.1%', nor a number, such as '100'.")
    }

    /// Reads a part of 1 that is more than nothing, as `0.1` or `10%`.
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
