/// A condition on one key of a URL's query.
///
/// If a key occurs several times, one matching value is enough; a capture takes the first value that its
/// type accepts.
public struct QueryCondition: Hashable, Sendable {
    /// The key, percent-decoded.
    public let key: String

    /// The test of the key.
    public let test: Test

    /// A test of a key.
    public enum Test: Hashable, Sendable {
        /// `key=text`: a value equal to the text.
        case equals(String)

        /// `key={name}` or `key={name:type}`: a value that the type accepts, which is captured.
        case capture(Parameter)

        /// `key`: the key is present, with or without a value.
        case present

        /// `!key`: the key is absent.
        case absent
    }

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - key: The key, percent-decoded.
    ///   - test: The test of the key.
    public init(key: String, test: Test) {
        self.key = key
        self.test = test
    }
}
