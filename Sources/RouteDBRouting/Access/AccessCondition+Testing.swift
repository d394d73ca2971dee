extension AccessCondition {
    /// Tests a match.
    ///
    /// If a key occurs several times in the query, all of its values must give the same result,
    /// since the target may use any of them.
    func finding(
        _ resolution: Resolution, _ attributes: inout AccessAttributes,
        zones: [String: ZoneRules]
    ) -> Finding {
        let values = attributes.values(of: attribute, in: resolution)
        guard let first = values.first else { return .unknown }
        let finding = test.finding(first, zones: zones)
        let isSame = values.dropFirst().allSatisfy { test.finding($0, zones: zones) == finding }
        return isSame ? finding : .unknown
    }
}

extension AccessCondition.Test {
    fileprivate func finding(
        _ value: JSONValue, zones: [String: ZoneRules]
    ) -> AccessCondition.Finding {
        guard value != .null else { return .unknown }
        switch self {
        case .oneOf(let wanted):
            // It is not known which value of a list the target will use.
            guard value.isScalar else { return .unknown }
            return .init(wanted.contains { $0.matches(value) })
        case .range(let low, let high):
            return .init(value.number.map { $0 >= low ?? $0 && $0 <= high ?? $0 })
        case .prefix(let prefix):
            guard case .string(let text) = value else { return .unknown }
            return .init(text.utf8.starts(with: prefix.utf8))
        case .network(let ranges):
            guard case .string(let text) = value, let address = IPAddress(text) else {
                return .unknown
            }
            return .init(ranges.contains { $0.contains(address) })
        case .version(let low, let high):
            guard let version = VersionNumber(value.plainText) else { return .unknown }
            return .init(version >= low ?? version && version <= high ?? version)
        case .percent(let percent, let salt):
            let bucket = StableHash.bucket(of: value.plainText, salt: salt)
            return .init(Double(bucket) < (percent * 100).rounded())
        case .period(let start, let end):
            guard case .int(let time) = value else { return .unknown }
            return .init(time >= start ?? time && time <= end ?? time)
        case .window(let window):
            guard case .int(let time) = value, let zone = zones[window.zone] else {
                return .unknown
            }
            let seconds = time.flooringDivision(by: 1_000_000).quotient
            return .init(window.contains(seconds, offset: zone.offset(at: seconds)))
        }
    }
}

extension AccessCondition.Finding {
    /// Creates a finding from a test's result; `nil` means that the value cannot be tested.
    fileprivate init(_ answer: Bool?) {
        switch answer {
        case true?: self = .holds
        case false?: self = .fails
        case nil: self = .unknown
        }
    }
}

extension JSONValue {
    /// Whether a value of a request equals this one.
    ///
    /// A text equals the number or Boolean that it represents, since URLs contain only text.
    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string(let wanted), .string), (.string(let wanted), .int),
            (.string(let wanted), .double), (.string(let wanted), .bool):
            wanted.utf8.elementsEqual(value.plainText.utf8)
        case (.bool, .string(let text)): text.utf8.elementsEqual(plainText.utf8)
        // Doubles cannot distinguish integers beyond 2^53.
        case (.int(let wanted), .string(let text)):
            Int64(text).map { $0 == wanted } ?? (value.number == Double(wanted))
        case (.double(let wanted), .string), (.double(let wanted), .int): value.number == wanted
        case (.int(let wanted), .double(let number)): number == Double(wanted)
        default: self == value
        }
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .int, .double, .string: true
        }
    }

    /// A text as it is, anything else as JSON.
    var plainText: String {
        switch self {
        case .string(let text): text
        // Avoids the JSON writer, which would cost more than the rest of a decision.
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        default: description
        }
    }

    /// The number that the value is, or that its whole text represents.
    fileprivate var number: Double? {
        switch self {
        case .int(let value): return Double(value)
        case .double(let value): return value
        case .string(let text):
            guard text.withBytes({ ParameterType.float.accepts($0) }) else { return nil }
            return Double(text)
        default: return nil
        }
    }
}
