/// A converter in code: returns the value of a text, or `nil` if it does not accept the text.
///
/// It is called on the caller's thread while a URL is resolved, so it must be quick, must not block,
/// and must depend on nothing but the text. If it throws, the text counts as not accepted, and the
/// resolution lists a ``ConversionFailure``.
public typealias ConverterFunction = @Sendable (_ text: String) throws -> JSONValue?

/// A failure of a converter in code while a URL was resolved.
public struct ConversionFailure: Hashable, Sendable {
    /// The route of the parameter.
    public let route: RouteID
    /// The name of the parameter.
    public let parameter: String
    /// The name of the converter.
    public let converter: String
    /// What happened: no code is bound to the name, or the error that the code threw.
    public let reason: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - route: The route of the parameter.
    ///   - parameter: The name of the parameter.
    ///   - converter: The name of the converter.
    ///   - reason: What happened.
    public init(route: RouteID, parameter: String, converter: String, reason: String) {
        self.route = route
        self.parameter = parameter
        self.converter = converter
        self.reason = reason
    }
}
