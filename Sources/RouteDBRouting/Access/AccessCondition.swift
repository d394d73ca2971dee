/// Something that must hold for an access rule to apply: an attribute of the request, and a test.
public struct AccessCondition: Hashable, Sendable {
    /// What is looked at.
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

    /// What is asked of it.
    ///
    /// The ends of ranges belong to them.
    public enum Test: Hashable, Sendable {
        /// It is one of the values.
        case oneOf([JSONValue])
        /// It is a number in the range.
        case range(Double?, Double?)
        /// It is a text that begins so, byte by byte.
        case prefix(String)
        /// It is an IP address of one of the networks.
        case network([NetworkRange])
        /// It is a version in the range.
        case version(VersionNumber?, VersionNumber?)
        /// It falls into the first so many percent of all, by a hash of its text and the salt.
        case percent(Double, salt: String)
        /// It is a time in the range, in microseconds since 1970-01-01T00:00:00Z.
        case period(Int64?, Int64?)
        /// It is a time of day, on some days of the week.
        case window(TimeWindow)
    }

    /// What is looked at.
    public var attribute: Attribute
    /// What is asked of it.
    public var test: Test

    /// Makes a condition.
    ///
    /// - Parameters:
    ///   - attribute: What is looked at.
    ///   - test: What is asked of it.
    public init(_ attribute: Attribute, _ test: Test) {
        self.attribute = attribute
        self.test = test
    }

    /// Whether a condition holds.
    public enum Finding: String, Sendable {
        /// It does.
        case holds
        /// It does not.
        case fails
        /// The request lacks the attribute, or what it has can not be tested so.
        case unknown
    }
}
