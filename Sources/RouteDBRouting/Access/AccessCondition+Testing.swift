extension AccessCondition {
    /// Tests a match.
    ///
    /// Of a key that the query has several times, every value must say the same: nobody knows which
    /// one the target will look at.
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
        case .oneOf(let wanted): return .init(wanted.contains { $0.says(value) })
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
    /// What a yes or no is; `nil`: the value can not be tested.
    fileprivate init(_ answer: Bool?) {
        switch answer {
        case true?: self = .holds
        case false?: self = .fails
        case nil: self = .unknown
        }
    }
}

extension JSONValue {
    /// Whether a value of a request is this one; a text is also the number or truth value that it
    /// says, since texts are all that URLs have.
    fileprivate func says(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string(let wanted), .string(let text)): wanted.utf8.elementsEqual(text.utf8)
        case (.string(let wanted), .int), (.string(let wanted), .double),
            (.string(let wanted), .bool):
            wanted.utf8.elementsEqual(value.description.utf8)
        case (.bool(let flag), .string(let text)):
            text.utf8.elementsEqual((flag ? "true" : "false").utf8)
        // Whole numbers beyond 2^53 are not told apart as doubles.
        case (.int(let wanted), .string(let text)):
            Int64(text).map { $0 == wanted } ?? (value.number == Double(wanted))
        case (.double(let wanted), .string), (.double(let wanted), .int): value.number == wanted
        case (.int(let wanted), .double(let number)): number == Double(wanted)
        default: self == value
        }
    }

    /// A text as it is, anything else as JSON.
    var plainText: String {
        switch self {
        case .string(let text): text
        // Without the writer of JSON, which costs more than all else of a decision.
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        default: description
        }
    }

    /// The number that the value is, or that its text says in full.
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
