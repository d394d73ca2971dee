extension AccessRule {
    /// Why a text is not a valid condition of an access rule.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The mistake, as a sentence.
        public let message: String
        /// A suggestion of what to write instead.
        public let hint: String

        /// The message.
        public var description: String { message }
    }
}

// A condition as text: an attribute, the name of a test, and its value.
//
//     param.id = 5                          context.ip network 10.0.0.0/8,fd00::/8
//     param.tier in gold,silver             context.version version 2.1.0..3
//     param.id range 1..9                   principal percent 20 salt beta
//     query.ref prefix mail                 time period 2026-01-01..2026-02-01T12:00:00Z
//     context.device = "iPad, 11 inch"      time window mon-fri 09:00-17:00 Europe/Berlin
//
// Either end of a range may be omitted. A value is read as a JSON string, number or Boolean if
// possible, and otherwise as text.
extension AccessRule.Condition: CustomStringConvertible {
    /// Reads a condition.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``AccessRule/SyntaxError``.
    public init(_ text: String) throws(AccessRule.SyntaxError) {
        let words = AccessText.parts(text, between: UInt8(ascii: " "), atMost: 3)
        let attribute = try Attribute(words[0])
        self.init(
            attribute,
            try Test(
                words.count > 1 ? words[1] : "", words.count > 2 ? words[2] : "", of: attribute))
    }

    /// The condition in the syntax that ``init(_:)`` reads.
    public var description: String { "\(attribute) \(test)" }
}

extension AccessRule.Condition.Attribute: CustomStringConvertible {
    fileprivate init(_ text: String) throws(AccessRule.SyntaxError) {
        // By bytes, since a name may begin with a combining mark, which would join the point.
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count == 2 ? try AccessText.unquoted(String(parts[1]) ?? "") : nil
        switch (String(parts[0]), name) {
        case ("param", let name?) where !name.isEmpty: self = .parameter(name)
        case ("query", let name?) where !name.isEmpty: self = .query(name)
        case ("context", let name?) where !name.isEmpty: self = .context(name)
        case ("principal", nil): self = .principal
        case ("time", nil): self = .time
        default:
            throw AccessRule.SyntaxError(
                message: "'\(text)' is not an attribute.",
                hint: "Write param.NAME, query.NAME, context.NAME, principal or time.")
        }
    }

    /// The attribute as it is written.
    package var description: String {
        switch self {
        case .parameter(let name): "param.\(AccessText.quoted(name))"
        case .query(let name): "query.\(AccessText.quoted(name))"
        case .context(let name): "context.\(AccessText.quoted(name))"
        case .principal: "principal"
        case .time: "time"
        }
    }
}

extension AccessRule.Condition.Test: CustomStringConvertible {
    private static let words = [
        "=", "in", "range", "prefix", "network", "version", "percent", "period", "window",
    ]

    fileprivate init(
        _ word: String, _ rest: String, of attribute: AccessRule.Condition.Attribute
    ) throws(AccessRule.SyntaxError) {
        let isOfTime = word == "period" || word == "window"
        if Self.words.contains(word) && isOfTime != (attribute == .time) {
            throw AccessRule.SyntaxError(
                message: "'\(word)' cannot test \(attribute).",
                hint: "Use 'period' or 'window' with 'time', and other tests with other attributes."
            )
        }
        guard !rest.isEmpty else { throw Self.unknown(word) }
        switch word {
        case "=": self = .oneOf([try AccessText.value(rest)])
        case "in": self = .oneOf(try Self.values(rest))
        case "range":
            let ends = try AccessText.ends(rest) { (text) throws(AccessRule.SyntaxError) in
                if let number = ExactNumber(text) { return number }
                throw AccessRule.SyntaxError(
                    message: "'\(text)' is not a number.", hint: "Write, for example, 'range 1..9'."
                )
            }
            self = .range(ends.0, ends.1)
        case "prefix": self = .prefix(try AccessText.unquoted(rest))
        case "network": self = .network(try Self.networks(rest))
        case "version":
            let ends = try AccessText.ends(rest) { (text) throws(AccessRule.SyntaxError) in
                if let version = VersionNumber(text) { return version }
                throw AccessRule.SyntaxError(
                    message: "'\(text)' is not a version.",
                    hint: "Write one to three numbers, for example 'version 2.1.0..3'.")
            }
            self = .version(ends.0, ends.1)
        case "percent": self = try Self.percent(rest)
        case "period":
            let ends = try AccessText.ends(rest) { (text) throws(AccessRule.SyntaxError) in
                if let time = Timestamp(text) { return time }
                throw AccessRule.SyntaxError(
                    message: "'\(text)' is not a valid time.",
                    hint: "Write a date, 2026-01-31, or a time, 2026-01-31T09:30:00Z.")
            }
            self = .period(ends.0, ends.1)
        case "window": self = .window(try TimeWindow(rest))
        default: throw Self.unknown(word)
        }
    }

    private static func unknown(_ word: String) -> AccessRule.SyntaxError {
        guard !words.contains(word) else {
            return AccessRule.SyntaxError(
                message: "'\(word)' needs a value.", hint: "Write the value after it.")
        }
        return AccessRule.SyntaxError(
            message: word.isEmpty ? "The condition has no test." : "'\(word)' is not a known test.",
            hint: (word.isEmpty ? nil : NameSuggestion.didYouMean(word, among: words))
                ?? "Write one of \(words.joined(separator: " ")).")
    }

    private static func values(_ text: String) throws(AccessRule.SyntaxError) -> [JSONValue] {
        var values: [JSONValue] = []
        for part in try AccessText.list(text) { values.append(try AccessText.value(part)) }
        return values
    }

    private static func networks(_ text: String) throws(AccessRule.SyntaxError) -> [NetworkRange] {
        var ranges: [NetworkRange] = []
        for part in try AccessText.list(text) {
            guard let range = NetworkRange(part) else {
                throw AccessRule.SyntaxError(
                    message: "'\(part)' is not a network.",
                    hint:
                        "Write CIDR notation, such as 10.0.0.0/8 or fd00::/8, with zeros after the prefix."
                )
            }
            ranges.append(range)
        }
        return ranges
    }

    private static func percent(_ text: String) throws(AccessRule.SyntaxError) -> Self {
        let parts = AccessText.parts(text, between: UInt8(ascii: " "), atMost: 3)
        guard let number = Double(parts[0]), 0...100 ~= number,
            parts.count == 1 || (parts.count == 3 && parts[1] == "salt")
        else {
            throw AccessRule.SyntaxError(
                message: "'\(text)' is not a percentage.",
                hint:
                    "Write a number from 0 to 100, for example 'percent 20' or 'percent 20 salt beta'."
            )
        }
        return .percent(number, salt: parts.count == 3 ? try AccessText.unquoted(parts[2]) : "")
    }

    /// The test as it is written.
    package var description: String {
        switch self {
        case .oneOf(let values) where values.count == 1: "= \(AccessText.written(values[0]))"
        case .oneOf(let values): "in \(values.map(AccessText.written).joined(separator: ","))"
        case .range(let low, let high):
            "range \(low?.description ?? "")..\(high?.description ?? "")"
        case .prefix(let text): "prefix \(AccessText.quoted(text))"
        case .network(let ranges):
            "network \(ranges.map(\.description).joined(separator: ","))"
        case .version(let low, let high):
            "version \(low?.description ?? "")..\(high?.description ?? "")"
        case .percent(let percent, let salt):
            "percent \(ExactNumber(percent))"
                + (salt.isEmpty ? "" : " salt \(AccessText.quoted(salt))")
        case .period(let start, let end):
            "period \(start?.description ?? "")..\(end?.description ?? "")"
        case .window(let window): "window \(window)"
        }
    }
}
