/// A condition on one key of a URL's query.
///
/// A key that stands several times meets the condition if one of its values does; a capture takes
/// the first value that its type accepts.
public struct QueryCondition: Hashable, Sendable {
    /// The key, percent-decoded.
    public let key: String

    /// What must be true of it.
    public let test: Test

    /// What a condition asks of a key.
    public enum Test: Hashable, Sendable {
        /// `key=text`: a value equal to the text.
        case equals(String)

        /// `key={name}` or `key={name:type}`: a value that the type accepts, which is captured.
        case capture(Parameter)

        /// `key`: the key is there, with or without a value.
        case present

        /// `!key`: the key is not there.
        case absent
    }

    /// Makes a condition.
    ///
    /// - Parameters:
    ///   - key: The key, percent-decoded.
    ///   - test: What must be true of it.
    public init(key: String, test: Test) {
        self.key = key
        self.test = test
    }
}
