/// A condition of an access rule: an attribute of the request, and a test.
public struct AccessCondition: Hashable, Sendable {
    /// The attribute to test.
    public enum Attribute: Hashable, Sendable {
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
    public enum Test: Hashable, Sendable {
        /// It is one of the values.
        case oneOf([JSONValue])
        /// It is a number in the range.
        case range(Double?, Double?)
        /// It is a text with this prefix, compared byte by byte.
        case prefix(String)
        /// It is an IP address in one of the networks.
        case network([NetworkRange])
        /// It is a version in the range.
        case version(VersionNumber?, VersionNumber?)
        /// It is within this percentage of all values, chosen by a hash of its text and the salt.
        case percent(Double, salt: String)
        /// It is a time in the range, in microseconds since 1970-01-01T00:00:00Z.
        case period(Int64?, Int64?)
        /// It is a time of day on certain days of the week.
        case window(TimeWindow)
    }

    /// The attribute to test.
    public var attribute: Attribute
    /// The test.
    public var test: Test

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - attribute: The attribute to test.
    ///   - test: The test.
    public init(_ attribute: Attribute, _ test: Test) {
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
