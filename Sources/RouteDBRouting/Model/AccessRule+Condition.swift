extension AccessRule {
    /// A condition of an access rule: an attribute of the request, and a test.
    public struct Condition: Hashable, Sendable {
        /// The attribute to test.
        package enum Attribute: Hashable, Sendable {
            /// A parameter of the route.
            case parameter(String)
            /// A key of the URL's query.
            case query(String)
            /// A value that the caller gives with the request, such as `ip` or `version`.
            case context(String)
            /// The id of the principal.
            case principal
            /// The time of the request.
            case time
        }

        /// A test of an attribute.
        ///
        /// Ranges include their ends.
        package enum Test: Hashable, Sendable {
            /// The attribute is one of the values.
            case oneOf([JSONValue])
            /// The attribute is a number in the range.
            case range(ExactNumber?, ExactNumber?)
            /// The attribute is a text with this prefix, compared byte by byte.
            case prefix(String)
            /// The attribute is an IP address in one of the networks.
            case network([NetworkRange])
            /// The attribute is a version in the range.
            case version(VersionNumber?, VersionNumber?)
            /// The attribute is within this percentage of all values, chosen by a hash of its text and the salt.
            case percent(Double, salt: String)
            /// The attribute is a time in the range.
            case period(Timestamp?, Timestamp?)
            /// The attribute is a time of day on certain days of the week.
            case window(TimeWindow)
        }

        /// The attribute to test.
        package var attribute: Attribute
        /// The test.
        package var test: Test

        /// Creates a condition.
        package init(_ attribute: Attribute, _ test: Test) {
            self.attribute = attribute
            self.test = test
        }

        /// The result of testing a condition.
        public enum Finding: String, Sendable {
            /// The condition holds.
            case holds
            /// The condition does not hold.
            case fails
            /// The request lacks the attribute, or its value cannot be tested this way.
            case unknown
        }
    }
}

// Checks whether a condition on a parameter can ever hold.
extension AccessRule.Condition {
    /// Returns a value that the condition requires, but that no parameter of the given types can
    /// have.
    package func impossibleValue(of types: Set<ParameterType>) -> String? {
        switch test {
        case .oneOf(let wanted):
            wanted.first { value in !types.contains { $0.canBe(value) } }
                .map(AccessText.written)
        case .prefix(let text):
            types == [.uuid] && text.utf8.contains { $0.isASCIILetter && $0 & 0x20 != 0 }
                ? AccessText.quoted(text) : nil
        case .range, .network, .version, .percent, .period, .window: nil
        }
    }
}

extension ParameterType {
    /// Returns whether a parameter of the type can have a value.
    fileprivate func canBe(_ wanted: JSONValue) -> Bool {
        let text: String
        switch wanted {
        case .int: text = wanted.plainText
        case .double(let number): text = ExactNumber(number).description
        default: return canBe(wanted, writtenAs: wanted.plainText)
        }
        switch self {
        // The same number can be written in several ways.
        case .float, .decimal, .number, .hex, .slug: return true
        default: return canBe(wanted, writtenAs: text)
        }
    }

    private func canBe(_ wanted: JSONValue, writtenAs text: String) -> Bool {
        switch self {
        case .string, .path, .converter: true
        case .oneOf(let texts, _): texts.contains { wanted.matches(.string($0)) }
        case .int, .float, .decimal, .number, .bool, .uuid, .date, .slug, .hex:
            text.withBytes { accepts($0) } && wanted.matches(value(of: text))
        }
    }
}
