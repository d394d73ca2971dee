/// Code behind a converter: gives the value of a text, or `nil` for a text that it does not accept.
///
/// It is called while a URL is resolved, on the caller's thread, so it is quick, blocks nothing,
/// and depends on nothing but the text. An error that it throws does not reach the caller: the
/// text counts as not accepted, and the resolution lists a ``ConversionFailure``.
public typealias ConverterFunction = @Sendable (_ text: String) throws -> JSONValue?

/// A converter in code that could not do its work while a URL was resolved.
public struct ConversionFailure: Hashable, Sendable {
    /// The route whose parameter it was about.
    public let route: RouteID
    /// The name of the parameter.
    public let parameter: String
    /// The name of the converter.
    public let converter: String
    /// What happened: no code is bound to the name, or the error that the code threw.
    public let reason: String

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - route: The route whose parameter it was about.
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
