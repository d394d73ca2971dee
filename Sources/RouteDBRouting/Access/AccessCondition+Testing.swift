extension AccessCondition {
    /// Tests a request.
    func finding(
        _ attributes: inout AccessAttributes, zones: [String: ZoneRules]
    ) -> Finding {
        guard let value = attributes.value(of: attribute), value != .null else { return .unknown }
        // A key that the query has several times holds only if each of its values does.
        if case .query = attribute, case .array(let values) = value {
            let findings = values.map { test.finding($0, zones: zones) }
            if findings.contains(.fails) { return .fails }
            return findings.contains(.unknown) ? .unknown : .holds
        }
        return test.finding(value, zones: zones)
    }
}

extension AccessCondition.Test {
    fileprivate func finding(
        _ value: JSONValue, zones: [String: ZoneRules]
    ) -> AccessCondition.Finding {
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
            return .init(Double(StableHash.bucket(of: value.plainText, salt: salt)) < percent * 100)
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
    /// Whether a value of a request is this one; a text of a URL is also the number that it says.
    fileprivate func says(_ value: JSONValue) -> Bool {
        if self == value { return true }
        switch (self, value) {
        case (.string, .string): return false
        case (.int, _), (.double, _): return value.number.map { $0 == number } ?? false
        case (.string(let text), .int), (.string(let text), .double):
            return text.utf8.elementsEqual(value.description.utf8)
        case (.bool(let flag), .string(let text)): return text == (flag ? "true" : "false")
        default: return false
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
