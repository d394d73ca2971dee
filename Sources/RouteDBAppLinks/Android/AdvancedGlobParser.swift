/// Parses the advanced globs of Android: `pathAdvancedPattern` and its like.
struct AdvancedGlobParser {
    /// How much of a pattern Android stores.
    private static let storage = 2_048

    private let units: [UInt16]
    private var index = 0
    private var tokens: [AndroidMatcher.AdvancedToken] = []
    private var hasModifier = true
    private var stored = 0

    static func parse(
        _ units: [UInt16]
    ) throws(AndroidPatternError) -> [AndroidMatcher.AdvancedToken] {
        var parser = AdvancedGlobParser(units: units)
        return try parser.parse()
    }

    private init(units: [UInt16]) { self.units = units }

    private mutating func parse() throws(AndroidPatternError) -> [AndroidMatcher.AdvancedToken] {
        while index < units.count {
            guard stored <= Self.storage - 3 else { throw error("The pattern is too long.") }
            let unit = units[index]
            index += 1
            switch Self.scalar(unit) {
            case "[": try readSet()
            case "*": try modify(0...Int(Int32.max), cost: 1)
            case "+": try modify(1...Int(Int32.max), cost: 1)
            case "{": try modify(try readRange(), cost: 4)
            case "}": break
            case ".": add(.init(ranges: nil), cost: 1)
            case "\\":
                guard index < units.count else { throw error("A '\\' ends the pattern.") }
                add(.init(ranges: [units[index]...units[index]]), cost: 1)
                index += 1
            default: add(.init(ranges: [unit...unit]), cost: 1)
            }
        }
        return tokens
    }

    private static func scalar(_ unit: UInt16) -> Character {
        Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}"
    }

    private func error(_ message: String) -> AndroidPatternError {
        AndroidPatternError(message: message)
    }

    private mutating func add(_ token: AndroidMatcher.AdvancedToken, cost: Int) {
        tokens.append(token)
        hasModifier = false
        stored += cost
    }

    private mutating func modify(
        _ counts: ClosedRange<Int>, cost: Int
    ) throws(AndroidPatternError) {
        guard !hasModifier, !tokens.isEmpty else {
            throw error("A '*', '+' or '{' must follow a character or a set.")
        }
        tokens[tokens.count - 1].counts = counts
        hasModifier = true
        stored += cost
    }

    /// Reads a set after its `[`.
    private mutating func readSet() throws(AndroidPatternError) {
        var token = AndroidMatcher.AdvancedToken(ranges: [])
        var ranges: [ClosedRange<UInt16>] = []
        if index < units.count, units[index] == UInt16(UInt8(ascii: "^")) {
            token.isInverse = true
            index += 1
        }
        while index < units.count, units[index] != UInt16(UInt8(ascii: "]")) {
            let low = try readSetUnit()
            var high = low
            if index + 1 < units.count, units[index] == UInt16(UInt8(ascii: "-")),
                units[index + 1] != UInt16(UInt8(ascii: "]"))
            {
                index += 1
                high = try readSetUnit()
            }
            // A range that ends before it begins contains nothing.
            if low <= high { ranges.append(low...high) }
            stored += 2
        }
        guard index < units.count else { throw error("A set has no ']'.") }
        guard stored > 0, !ranges.isEmpty else { throw error("A set has no characters.") }
        index += 1
        token.ranges = ranges
        add(token, cost: 2)
    }

    private mutating func readSetUnit() throws(AndroidPatternError) -> UInt16 {
        if units[index] == UInt16(UInt8(ascii: "\\")) {
            index += 1
            guard index < units.count else { throw error("A '\\' ends the pattern.") }
        }
        index += 1
        return units[index - 1]
    }

    /// Reads `1}`, `1,}` or `1,3}`.
    private mutating func readRange() throws(AndroidPatternError) -> ClosedRange<Int> {
        guard let end = units[index...].firstIndex(of: UInt16(UInt8(ascii: "}"))) else {
            throw error("A '{' has no '}'.")
        }
        let text = String(decoding: units[index..<end], as: UTF16.self)
        index = end + 1
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let low = Int32(parts[0]), low >= 0 else { throw error("'{\(text)}' is no range.") }
        guard parts.count == 2 else { return Int(low)...Int(low) }
        if parts[1].isEmpty { return Int(low)...Int(Int32.max) }
        guard let high = Int32(parts[1]), high >= low else {
            throw error("'{\(text)}' is no range.")
        }
        return Int(low)...Int(high)
    }
}
